/// \file
/// One connection of a server: its requests, one after the other.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "descriptor.hpp"
#include "server.hpp"

namespace mexbase::serve {

/// What the connections of a server share.
struct Shared {
    ServerOptions options;
    Handler handler;
    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> waiting{0};  ///< connections that wait for a thread
};

/// What `send` is told, so that no signal comes where the other end has gone.
extern const int send_flags;

/// Makes a socket ready for `Connection`. False where that fails.
bool set_up_socket(int socket) noexcept;

/// Reads from a socket that does not block, and writes to it. For one thread.
class Connection {
  public:
    Connection(Descriptor socket, const Shared& shared) : socket_(std::move(socket)), shared_(shared) {}

    /// Answers what is asked until the client or the server wants no more. Throws `std::bad_alloc` at most.
    void serve();

  private:
    using Clock = std::chrono::steady_clock;

    /// One request. False when the connection is to be closed.
    bool serve_one();
    /// Whether there is a first byte of a request.
    bool wait_for_request();
    /// Reads up to the empty line: its end in `in_`, 0 where the client went away or was refused.
    std::size_t read_head(Clock::time_point deadline);
    /// Reads the body. False where the client went away or was refused.
    bool read_body(const BodyLength& length, Clock::time_point deadline, std::string& body);
    bool send_answer(const Answer& answer, const Request& request, bool close);
    /// Answers with an error, after which nothing that comes could be understood.
    void refuse(int status, std::string_view message);

    enum class ReceiveResult { bytes, end, late };
    /// Adds what comes to `in_`.
    ReceiveResult receive(Clock::time_point deadline);
    ReceiveResult wait(short events, Clock::time_point deadline, bool (*give_up)(const Shared&)) const;
    bool send_all(std::string_view bytes);

    Descriptor socket_;
    const Shared& shared_;
    std::string in_;               // received, and not used yet
    Clock::duration answer_time_;  // that is left to compute the answer
    Clock::time_point turn_ends_ = Clock::now() + std::chrono::milliseconds(100);
};

}  // namespace mexbase::serve

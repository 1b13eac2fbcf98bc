// SPDX-License-Identifier: MIT
/// \file
/// Serves one HTTP connection, one request after the other.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "server.hpp"

namespace mexbase::serve {

/// Socket type whose operations run in an `io_context` without type erasure.
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// State shared by the connections of a server.
struct Shared {
    ServerOptions options;
    Handler handler;
    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> waiting{0};  ///< number of connections that wait for a thread
};

/// Reads the requests of one connection and writes the answers. Only one thread may use it and its `io_context`.
class Connection {
  public:
    /// Takes ownership of `socket`, which must use `io`. Borrows `io` and `shared`, which must outlive this object.
    Connection(boost::asio::io_context& io, Socket socket, const Shared& shared)
        : io_(io), socket_(std::move(socket)), shared_(shared) {}

    /// Answers requests until the client or the server ends the connection. Throws `std::bad_alloc` and
    /// `boost::system::system_error`.
    void serve();

  private:
    using Clock = std::chrono::steady_clock;

    /// Handles one request. Returns false if the connection must be closed.
    bool serve_one();
    /// Waits for the first byte of a request. Returns false if it does not arrive in time.
    bool wait_for_request();
    /// Reads the request line and the headers. Returns the offset after them in `in_`. Returns 0 if the client has
    /// closed the connection or the request was refused.
    std::size_t read_head(Clock::time_point deadline);
    /// Reads the body of a request. Returns false if the client has closed the connection or the request was refused.
    bool read_body(const BodyLength& length, Clock::time_point deadline, std::string& body);
    bool send_answer(const Answer& answer, const Request& request, bool close);
    /// Sends an error and stops reading. The rest of the input cannot be parsed.
    void refuse(int status, std::string_view message);

    enum class ReceiveResult { bytes, end, late };
    /// Waits until bytes arrive or the time is over, and appends the bytes to `in_`.
    ReceiveResult receive(Clock::time_point deadline);
    /// Waits for `event`. Gives up at `deadline`, and at `busy_deadline` if other connections wait for a thread.
    ReceiveResult wait(Socket::wait_type event, Clock::time_point deadline, Clock::time_point busy_deadline);
    bool send_all(std::string_view bytes);

    boost::asio::io_context& io_;
    Socket socket_;
    const Shared& shared_;
    std::string in_;               // received but not yet parsed
    Clock::duration answer_time_;  // time left to compute the current answer
    Clock::time_point begun_;      // when the client last made progress with its request
    std::size_t progress_ = 0;     // bytes received since then
    Clock::time_point turn_ends_ = Clock::now() + std::chrono::milliseconds(100);
};

}  // namespace mexbase::serve

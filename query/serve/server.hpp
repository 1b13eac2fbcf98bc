/// \file
/// A server: reads requests, has them answered, and writes what is answered.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http.hpp"

namespace mexbase::serve {

/// Where a server listens, and how much it takes from whoever asks.
struct ServerOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any that is free
    /// Threads that answer, each one connection at a time. One that has nothing to ask is let go when others wait.
    unsigned threads = 32;
    std::size_t most_waiting = 256;                  ///< connections that wait for a thread; others get 503
    std::size_t most_head = std::size_t{16} << 10;   ///< bytes of the first line and the headers
    std::size_t most_target = std::size_t{8} << 10;  ///< bytes of the first line
    std::size_t most_body = std::size_t{8} << 20;    ///< bytes of a body
    std::chrono::milliseconds idle_time{15'000};     ///< how long a connection may ask nothing
    std::chrono::milliseconds request_time{10'000};  ///< how long a request may take to come, all of it
    std::chrono::milliseconds write_time{10'000};    ///< how long a client may take for each 64 KiB of an answer
    /// How long an answer may be computed: `TimeLimit` holds for who answers. What the client takes to read an answer
    /// in pieces does not count.
    std::chrono::milliseconds answer_time{10'000};
};

/// Called for every request, by many threads at once. Where it throws, the answer is 500, or 503 without memory.
using Handler = std::function<Answer(const Request&)>;
/// What a server does besides, when `Server::request_task` was called.
using Task = std::function<void()>;

/// A server: it listens from the moment it is made, and answers while `run` runs.
class Server {
  public:
    /// Throws `Error{io}` where it cannot listen there, `Error{bad_usage}` for a host that is none.
    Server(const ServerOptions& options, Handler handler, Task task = {});
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    /// As `http://127.0.0.1:8080`.
    std::string address() const;
    std::uint16_t port() const noexcept;

    /// Answers until `stop` is called: then it takes no more connections, finishes the requests that have begun, and
    /// returns. To be called once. Throws `Error{io}`.
    void run();
    /// Ends `run` soon. Safe to call from several threads, before `run` too.
    void stop();
    /// Has the chore done soon, by the thread that is in `run`, while others go on answering. What it throws is passed
    /// over. Safe to call from several threads, before `run` too.
    void request_task();
    /// Calls `stop` at the first SIGINT or SIGTERM, after which these signals end the program, and `request_task` at
    /// each SIGHUP.
    void handle_signals();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mexbase::serve

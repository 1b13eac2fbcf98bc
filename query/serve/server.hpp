// SPDX-License-Identifier: MIT
/// \file
/// HTTP server: reads requests, passes them to a handler, and writes the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http.hpp"

namespace mexbase::serve {

/// Address and limits of a server.
struct ServerOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any free port
    /// Threads that answer, each one connection at a time. An idle connection is closed if others wait.
    unsigned threads = 32;
    std::size_t most_waiting = 256;                  ///< connections that wait for a thread; others get 503
    std::size_t most_head = std::size_t{16} << 10;   ///< bytes of the first line and the headers
    std::size_t most_target = std::size_t{8} << 10;  ///< bytes of the first line
    std::size_t most_body = std::size_t{8} << 20;    ///< bytes of a body
    std::chrono::milliseconds idle_time{15'000};     ///< limit on waiting for a request
    std::chrono::milliseconds request_time{10'000};  ///< limit on receiving a whole request
    std::chrono::milliseconds write_time{10'000};    ///< limit on sending each 64 KiB of an answer
    /// Limit on computing an answer: sets `TimeLimit` for the handler. Sending the parts of an answer does not count.
    std::chrono::milliseconds answer_time{10'000};
};

/// Called for every request, by several threads at once. If it throws, the answer is 500, or 503 if out of memory.
using Handler = std::function<Answer(const Request&)>;
/// Task to run after `Server::request_task`.
using Task = std::function<void()>;

/// HTTP server: listens from its construction on, and answers during `run`.
class Server {
  public:
    /// Throws `Error{io}` if it cannot listen there, `Error{bad_usage}` for an invalid host.
    Server(const ServerOptions& options, Handler handler, Task task = {});
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    /// Returns the address, such as `http://127.0.0.1:8080`.
    std::string address() const;
    std::uint16_t port() const noexcept;

    /// Answers requests until `stop` is called. Then it accepts no more connections, finishes the current requests, and
    /// returns. Call it once. Throws `Error{io}`.
    void run();
    /// Ends `run` soon. Safe to call from several threads, also before `run`.
    void stop();
    /// Makes the thread in `run` execute the task soon, while other threads continue to answer. Ignores its exceptions.
    /// Safe to call from several threads, also before `run`.
    void request_task();
    /// Calls `stop` at the first SIGINT or SIGTERM, after which these signals end the program, and `request_task` at
    /// each SIGHUP.
    void handle_signals();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mexbase::serve

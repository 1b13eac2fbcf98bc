// SPDX-License-Identifier: MIT
/// \file
/// An HTTP server that reads requests, calls a handler, and sends the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http.hpp"

namespace mexbase::serve {

/// Address, threads and limits of a server.
struct ServerOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any free port
    /// Number of threads. Each serves one connection. An idle connection is closed if others wait for a thread.
    unsigned threads = 32;
    std::size_t most_waiting = 256;                  ///< maximum of connections without a thread; others get status 503
    std::size_t most_head = std::size_t{16} << 10;   ///< maximum bytes of the first line and the headers
    std::size_t most_target = std::size_t{8} << 10;  ///< maximum bytes of the first line
    std::size_t most_body = std::size_t{8} << 20;    ///< maximum bytes of a request's body
    std::chrono::milliseconds idle_time{15'000};     ///< limit on waiting for the start of a request
    std::chrono::milliseconds request_time{10'000};  ///< limit on receiving a whole request
    std::chrono::milliseconds write_time{10'000};    ///< limit on sending each 64 KiB of an answer
    /// Maximum time to compute an answer (`TimeLimit`). Sending the answer does not count.
    std::chrono::milliseconds answer_time{10'000};
};

/// Function that returns the answer to a request. It is called in several threads. If it throws, the answer has status
/// 500, or 503 if memory ran out.
using Handler = std::function<Answer(const Request&)>;
/// Task that the server runs after a call of `Server::request_task`.
using Task = std::function<void()>;

/// HTTP server. The constructor opens the port, and `run` answers requests.
class Server {
  public:
    /// Listens at the address in `options`. Throws `Error{io}` if that fails, `Error{bad_usage}` for an invalid host.
    Server(const ServerOptions& options, Handler handler, Task task = {});
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    /// Returns the address of the server as a URL, such as `http://127.0.0.1:8080`.
    std::string address() const;
    std::uint16_t port() const noexcept;

    /// Answers requests until `stop` is called. Then finishes the current requests and returns. Call it only once.
    /// Throws `Error{io}`.
    void run();
    /// Makes `run` return soon. Safe to call from several threads, also before `run`.
    void stop();
    /// Makes `run` execute the server's task soon, while other threads continue to answer requests. Exceptions of the
    /// task are ignored. Safe to call from several threads, also before `run`.
    void request_task();
    /// Installs signal handlers. SIGHUP calls `request_task`. The first SIGINT or SIGTERM calls `stop`, and a second
    /// one ends the program.
    void handle_signals();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mexbase::serve

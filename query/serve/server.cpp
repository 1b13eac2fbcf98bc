// SPDX-License-Identifier: MIT
#include "server.hpp"

#include <fcntl.h>

#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "connection.hpp"

namespace mexbase::serve {

using boost::asio::ip::tcp;
using Executor = boost::asio::io_context::executor_type;

struct Server::State {
    Shared shared;
    Task task;
    std::atomic<bool> task_requested{false};
    boost::asio::io_context io;  // runs in the thread that calls `run`
    boost::asio::basic_socket_acceptor<tcp, Executor> listener{io};
    boost::asio::basic_signal_set<Executor> signals{io};
    tcp::endpoint endpoint;

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Socket> queue;  // connections that wait for a thread

    /// Opens the port at the first address of the host at which this succeeds.
    void listen() {
        const ServerOptions& options = shared.options;
        const std::string port = std::to_string(options.port);
        boost::system::error_code error;
        const auto found = boost::asio::ip::basic_resolver<tcp, Executor>(io).resolve(
            options.host, port, tcp::resolver::passive | tcp::resolver::numeric_service, error);
        if (error)
            throw Error(ErrorCode::bad_usage,
                        "cannot find the host " + in_quotes(options.host) + ": " + error.message());
        for (const auto& each : found) {
            listener.close();
            listener.open(each.endpoint().protocol(), error);
            if (!error) listener.set_option(tcp::acceptor::reuse_address(true), error);
            if (!error) listener.bind(each.endpoint(), error);
            if (!error) listener.listen(tcp::acceptor::max_listen_connections, error);
            if (!error) break;
        }
        if (error)
            throw Error(ErrorCode::io,
                        "cannot listen on port " + port + " of " + in_quotes(options.host) + ": " + error.message());
        (void)::fcntl(listener.native_handle(), F_SETFD, FD_CLOEXEC);
        endpoint = listener.local_endpoint();
    }

    void work() {
        boost::asio::io_context own(1);
        while (true) {
            std::optional<Socket> socket;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [this] { return !queue.empty() || shared.stopping; });
                if (queue.empty()) return;
                socket = std::move(queue.front());
                queue.pop_front();
                shared.waiting = queue.size();
            }
            try {
                Connection(own, {own, endpoint.protocol(), socket->release()}, shared).serve();
            } catch (const std::exception&) {  // memory ran out: closes the connection
            }
        }
    }

    void accept() {
        listener.async_accept([this](const boost::system::error_code& error, Socket socket) {
            if (error)  // if no file descriptors are free, accepting would fail again at once
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            else
                take(std::move(socket));
            accept();
        });
    }

    void take(Socket socket) {
        (void)::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);  // because an answer is written in one call
        const std::scoped_lock lock(mutex);
        if (queue.size() >= shared.options.most_waiting) return turn_away(socket);
        queue.push_back(std::move(socket));
        shared.waiting = queue.size();
        changed.notify_one();
    }

    /// Sends status 503 because there are too many connections. Never waits for the client.
    static void turn_away(Socket& socket) {
        static const std::string text = [] {
            Answer answer = error_answer({503, "too many connections: try again"});
            answer.headers.emplace_back("Retry-After", "1");
            return format_head(answer, answer.body.size(), false, true) + answer.body;
        }();
        std::array<char, 4096> unread;
        boost::system::error_code ignored;
        socket.non_blocking(true, ignored);
        socket.read_some(boost::asio::buffer(unread), ignored);
        socket.write_some(boost::asio::buffer(text), ignored);
        socket.shutdown(Socket::shutdown_send, ignored);
    }

    void wait_for_signal() {
        signals.async_wait([this](const boost::system::error_code& error, int signal) {
            if (error) return;
            if (signal != SIGHUP) {
                signals.clear();  // the next such signal ends the program
                return io.stop();
            }
            run_task();
            wait_for_signal();
        });
    }

    void run_task() const {
        try {
            if (task) task();
        } catch (const std::exception&) {
        }
    }
};

Server::Server(const ServerOptions& options, Handler handler, Task task) : state_(std::make_unique<State>()) {
    state_->shared.options = options;
    state_->shared.handler = std::move(handler);
    state_->task = std::move(task);
    state_->listen();
}

Server::~Server() = default;

std::uint16_t Server::port() const noexcept {
    return state_->endpoint.port();
}

std::string Server::address() const {
    std::ostringstream out;
    out << "http://" << state_->endpoint;
    return out.str();
}

void Server::stop() {
    state_->io.stop();
}

void Server::request_task() {
    if (state_->task_requested.exchange(true)) return;
    boost::asio::post(state_->io, [this] {
        state_->task_requested = false;
        state_->run_task();
    });
}

void Server::handle_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) state_->signals.add(signal);
    state_->wait_for_signal();
}

void Server::run() {
    State& state = *state_;
    std::vector<std::thread> threads;
    std::optional<Error> failed;
    try {
        for (unsigned t = 0; t < state.shared.options.threads; ++t) threads.emplace_back([&state] { state.work(); });
        state.accept();
        state.io.run();
    } catch (const std::exception& e) {  // no thread could be started, or memory ran out
        failed = Error(ErrorCode::io, std::string("the server cannot continue: ") + e.what());
    }
    state.listener.close();
    {
        const std::scoped_lock lock(state.mutex);
        state.shared.stopping = true;
        for (Socket& socket : state.queue) State::turn_away(socket);
        state.queue.clear();
        state.shared.waiting = 0;
    }
    state.changed.notify_all();
    for (std::thread& thread : threads) thread.join();
    if (failed) throw *failed;
}

}  // namespace mexbase::serve

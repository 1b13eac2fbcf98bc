#include "server.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "connection.hpp"

namespace mexbase::serve {

namespace {

[[noreturn]] void fail(const std::string& what, int error) {
    throw Error(ErrorCode::io, what + ": " + std::generic_category().message(error));
}

/// A socket that listens, and the host and port where.
Descriptor listening(const ServerOptions& options) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(options.port);
    if (const int error = ::getaddrinfo(options.host.c_str(), port.c_str(), &hints, &found); error != 0)
        throw Error(ErrorCode::bad_usage,
                    "there is no host " + in_quotes(options.host) + " to listen at: " + ::gai_strerror(error));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, [](addrinfo* a) { ::freeaddrinfo(a); });
    int error = 0;
    for (const addrinfo* a = list.get(); a != nullptr; a = a->ai_next) {
        Descriptor socket(::socket(a->ai_family, a->ai_socktype, a->ai_protocol));
        const int on = 1;
        if (socket.get() >= 0) (void)::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (socket.get() >= 0 && ::bind(socket.get(), a->ai_addr, a->ai_addrlen) == 0 &&
            ::listen(socket.get(), SOMAXCONN) == 0 && set_up_socket(socket.get()))
            return socket;
        error = errno;
    }
    fail("cannot listen at port " + port + " of " + in_quotes(options.host), error);
}

/// The address that a socket is bound to: numeric host and port.
std::pair<std::string, std::string> bound_to(int socket) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    std::array<char, 256> host{};
    std::array<char, 32> port{};
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::getsockname(socket, any, &length) != 0) fail("cannot say where the server listens", errno);
    if (::getnameinfo(any, length, host.data(), host.size(), port.data(), port.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        throw Error(ErrorCode::io, "cannot say where the server listens");
    return {host.data(), port.data()};
}

}  // namespace

struct Server::State {
    Shared shared;
    Descriptor listener;
    Task task;
    std::atomic<bool> stop_asked{false}, task_requested{false};
    Descriptor wakes, wake;  // the two ends of a pipe: a byte in it wakes who runs the server
    std::string host;
    std::uint16_t port = 0;

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Descriptor> queue;  // connections that wait for a thread

    /// Has `run` look at what was asked of it. May be called by a signal handler.
    void wake_up() const noexcept;
    /// Does what was asked. False where the server is to stop.
    bool look_up();

    /// Answers one connection after the other.
    void work() {
        while (true) {
            Descriptor socket;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [this] { return !queue.empty() || shared.stopping; });
                if (queue.empty()) return;
                socket = std::move(queue.front());
                queue.pop_front();
                shared.waiting = queue.size();
            }
            try {
                Connection(std::move(socket), shared).serve();
            } catch (const std::exception&) {  // no memory: the connection is closed
            }
        }
    }

    /// Takes the connections that have come.
    void accept_all() {
        while (true) {
            Descriptor socket(::accept(listener.get(), nullptr, nullptr));
            if (socket.get() < 0) {
                // Without descriptors it would be asked again at once.
                if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
                    std::this_thread::sleep_for(std::chrono::milliseconds(50));
                if (errno == EINTR || errno == ECONNABORTED) continue;
                return;
            }
            if (!set_up_socket(socket.get())) continue;
            const std::scoped_lock lock(mutex);
            if (queue.size() >= shared.options.most_waiting) {
                turn_away(socket.get());
                continue;
            }
            queue.push_back(std::move(socket));
            shared.waiting = queue.size();
            changed.notify_one();
        }
    }

    /// Says that there are too many, as far as that can be said without waiting.
    static void turn_away(int socket) noexcept {
        static const std::string text = [] {
            Answer answer = error_answer({503, "too many connections: try again"});
            answer.headers.emplace_back("Retry-After", "1");
            return format_head(answer, answer.body.size(), false, true) + answer.body;
        }();
        std::array<char, 4096> unread;
        (void)::recv(socket, unread.data(), unread.size(), 0);
        (void)::send(socket, text.data(), text.size(), send_flags);
        (void)::shutdown(socket, SHUT_WR);
    }
};

Server::Server(const ServerOptions& options, Handler handler, Task task) : state_(std::make_unique<State>()) {
    state_->shared.options = options;
    state_->shared.handler = std::move(handler);
    state_->task = std::move(task);
    state_->listener = listening(options);
    const auto [host, port] = bound_to(state_->listener.get());
    state_->host = host;
    state_->port = static_cast<std::uint16_t>(std::stoul(port));
    int ends[2];
    if (::pipe(ends) != 0) fail("cannot make a pipe", errno);
    state_->wakes = Descriptor(ends[0]);
    state_->wake = Descriptor(ends[1]);
    for (const int end : ends) {
        (void)::fcntl(end, F_SETFD, FD_CLOEXEC);
        (void)::fcntl(end, F_SETFL, O_NONBLOCK);
    }
}

Server::~Server() = default;

std::uint16_t Server::port() const noexcept {
    return state_->port;
}

std::string Server::address() const {
    const bool ipv6 = state_->host.find(':') != std::string::npos;
    return "http://" + (ipv6 ? '[' + state_->host + ']' : state_->host) + ':' + std::to_string(state_->port);
}

void Server::State::wake_up() const noexcept {
    const int kept = errno;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(wake.get(), &byte, 1);  // a pipe that is full wakes too
    errno = kept;
}

bool Server::State::look_up() {
    std::array<char, 64> bytes;
    while (::read(wakes.get(), bytes.data(), bytes.size()) > 0) {
    }
    if (stop_asked) return false;
    if (!task_requested.exchange(false) || !task) return true;
    try {
        task();
    } catch (const std::exception&) {
    }
    return true;
}

void Server::stop() noexcept {
    state_->stop_asked = true;
    state_->wake_up();
}

void Server::request_task() noexcept {
    state_->task_requested = true;
    state_->wake_up();
}

void Server::run() {
    State& state = *state_;
    std::vector<std::thread> threads;
    std::optional<int> failed;
    try {
        for (unsigned t = 0; t < state.shared.options.threads; ++t) threads.emplace_back([&state] { state.work(); });
        while (true) {
            pollfd watched[] = {{state.listener.get(), POLLIN, 0}, {state.wakes.get(), POLLIN, 0}};
            if (::poll(watched, 2, -1) < 0) {
                if (errno == EINTR) continue;
                failed = errno;
                break;
            }
            if (watched[1].revents != 0 && !state.look_up()) break;
            if (watched[0].revents != 0) state.accept_all();
        }
    } catch (const std::system_error& e) {  // of the threads that were wanted, some could not be had
        failed = e.code().value();
    }
    state.listener = Descriptor();
    {
        const std::scoped_lock lock(state.mutex);
        state.shared.stopping = true;
        for (const Descriptor& socket : state.queue) State::turn_away(socket.get());
        state.queue.clear();
        state.shared.waiting = 0;
    }
    state.changed.notify_all();
    for (std::thread& thread : threads) thread.join();
    if (failed) fail("the server cannot go on", *failed);
}

}  // namespace mexbase::serve

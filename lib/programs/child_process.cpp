// SPDX-License-Identifier: MIT
#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>

#include "../error.hpp"
#include "../text_lines.hpp"

extern char** environ;

namespace mexbase {

namespace {

constexpr std::size_t longest_answer = std::size_t{64} << 20;

[[noreturn]] void fail(const char* what) {
    throw Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno));
}

/// During its lifetime, writes of this thread to a closed pipe fail with EPIPE and raise no signal.
class NoBrokenPipe {
  public:
    NoBrokenPipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoBrokenPipe() {
        if (sigismember(&before_, SIGPIPE) == 1) return;
        const timespec at_once{};
        while (sigtimedwait(&pipe_, nullptr, &at_once) == SIGPIPE) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoBrokenPipe(const NoBrokenPipe&) = delete;
    NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

  private:
    sigset_t pipe_, before_;
};

void close_if_open(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, double seconds) : seconds_(seconds) {
    std::array<int, 2> in{-1, -1}, out{-1, -1};
    if (pipe2(in.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
    if (pipe2(out.data(), O_CLOEXEC) != 0) {
        ::close(in[0]);
        ::close(in[1]);
        fail("cannot make a pipe");
    }
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // Starts the shell in its own process group, so that all programs that it starts can be ended with it.
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::string shell = "sh", flag = "-c", text = command;
    const std::array<char*, 4> words{shell.data(), flag.data(), text.data(), nullptr};
    const int failed = posix_spawn(&process_, "/bin/sh", &files, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
    if (failed != 0) {
        process_ = -1;
        close_if_open(to_);
        close_if_open(from_);
        errno = failed;
        fail("cannot start the command");
    }
    fcntl(to_, F_SETFL, O_NONBLOCK);
    fcntl(from_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
    close_if_open(to_);
    close_if_open(from_);
    if (process_ <= 0) return;
    using namespace std::chrono_literals;
    for (int tries = 0; tries < 20; ++tries) {
        if (waitpid(process_, nullptr, WNOHANG) != 0) return;
        std::this_thread::sleep_for(5ms);
    }
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

std::string ChildProcess::how_it_ended() {
    int status = 0;
    using namespace std::chrono_literals;
    for (int tries = 0; tries < 200; ++tries) {
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == 0) {
            std::this_thread::sleep_for(5ms);
            continue;
        }
        process_ = -1;
        if (ended < 0) break;
        if (WIFSIGNALED(status)) return "it was ended by signal " + std::to_string(WTERMSIG(status));
        return "it ended (exit status " + std::to_string(WEXITSTATUS(status)) + ")";
    }
    return "it closed its output";
}

std::uint64_t ChildProcess::take_lines(std::uint64_t count, const std::function<void(std::string_view)>& take) {
    std::size_t begin = 0;
    std::uint64_t taken = 0;
    for (std::size_t end; taken < count && (end = received_.find('\n', begin)) != std::string::npos; begin = end + 1) {
        ++taken;
        take(clean_line({received_.data() + begin, end - begin}));
    }
    received_.erase(0, begin);
    return taken;
}

void ChildProcess::exchange(std::string_view lines, std::uint64_t count,
                            const std::function<void(std::string_view)>& take) {
    using Clock = std::chrono::steady_clock;
    const NoBrokenPipe quiet;
    if (!received_.empty()) throw Error(ErrorCode::io, "it wrote more lines than requested");
    const auto patience = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_));
    auto limit = Clock::now() + patience;
    std::array<char, 1 << 16> chunk;
    bool reads = true;
    while (count != 0) {
        std::array<pollfd, 2> files{pollfd{from_, POLLIN, 0}, pollfd{lines.empty() || !reads ? -1 : to_, POLLOUT, 0}};
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now()).count();
        if (left < 0)
            throw Error(ErrorCode::io, "it was silent for " + std::to_string(static_cast<int>(seconds_)) +
                                           " seconds (is its output flushed after each line?)");
        const int ready =
            ::poll(files.data(), files.size(), static_cast<int>(std::min<long long>(left + 1, 1'000'000)));
        if (ready < 0 && errno != EINTR) fail("cannot wait for the command");
        if (ready <= 0) continue;
        if (files[1].fd >= 0 && files[1].revents != 0) {
            const ssize_t written = ::write(to_, lines.data(), lines.size());
            if (written > 0) lines.remove_prefix(static_cast<std::size_t>(written));
            if (written < 0 && errno == EPIPE) reads = false;  // the command's earlier output must still be read
            if (written < 0 && errno != EPIPE && errno != EAGAIN && errno != EINTR) fail("cannot write to the command");
        }
        if (files[0].revents == 0) continue;
        const ssize_t received = ::read(from_, chunk.data(), chunk.size());
        if (received < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (received < 0) fail("cannot read from the command");
        if (received == 0) throw Error(ErrorCode::io, how_it_ended());
        received_.append(chunk.data(), static_cast<std::size_t>(received));
        const std::uint64_t taken = take_lines(count, take);
        if (taken != 0) limit = Clock::now() + patience;
        count -= taken;
        if (received_.size() > longest_answer) throw Error(ErrorCode::io, "it wrote a line of more than 64 MiB");
    }
    if (!received_.empty()) throw Error(ErrorCode::io, "it wrote more lines than requested");
}

}  // namespace mexbase

#include <atomic>
#include <csignal>
#include <iostream>
#include <mutex>
#include <string>

#include "../../lib/error.hpp"
#include "../library.hpp"
#include "../serve/answer.hpp"
#include "../serve/server.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

std::atomic<serve::Server*> running{nullptr};

extern "C" void stop_running(int) {
    if (serve::Server* const server = running.load()) server->stop();
}
extern "C" void nudge_running(int) {
    if (serve::Server* const server = running.load()) server->request_task();
}

/// While it stands, an interrupt and a request to terminate stop the server, of which a second one ends the program;
/// SIGHUP nudges it.
class SignalHandlers {
  public:
    explicit SignalHandlers(serve::Server& server) {
        running = &server;
        struct sigaction action {};
        action.sa_handler = stop_running;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
        (void)::sigaction(SIGINT, &action, nullptr);
        (void)::sigaction(SIGTERM, &action, nullptr);
        action.sa_handler = nudge_running;
        action.sa_flags = static_cast<int>(SA_RESTART);
        (void)::sigaction(SIGHUP, &action, nullptr);
        action.sa_handler = SIG_IGN;  // who asked and went away is told by what `send` says
        action.sa_flags = 0;
        (void)::sigaction(SIGPIPE, &action, nullptr);
    }
    ~SignalHandlers() {
        (void)std::signal(SIGHUP, SIG_DFL);
        (void)std::signal(SIGINT, SIG_DFL);
        (void)std::signal(SIGTERM, SIG_DFL);
        running = nullptr;
    }
    SignalHandlers(const SignalHandlers&) = delete;
    SignalHandlers& operator=(const SignalHandlers&) = delete;
};

/// Lines on standard error; what was said last is not said again.
class DeduplicatedLog {
  public:
    void say(const std::string& text) {
        const std::scoped_lock lock(mutex_);
        if (text == last_) return;
        last_ = text;
        std::cerr << "mexquery: error: " + one_line(text) + '\n';
    }

  private:
    std::mutex mutex_;
    std::string last_;
};

}  // namespace

int serve_tables(std::span<const std::string> directories, const OpenOptions& open,
                 const serve::ServerOptions& options) {
    LibraryOptions library_options;
    library_options.table = open;
    Library library = Library::open(directories, library_options).value();
    DeduplicatedLog log;
    const auto tell_of_files = [&library] {
        for (const LibraryFile& file : library.files().value())
            if (file.fault)
                std::cerr << "mexquery: passed over " + in_quotes(file.path) + ": " + one_line(file.fault->message) +
                                 '\n';
    };
    tell_of_files();
    const auto look_again = [&] {
        const auto looked = detail::guarded<void>([&] {
            library.refresh().value();
            tell_of_files();
        });
        if (!looked) log.say(looked.error().message);
    };
    const auto handle = [&](const serve::Request& request) {
        serve::Answer answer = serve::answer(request, library);
        if (!answer.fault.empty()) log.say(answer.fault);
        return answer;
    };
    serve::Server server(options, handle, look_again);
    const SignalHandlers signals(server);
    std::cout << server.address() << std::endl;
    server.run();
    return 0;
}

}  // namespace mexbase::cli

// SPDX-License-Identifier: MIT
#include <csignal>
#include <mutex>
#include <string>

#include "../../lib/error.hpp"
#include "../library.hpp"
#include "../serve/answer.hpp"
#include "../serve/server.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Log on standard error that skips a line if it equals the line before.
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

void serve_tables(std::span<const std::string> directories, const OpenOptions& open,
                  const serve::ServerOptions& options) {
    LibraryOptions library_options;
    library_options.table = open;
    // If a mapped file became shorter, reading its lost part would end the server. A read of it fails instead.
    library_options.table.backend = Backend::read;
    Library library = Library::open(directories, library_options).value();
    DeduplicatedLog log;
    const auto tell_of_files = [&library] {
        for (const LibraryFile& file : library.files().value())
            if (file.fault)
                std::cerr << "mexquery: skipped " + in_quotes(file.path) + ": " + one_line(file.fault->message) + '\n';
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
    (void)std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe returns an error instead
    server.handle_signals();
    std::cout << server.address() << std::endl;
    server.run();
}

}  // namespace mexbase::cli

// SPDX-License-Identifier: MIT
// Times a server and its clients on one machine, which they share: single probes, and many positions per request.
#include <arpa/inet.h>
#include <benchmark/benchmark.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "query/json/json.hpp"
#include "query/serve/answer.hpp"
#include "query/serve/server.hpp"

using namespace mexbase;

namespace {

constexpr std::string_view spec = "wythoff:max=127";

/// Returns a server of the golden tables, which lives as long as the program.
const serve::Server& server() {
    static const Library library = Library::open(std::string(MEXBASE_DATA) + "/golden").value();
    static serve::Server* const running = [] {
        auto* made = new serve::Server({}, [](const serve::Request& request) {
            if (request.target == "/nothing") return serve::Answer{};
            return serve::answer(request, library);
        });
        std::thread([made] { made->run(); }).detach();
        return made;
    }();
    return *running;
}

/// A persistent connection.
class Client {
  public:
    Client() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server().port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            fail("cannot connect");
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t n = ::send(socket_, text.data(), text.size(), 0);
            if (n <= 0) fail("cannot send");
            text.remove_prefix(static_cast<std::size_t>(n));
        }
    }
    /// Reads one answer with a content length.
    std::string_view read_answer() {
        in_.clear();
        while (true) {
            receive();
            const std::size_t head = in_.find("\r\n\r\n"), length = in_.find("Content-Length: ");
            if (head == std::string::npos) continue;
            if (length == std::string::npos || in_.compare(0, 12, "HTTP/1.1 200") != 0) fail("no answer");
            if (in_.size() >= head + 4 + std::strtoull(in_.c_str() + length + 16, nullptr, 10)) return in_;
        }
    }
    /// Counts the lines of a chunked answer.
    std::uint64_t read_lines() {
        std::uint64_t lines = 0;
        std::string end;
        do {
            in_.clear();
            receive();
            for (std::size_t at = in_.find("}\n"); at != std::string::npos; at = in_.find("}\n", at + 1)) ++lines;
            lines += end.ends_with('}') && in_.starts_with('\n') ? 1 : 0;
            end = (end + in_).substr(end.size() + in_.size() - std::min<std::size_t>(end.size() + in_.size(), 7));
        } while (end != "\r\n0\r\n\r\n");
        return lines;
    }

  private:
    [[noreturn]] static void fail(const char* why) {
        std::cerr << why << '\n';
        std::exit(1);
    }
    void receive() {
        static thread_local std::vector<char> buffer(std::size_t{256} << 10);
        const ssize_t n = ::recv(socket_, buffer.data(), buffer.size(), 0);
        if (n <= 0) fail("the server has gone");
        in_.append(buffer.data(), static_cast<std::size_t>(n));
    }
    int socket_;
    std::string in_;
};

std::string position(std::mt19937_64& random) {
    return std::to_string(random() % 128) + ',' + std::to_string(random() % 128);
}

void ask_one_by_one(benchmark::State& state, bool nothing) {
    Client client;
    std::mt19937_64 random(static_cast<std::uint64_t>(state.thread_index()));
    std::vector<std::string> requests;
    for (int i = 0; i < 1000; ++i)
        requests.push_back("GET " +
                           (nothing ? "/nothing" : "/v1/" + std::string(spec) + "?position=" + position(random)) +
                           " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    std::size_t i = 0;
    for (auto _ : state) {
        client.send(requests[i++ % requests.size()]);
        benchmark::DoNotOptimize(client.read_answer());
    }
    state.SetItemsProcessed(state.iterations());
}

void SingleProbes(benchmark::State& state) {
    ask_one_by_one(state, false);
}
BENCHMARK(SingleProbes)->Threads(1)->Threads(2)->Threads(8)->UseRealTime();

/// Times requests that read no table.
void EmptyAnswers(benchmark::State& state) {
    ask_one_by_one(state, true);
}
BENCHMARK(EmptyAnswers)->Threads(1)->Threads(2)->Threads(8)->UseRealTime();

void ManyPositions(benchmark::State& state) {
    Client client;
    std::mt19937_64 random(static_cast<std::uint64_t>(state.thread_index()));
    constexpr std::uint64_t count = 200'000;
    std::string body;
    for (std::uint64_t i = 0; i < count; ++i) body += '"' + position(random) + "\"\n";
    const std::string request = "POST /v1/" + std::string(spec) +
                                " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
                                "\r\n\r\n" + body;
    for (auto _ : state) {
        client.send(request);
        if (client.read_lines() != count) state.SkipWithError("not every position was answered");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}
BENCHMARK(ManyPositions)->Threads(1)->Threads(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Times many positions without sockets: the cost of a line.
void ManyPositionsAlone(benchmark::State& state) {
    static const Library library = Library::open(std::string(MEXBASE_DATA) + "/golden").value();
    std::mt19937_64 random(1);
    constexpr std::uint64_t count = 200'000;
    serve::Request request;
    request.method = "POST";
    request.target = "/v1/" + std::string(spec);
    for (std::uint64_t i = 0; i < count; ++i) request.body += '"' + position(random) + "\"\n";
    std::string out;
    for (auto _ : state) {
        const serve::Answer answer = serve::answer(request, library);
        while (answer.more(out)) out.clear();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}
BENCHMARK(ManyPositionsAlone)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

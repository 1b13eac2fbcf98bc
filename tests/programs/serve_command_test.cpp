// SPDX-License-Identifier: MIT
// mexquery serve, as a client sees it. Its answers are tested without sockets in tests/query/serve.
#include <signal.h>

#include <chrono>
#include <thread>

#include "program.hpp"
#include "tests/query/serve/client.hpp"

namespace mexbase::test {
namespace serve_command_test {

/// Returns the complete answer of a local server to a request.
std::string ask(unsigned port, const std::string& request) {
    Client client(port);
    client.send(request);
    return client.read_all();
}

/// Ends a server, which must exit with 0.
void expect_to_stop(pid_t server, int signal = SIGTERM) {
    ::kill(server, signal);
    int status = 0;
    waitpid(server, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

/// Returns the port printed by a started server, or 0.
unsigned port_of(const Scratch& scratch) {
    const std::string beginning = "http://127.0.0.1:";
    std::string line;
    for (int i = 0; i < 2000 && !(line.starts_with(beginning) && line.ends_with('\n')); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        line = slurp(scratch.path("stdout"));
    }
    EXPECT_TRUE(line.starts_with(beginning)) << line << slurp(scratch.path("stderr"));
    return line.starts_with(beginning) ? static_cast<unsigned>(std::stoul(line.substr(beginning.size()))) : 0;
}

TEST(ServeCommand, SaysItsAddressAnswersAndStopsWithoutComplaint) {
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("tables"));
    ASSERT_EQ(run(scratch, "mexgen", {"fair-shares:n=6", "-o", scratch.path("tables/shares.mxb"), "--quiet"}).status,
              0);
    spill(scratch.path("tables/note.txt"), "no table");
    for (const int stop : {SIGTERM, SIGINT}) {
        const pid_t server = start(scratch, "mexquery", {"serve", scratch.path("tables"), "--port", "0"});
        const unsigned port = port_of(scratch);
        ASSERT_NE(port, 0U);
        const std::string answer = ask(port,
                                       "GET /v1/fair-shares:n=6?position=4+1+1 HTTP/1.1\r\nHost: here\r\n"
                                       "Connection: close\r\n\r\n");
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
        EXPECT_TRUE(answer.ends_with(
            "\r\n\r\n" + run(scratch, "mexquery", {"probe", scratch.path("tables/shares.mxb"), "4+1+1", "--json"}).out))
            << answer;
        expect_to_stop(server, stop);
    }
}

TEST(ServeCommand, LooksAgainWhenItIsHungUpOn) {
    const Scratch scratch, other;
    std::filesystem::create_directory(scratch.path("tables"));
    const std::string shares = scratch.path("tables/shares.mxb"), heaps = scratch.path("tables/heaps.mxb");
    ASSERT_EQ(run(other, "mexgen", {"fair-shares:n=6", "-o", shares, "--quiet"}).status, 0);
    const pid_t server = start(scratch, "mexquery", {"serve", scratch.path("tables"), "--port", "0"});
    const unsigned port = port_of(scratch);
    ASSERT_NE(port, 0U);
    const auto status = [&](const std::string& target) {
        return ask(port, "GET " + target + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").substr(9, 3);
    };
    const std::string about_shares = "/v1/fair-shares:n=6?position=4+1+1", about_heaps = "/v1/square:max=50?position=9";
    EXPECT_EQ(status(about_shares), "200");
    Client kept(port);
    const std::string asked_again = "GET " + about_heaps + " HTTP/1.1\r\nHost: here\r\n\r\n";
    kept.send(asked_again);
    EXPECT_EQ(kept.read_to("}\n").substr(9, 3), "404");
    ASSERT_EQ(run(other, "mexgen", {"square:max=50", "-o", heaps, "--quiet"}).status, 0);
    std::filesystem::remove(shares);
    spill(scratch.path("tables/note.txt"), "no table");
    EXPECT_EQ(status(about_heaps), "404");
    EXPECT_EQ(status(about_shares), "200");
    ::kill(server, SIGHUP);
    for (int i = 0; i < 2000 && status(about_heaps) != "200"; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(status(about_heaps), "200");
    EXPECT_EQ(status(about_shares), "404");
    kept.send(asked_again);  // by the same connection
    EXPECT_EQ(kept.read_to("}\n").substr(9, 3), "200");
    expect_contains(slurp(scratch.path("stderr")), "note.txt\": this is not a Mexbase table");
    expect_to_stop(server);
}

TEST(ServeCommand, LivesOnWhenAServedTableIsOverwritten) {
    const Scratch scratch, other;
    std::filesystem::create_directory(scratch.path("tables"));
    const std::string served = scratch.path("tables/heaps.mxb");
    ASSERT_EQ(
        run(other, "mexgen", {"nim:piles=2,max=499", "--value", "nimber", "--codec", "raw", "-o", served, "--quiet"})
            .status,
        0);
    const pid_t server = start(scratch, "mexquery", {"serve", scratch.path("tables"), "--port", "0"});
    const unsigned port = port_of(scratch);
    ASSERT_NE(port, 0U);
    const auto answer = [&](const std::string& target) {
        return ask(port, "GET " + target + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    };
    const std::string spec = "/v1/nim:piles=2,max=499?position=";
    EXPECT_EQ(answer("/v1/nim:piles=2,max=499/info").substr(9, 3), "200");  // opens the table
    std::filesystem::resize_file(served, 2000);                             // as a copy over the file begins
    const std::string got = answer(spec + "490,3");
    EXPECT_EQ(got.substr(9, 3), "500");
    expect_contains(got, "the table cannot be read");
    expect_contains(slurp(scratch.path("stderr")), "the file has become shorter since it was opened");
    EXPECT_EQ(answer("/health").substr(9, 3), "200");
    expect_to_stop(server);
}

TEST(ServeCommand, StartsAProgramAnewThatEnded) {
    const Scratch scratch;
    const std::string answer = "case $p in start) echo 9;; 0) echo;; *) echo $((p - 1));; esac";
    std::filesystem::create_directory(scratch.path("tables"));
    const Ran made = run(scratch, "mexgen",
                         {"program:name=heap", "--command", "while read -r p; do " + answer + "; done", "--value",
                          "nimber", "-o", scratch.path("tables/heap.mxb"), "--quiet"});
    ASSERT_EQ(made.status, 0) << made.err;
    const pid_t server = start(
        scratch, "mexquery",
        {"serve", scratch.path("tables"), "--port", "0", "--program", "read -r p; " + answer});  // only one answer
    const unsigned port = port_of(scratch);
    ASSERT_NE(port, 0U);
    std::string statuses;
    for (const char* position : {"3", "4", "5"})
        statuses += ask(port, std::string("GET /v1/program:name=heap/best?position=") + position +
                                  " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                        .substr(9, 4);
    EXPECT_EQ(statuses, "200 500 200 ");
    expect_to_stop(server);
}

TEST(ServeCommand, SaysWhatIsWrong) {
    const Scratch scratch;
    const std::string folder = scratch.path("tables");
    std::filesystem::create_directory(folder);
    for (const auto& [options, status, says] :
         std::vector<std::tuple<Words, int, std::string>>{{{}, 2, ""},
                                                          {{scratch.path("nowhere")}, 1, ""},
                                                          {{folder, "--prot", "80"}, 2, "did you mean --port?"},
                                                          {{folder, "--port", "65536"}, 2, ""},
                                                          {{folder, "--threads", "0"}, 2, ""},
                                                          {{folder, "--answer-time", "0"}, 2, ""},
                                                          {{folder, "--host", "no host"}, 2, ""}}) {
        Words words{"serve"};
        words.insert(words.end(), options.begin(), options.end());
        expect_refusal(run(scratch, "mexquery", words), status, says);
    }
}

}  // namespace serve_command_test
}  // namespace mexbase::test

// SPDX-License-Identifier: MIT
#include "query/serve/server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "lib/error.hpp"
#include "lib/time_limit.hpp"
#include "tests/query/serve/client.hpp"

namespace mexbase::serve {
namespace server_test {

using std::chrono::milliseconds;
using test::Client;

/// Returns an answer that describes the request.
Answer echo(const Request& request) {
    Answer answer;
    if (request.target == "/throw") throw std::runtime_error("no");
    if (request.target == "/memory") throw std::bad_alloc();
    if (request.target == "/slow") std::this_thread::sleep_for(milliseconds(300));
    if (request.target == "/long") {
        try {
            while (true) check_time_limit();
        } catch (const Error&) {
            return error_answer({503, "too long"});
        }
    }
    if (request.target == "/long-pieces") {
        answer.more = [](std::string& out) {
            out += "piece";
            for (int i = 0; i < 100'000; ++i) check_time_limit();
            return true;
        };
        return answer;
    }
    if (request.target == "/pieces" || request.target == "/broken") {
        answer.more = [n = 0, broken = request.target == "/broken"](std::string& out) mutable {
            if (broken && n == 2) throw std::runtime_error("no");
            if (n == 3) return false;
            out += "piece " + std::to_string(n++) + '\n';
            return true;
        };
        return answer;
    }
    answer.body = request.method + ' ' + request.target + ' ' + request.body;
    return answer;
}

/// A server in its own thread.
class Running {
  public:
    explicit Running(const ServerOptions& options = {}) : server(options, echo), thread_([this] { server.run(); }) {}
    ~Running() {
        server.stop();
        if (thread_.joinable()) thread_.join();
    }
    void join() { thread_.join(); }
    Server server;

  private:
    std::thread thread_;
};

/// Returns the status line with which a server answers a text before closing.
std::string status_to(const Server& server, const std::string& text) {
    Client client(server.port());
    client.send(text);
    const std::string got = client.read_all();
    return got.substr(0, got.find('\r'));
}

const std::string host = "Host: a\r\n", last = "Connection: close\r\n\r\n";

TEST(HttpServer, AnswersManyRequestsOfOneConnectionInOrder) {
    const Running running;
    EXPECT_EQ(running.server.address(), "http://127.0.0.1:" + std::to_string(running.server.port()));
    Client client(running.server.port());
    client.send("GET /a HTTP/1.1\r\n" + host + "\r\n\r\nPOST /b HTTP/1.1\r\n" + host +
                "Content-Length: 5\r\n\r\nhello" + "POST /c HTTP/1.1\r\n" + host +
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + "HEAD /d HTTP/1.1\r\n" + host +
                "\r\nGET /pieces HTTP/1.1\r\n" + host + last);
    const std::string got = client.read_all();
    const char* const parts[] = {"Content-Length: 7\r\n\r\nGET /a ",
                                 "Content-Length: 13\r\n\r\nPOST /b hello",
                                 "Content-Length: 11\r\n\r\nPOST /c abc",
                                 "Content-Length: 8\r\n\r\nHTTP/1.1 200 OK",
                                 "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
                                 "8\r\npiece 0\n\r\n8\r\npiece 1\n\r\n8\r\npiece 2\n\r\n0\r\n\r\n"};
    std::size_t at = 0;
    for (const char* part : parts) {
        at = got.find(part, at);
        ASSERT_NE(at, std::string::npos) << part << " in\n" << got;
    }
}

TEST(HttpServer, SaysGoOnToWhoWaitsForIt) {
    const Running running;
    Client client(running.server.port());
    client.send("POST /b HTTP/1.1\r\n" + host + "Content-Length: 2\r\nExpect: 100-continue\r\n" + last);
    EXPECT_EQ(client.read_to("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("hi");
    EXPECT_NE(client.read_all().find("POST /b hi"), std::string::npos);
}

TEST(HttpServer, OldClientsAreAnsweredToTheEndOfTheConnection) {
    const Running running;
    Client client(running.server.port());
    client.send("GET /pieces HTTP/1.0\r\n\r\n");
    const std::string got = client.read_all();
    EXPECT_NE(got.find("Connection: close\r\n\r\npiece 0\npiece 1\npiece 2\n"), std::string::npos) << got;
    EXPECT_EQ(got.find("chunked"), std::string::npos);
}

TEST(HttpServer, AnErrorIsAnAnswerAndABodyThatBreaksOffHasNoEnd) {
    const Running running;
    EXPECT_EQ(status_to(running.server, "GET /throw HTTP/1.1\r\n" + host + last), "HTTP/1.1 500 Internal Server Error");
    EXPECT_EQ(status_to(running.server, "GET /memory HTTP/1.1\r\n" + host + last), "HTTP/1.1 503 Service Unavailable");
    Client client(running.server.port());
    client.send("GET /broken HTTP/1.1\r\n" + host + "\r\n");
    const std::string got = client.read_all();
    EXPECT_NE(got.find("piece 1"), std::string::npos);
    EXPECT_EQ(got.find("0\r\n\r\n"), std::string::npos);
}

TEST(HttpServer, RefusesWhatIsTooLong) {
    ServerOptions options;
    options.most_target = 100;
    options.most_head = 400;
    options.most_body = 50;
    const Running running(options);
    const Server& server = running.server;
    const std::string get = "GET / HTTP/1.1\r\n" + host, post = "POST / HTTP/1.1\r\n" + host;
    EXPECT_EQ(status_to(server, "GET /" + std::string(2000, 'a')), "HTTP/1.1 414 URI Too Long");
    EXPECT_EQ(status_to(server, "GET /" + std::string(100, 'a') + " HTTP/1.1\r\n\r\n"), "HTTP/1.1 414 URI Too Long");
    EXPECT_EQ(status_to(server, get + "X: " + std::string(500, 'a') + "\r\n\r\n"),
              "HTTP/1.1 431 Request Header Fields Too Large");
    std::string headers;
    for (int i = 0; i < 200; ++i) headers += "A: b\r\n";
    EXPECT_EQ(status_to(server, get + headers), "HTTP/1.1 431 Request Header Fields Too Large");
    EXPECT_EQ(status_to(server, post + "Content-Length: 51\r\n\r\n"), "HTTP/1.1 413 Content Too Large");
    EXPECT_EQ(status_to(server, post + "Content-Length: 5000000\r\n\r\n" + std::string(100'000, 'a')),
              "HTTP/1.1 413 Content Too Large");
    EXPECT_EQ(status_to(server, post + "Transfer-Encoding: chunked\r\n\r\nff\r\n" + std::string(255, 'a') + "\r\n"),
              "HTTP/1.1 413 Content Too Large");
    EXPECT_EQ(status_to(server, post + "Transfer-Encoding: chunked\r\n\r\nnumber\r\n"), "HTTP/1.1 400 Bad Request");
    EXPECT_EQ(status_to(server, "nonsense\r\n\r\n"), "HTTP/1.1 400 Bad Request");
    EXPECT_EQ(status_to(server, get + last), "HTTP/1.1 200 OK");
}

TEST(HttpServer, CutsOffWhoIsSlow) {
    ServerOptions options;
    options.threads = 1;
    options.request_time = options.idle_time = milliseconds(150);
    const Running running(options);
    EXPECT_EQ(status_to(running.server, "GET / HT"), "HTTP/1.1 408 Request Timeout");
    EXPECT_EQ(status_to(running.server, "POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nab"),
              "HTTP/1.1 408 Request Timeout");
    EXPECT_EQ(status_to(running.server, ""), "");
    // Occasional bytes do not extend the time.
    Client dripping(running.server.port());
    std::atomic<bool> over{false};
    std::thread drips([&] {
        for (int i = 0; i < 500 && !over; ++i) {
            dripping.send("a");
            std::this_thread::sleep_for(milliseconds(20));
        }
    });
    const std::string got = dripping.read_all();
    over = true;
    drips.join();
    EXPECT_EQ(got.substr(0, 12), "HTTP/1.1 408");
}

TEST(HttpServer, EndsWhatTakesTooLongToAnswer) {
    ServerOptions options;
    options.answer_time = milliseconds(30);
    const Running running(options);
    EXPECT_EQ(status_to(running.server, "GET /long HTTP/1.1\r\n" + host + last), "HTTP/1.1 503 Service Unavailable");
    // The limit is for all pieces together; the body ends early. On a busy machine the limit may pass before the first
    // piece: then the rest follows.
    std::string got;
    for (int time = 30; time < 20'000 && got.find("piece") == std::string::npos; time *= 4) {
        options.answer_time = milliseconds(time);
        const Running patient(options);
        Client client(patient.server.port());
        client.send("GET /long-pieces HTTP/1.1\r\n" + host + "\r\n");
        got = client.read_all();
        EXPECT_EQ(got.find("0\r\n\r\n"), std::string::npos);
    }
    EXPECT_NE(got.find("piece"), std::string::npos);
    EXPECT_EQ(status_to(running.server, "GET / HTTP/1.1\r\n" + host + last), "HTTP/1.1 200 OK");
}

TEST(HttpServer, DoesAChoreWhenItIsNudged) {
    std::atomic<unsigned> done{0};
    Server server(ServerOptions{}, echo, [&done] {
        ++done;
        throw std::runtime_error("no");
    });
    std::thread runs([&server] { server.run(); });
    for (unsigned n = 1; n <= 3; ++n) {
        server.request_task();
        while (done < n) std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_EQ(status_to(server, "GET / HTTP/1.1\r\n" + host + last), "HTTP/1.1 200 OK");
    // It stops, whatever the number of requested tasks.
    for (int i = 0; i < 100'000; ++i) server.request_task();
    server.stop();
    runs.join();
}

TEST(HttpServer, WhoAsksNothingMakesWayForOthersAndTooManyAreTurnedAway) {
    ServerOptions options;
    options.threads = 1;
    options.most_waiting = 2;
    options.idle_time = milliseconds(60'000);
    const Running running(options);
    Client idle(running.server.port());
    idle.send("GET /a HTTP/1.1\r\n" + host + "\r\n");
    EXPECT_NE(idle.read_to("GET /a ").find("200"), std::string::npos);
    EXPECT_EQ(status_to(running.server, "GET /b HTTP/1.1\r\n" + host + last), "HTTP/1.1 200 OK");
    EXPECT_EQ(idle.read_all(), "");  // closed
    Client busy(running.server.port());
    busy.send("GET /slow HTTP/1.1\r\n" + host + last);
    std::this_thread::sleep_for(milliseconds(50));
    const unsigned port = running.server.port();
    Client second(port), third(port), fourth(port);
    EXPECT_EQ(fourth.read_all().substr(0, 12), "HTTP/1.1 503");
    EXPECT_NE(busy.read_all().find("GET /slow"), std::string::npos);
}

TEST(HttpServer, ClientsThatDribbleDoNotMakeOthersWait) {
    ServerOptions options;
    options.threads = 4;
    options.request_time = options.idle_time = milliseconds(60'000);
    const Running running(options);
    std::vector<std::unique_ptr<Client>> dribbling;
    for (int i = 0; i < 8; ++i) {
        dribbling.push_back(std::make_unique<Client>(running.server.port()));
        dribbling.back()->send("GET /");
    }
    std::atomic<bool> over{false};
    std::thread drips([&] {
        for (int i = 0; i < 5000 && !over; ++i) {
            for (const auto& client : dribbling) client->send("a");
            std::this_thread::sleep_for(milliseconds(10));
        }
    });
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(status_to(running.server, "GET /b HTTP/1.1\r\n" + host + last), "HTTP/1.1 200 OK");
    EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(30'000))
        << "each thread would be busy for minutes";
    over = true;
    drips.join();
}

TEST(HttpServer, FinishesWhatRunsWhenItIsStopped) {
    Running running;
    Client client(running.server.port()), idle(running.server.port());
    client.send("GET /slow HTTP/1.1\r\n" + host + "\r\n");
    std::this_thread::sleep_for(milliseconds(50));
    running.server.stop();
    const std::string got = client.read_all();
    EXPECT_NE(got.find("Connection: close\r\n"), std::string::npos);
    EXPECT_NE(got.find("GET /slow"), std::string::npos);
    EXPECT_EQ(idle.read_all(), "");
    running.join();
    Server before(ServerOptions{}, echo);
    before.stop();
    before.run();
}

TEST(HttpServer, SaysWhyItCannotListen) {
    const Running running;
    ServerOptions options;
    options.port = running.server.port();
    const auto code = [&options] {
        try {
            const Server server(options, echo);
        } catch (const Error& e) {
            return e.code();
        }
        return ErrorCode::interrupted;
    };
    EXPECT_EQ(code(), ErrorCode::io);
    options.host = "no such host";
    EXPECT_EQ(code(), ErrorCode::bad_usage);
}

}  // namespace server_test
}  // namespace mexbase::serve

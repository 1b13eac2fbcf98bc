// SPDX-License-Identifier: MIT
#include "query/serve/http.hpp"

#include <gtest/gtest.h>

#include "lib/error.hpp"

namespace mexbase::serve {
namespace http_test {

TEST(HttpText, PercentDecodingIsRightOrRefused) {
    EXPECT_EQ(percent_decoded("4%2B1+1%2f%C3%A9"), "4+1+1/\xc3\xa9");
    EXPECT_EQ(percent_decoded("%00"), std::string(1, '\0'));
    for (const char* wrong : {"%", "%4", "a%zz", "%4g", "%%20", "%-1"}) EXPECT_FALSE(percent_decoded(wrong)) << wrong;
}

TEST(HttpText, ATargetIsCutBeforeItIsDecoded) {
    const auto target = parse_target("/v1/col:board=a%2Fb%3Fc/best?position=4+1%2B1&first=left&&x&y=a=b");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, (std::vector<std::string>{"v1", "col:board=a/b?c", "best"}));
    ASSERT_EQ(target->query.size(), 4u);
    EXPECT_EQ(target->query[0].name, "position");
    EXPECT_EQ(target->query[0].value, "4+1+1");
    EXPECT_EQ(target->query[0].form_decoded, "4 1+1");
    EXPECT_EQ(target->query[1].value, "left");
    EXPECT_FALSE(target->query[1].form_decoded);
    EXPECT_EQ(target->query[2].value, "");
    EXPECT_EQ(target->query[3].value, "a=b");
    EXPECT_EQ(parse_target("http://host:80/v1/x?y=z")->path, (std::vector<std::string>{"v1", "x"}));
    EXPECT_EQ(parse_target("http://host")->path, std::vector<std::string>{""});
    EXPECT_EQ(parse_target("/a//b/")->path, (std::vector<std::string>{"a", "", "b", ""}));
    for (const char* wrong : {"", "*", "v1", "?x", "http://", "/a#b", "/%ff", "/%c3", "/a?x=%f", "/a?%c0%80=1"})
        EXPECT_FALSE(parse_target(wrong)) << wrong;
}

/// Returns the status with which a head is refused, or 0 if it is valid.
int refused(const std::string& text) {
    Head head;
    const auto refusal = parse_head(text, head);
    return refusal ? refusal->status : 0;
}

TEST(HttpText, AHeadIsTakenApart) {
    Head head;
    ASSERT_FALSE(
        parse_head("POST /v1/x HTTP/1.1\r\nHost: a\r\nX-A:  b c \r\nContent-Length: 12\r\n"
                   "Expect: 100-Continue\r\nConnection: Foo, CLOSE\r\n\r\nnot this",
                   head));
    EXPECT_EQ(head.request.method, "POST");
    EXPECT_EQ(head.request.target, "/v1/x");
    ASSERT_NE(head.request.header("x-a"), nullptr);
    EXPECT_EQ(*head.request.header("x-a"), "b c");
    EXPECT_EQ(head.request.header("x-b"), nullptr);
    EXPECT_EQ(head.body.bytes, 12u);
    EXPECT_FALSE(head.keep_alive);
    EXPECT_TRUE(head.expects_100);
    Head old;
    ASSERT_FALSE(parse_head("GET / HTTP/1.0\n\n", old));
    EXPECT_TRUE(old.request.http_1_0);
    EXPECT_FALSE(old.keep_alive);
    Head chunked;
    ASSERT_FALSE(parse_head("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n", chunked));
    EXPECT_TRUE(chunked.body.chunked);
}

TEST(HttpText, WhatCouldBeReadInTwoWaysIsRefused) {
    const std::string first = "GET / HTTP/1.1\r\nHost: a\r\n";
    EXPECT_EQ(refused(first), 0);
    for (const char* line :
         {"Content-Length: 1x", "Content-Length: -1", "Content-Length: +1",
          "Content-Length:", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 1, 1", "X : y", ": y", "X y",
          " folded: y", "X: a\rb", "X: a\x01", "Host: b", "Content-Length: 3\r\nTransfer-Encoding: chunked"})
        EXPECT_EQ(refused(first + line + "\r\n"), 400) << line;
    EXPECT_EQ(refused(first + "Content-Length: 7\r\nContent-Length: 7\r\n"), 0);
    EXPECT_EQ(refused(first + "Content-Length: 99999999999999999999999\r\n"), 413);
    EXPECT_EQ(refused(first + "Transfer-Encoding: gzip, chunked\r\n"), 501);
    EXPECT_EQ(refused(first + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 501);
    EXPECT_EQ(refused(first + "Expect: tea\r\n"), 417);
    EXPECT_EQ(refused("GET / HTTP/1.1\r\n"), 400);  // no host
    EXPECT_EQ(refused("GET / HTTP/2.0\r\nHost: a\r\n"), 505);
    for (const char* line : {"", "GET", "GET /", "GET / ", "GET  / HTTP/1.1", "G(T / HTTP/1.1", "GET /a b HTTP/1.1",
                             "GET /\x01 HTTP/1.1", " GET / HTTP/1.1"})
        EXPECT_EQ(refused(std::string(line) + "\r\nHost: a\r\n"), 400) << line;
}

/// Decodes a chunked body that comes in pieces of `step` bytes.
std::pair<ChunkedBody::State, std::string> unchunked(const std::string& text, std::size_t step) {
    ChunkedBody body;
    std::string in, out;
    auto state = ChunkedBody::State::more;
    for (std::size_t at = 0; at < text.size() && state == ChunkedBody::State::more; at += step) {
        in += text.substr(at, step);
        state = body.read(in, out);
    }
    return {state, out + '|' + in};
}

TEST(HttpText, ChunksArePutTogetherHoweverTheyCome) {
    const std::string text = "4\r\nWiki\r\n6;x=y\r\npedia \r\nA\nin\nchunks.\n0\r\nTrailer: x\r\n\r\nnext";
    for (const std::size_t step : {1u, 2u, 3u, 7u, 100u}) {
        const auto [state, out] = unchunked(text, step);
        EXPECT_EQ(state, ChunkedBody::State::whole) << step;
        EXPECT_EQ(out.substr(0, out.find('|')), "Wikipedia in\nchunks.") << step;
    }
    EXPECT_EQ(unchunked(text, 100).second, "Wikipedia in\nchunks.|next");
    for (const char* wrong : {"x\r\n", "\r\n", "-1\r\n", "2\r\nabc\r\n", "fffffffffffffffff\r\n", "0x1\r\n"})
        EXPECT_EQ(unchunked(wrong, 100).first, ChunkedBody::State::wrong) << wrong;
    EXPECT_EQ(unchunked("ffffffffffffffff\r\nabc", 100).first, ChunkedBody::State::more);
    EXPECT_EQ(unchunked(std::string(5000, '1'), 1000).first, ChunkedBody::State::wrong);
}

}  // namespace http_test
}  // namespace mexbase::serve

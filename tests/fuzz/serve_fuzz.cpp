// SPDX-License-Identifier: MIT
// Any bytes are a request or get an error answer: with a valid status, in JSON or one line of text, and without the
// name of a file. The server sees the bytes of several connections as one text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "query/json/json.hpp"
#include "query/library.hpp"
#include "query/serve/answer.hpp"
#include "query/serve/http.hpp"

using namespace mexbase;

namespace {

void demand(bool holds) {
    if (!holds) std::abort();
}

const Library& tables() {
    static const Library library = Library::open(std::string(MEXBASE_DATA) + "/golden").value();
    return library;
}

/// Returns the body of an answer, up to some length.
std::string body_of(const serve::Answer& answer) {
    std::string body = answer.body, more;
    while (answer.more && body.size() < 1'000'000 && answer.more(more)) {
        demand(!more.empty());
        body += more;
        more.clear();
    }
    return body;
}

bool names_a_file(std::string_view text) {
    return text.find(".mxb") != std::string_view::npos || text.find(MEXBASE_DATA) != std::string_view::npos;
}

/// An answer may repeat text from the request, plain or encoded.
void look_at(const serve::Answer& answer, std::string_view asked) {
    demand(serve::reason(answer.status) != "Unknown");
    const std::string body = body_of(answer);
    demand(!names_a_file(body) || names_a_file(asked) || asked.find_first_of("%\\") != std::string_view::npos);
    const bool plain = !answer.headers.empty() && answer.headers.front().second.starts_with("text/plain");
    for (std::size_t at = 0; at < body.size();) {
        const std::size_t end = body.find('\n', at);
        demand(end != std::string::npos);
        demand(plain ? end + 1 == body.size() : Json::accept(body.substr(at, end - at)));
        at = end + 1;
    }
    const std::string head = serve::format_head(answer, body.size(), false, true);
    demand(head.find("\r\n\r\n") == head.size() - 4);  // the request cannot add lines to the head
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view asked(reinterpret_cast<const char*>(data), size);
    std::string_view text = asked;
    const std::size_t blank = text.find("\r\n\r\n");
    const std::string_view first = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 4);
    serve::Head head;
    if (const auto refusal = serve::parse_head(first, head)) {
        look_at(serve::error_answer(*refusal), asked);
        return 0;
    }
    if (head.body.chunked) {
        serve::ChunkedBody chunks;
        std::string in(text);
        if (chunks.read(in, head.request.body) == serve::ChunkedBody::State::wrong) return 0;
    } else {
        head.request.body = text.substr(0, head.body.bytes);
    }
    look_at(serve::answer(head.request, tables()), asked);
    return 0;
}

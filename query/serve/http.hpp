/// \file
/// HTTP/1.1 messages as values: what was asked, what is answered, and how both are written (RFC 9110, RFC 9112). Pure
/// functions of text, which open no socket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase::serve {

/// A request, as far as it has been read.
struct Request {
    std::string method;
    std::string target;  ///< path and query, still percent-encoded
    bool http_1_0 = false;
    /// Names in lower case. A name that came more than once stands here as often.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    /// The first header of this name, in lower case; null where there is none.
    const std::string* header(std::string_view name) const;
};

/// A parameter of a query. Whether `+` stands for itself (RFC 3986) or for a space (as forms write it) depends on who
/// wrote it, so that both readings are kept.
struct Parameter {
    std::string name, value;
    std::optional<std::string> form_decoded;  ///< with spaces for each `+`; only where that is another text
};

/// What a target names: its path cut at slashes and then decoded, so that an encoded slash cuts nothing.
struct Target {
    std::vector<std::string> path;
    std::vector<Parameter> query;
};

/// What is sent back.
struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    /// Where it is set, the body goes on: each call adds more to the text, or returns false, without adding, at the
    /// end. It may throw: then the body ends without its end.
    std::function<bool(std::string&)> more;
    /// What went wrong here, for who runs the server and not for who asks; empty where nothing did.
    std::string fault;
};

/// Why a request is not answered: the status to say so with, and one line of text.
struct HttpError {
    int status;
    std::string message;
};

/// An answer that says what is wrong, as JSON: `error`, for programs, and `message`.
Answer error_answer(int status, std::string_view error, std::string_view message);
/// The same by the name of the status, as `not_found`.
Answer error_answer(const HttpError& refusal);

/// Where the body of a request ends.
struct BodyLength {
    std::uint64_t bytes = 0;
    bool chunked = false;
};

/// `text` with each `%xx` as the byte it stands for; nothing where a `%` is followed by something else.
std::optional<std::string> percent_decoded(std::string_view text);

/// Takes a target apart. Nothing unless it is an absolute path, or a URI with one, whose percent-encoding is right and
/// whose parts are UTF-8.
std::optional<Target> parse_target(std::string_view target);

/// Reads the lines up to the empty one, or to the end: the request without its body, or why it is none. Strict, as what
/// two programs read in two ways lets one request be smuggled in another.
struct Head {
    Request request;
    BodyLength body;
    bool keep_alive = true;    ///< the client will ask more on the same connection
    bool expects_100 = false;  ///< it waits for a word before it sends the body
};
std::optional<HttpError> parse_head(std::string_view text, Head& head);

/// The part of a chunked body that has come, taken apart as it comes.
class ChunkedBody {
  public:
    enum class State { more, whole, wrong };
    /// Takes what it can from the front of `in`, adding the body's bytes to `out`.
    State read(std::string& in, std::string& out);

  private:
    std::uint64_t left_ = 0;  // of the chunk that has begun
    enum class Next { size, data, end_of_data, trailer } next_ = Next::size;
};

/// The reason phrase of a status.
std::string_view reason(int status);

/// Status line and headers with the empty line: `length` of the body, or `chunked` where it is not known.
std::string format_head(const Answer& answer, std::optional<std::uint64_t> length, bool chunked, bool close);

}  // namespace mexbase::serve

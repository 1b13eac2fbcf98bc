// SPDX-License-Identifier: MIT
/// \file
/// HTTP/1.1 requests and answers as plain data, with parsing and formatting (RFC 9110, RFC 9112). Opens no socket.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase::serve {

/// A request. `body` is empty until it has been read.
struct Request {
    std::string method;
    std::string target;  ///< path and query, still percent-encoded
    bool http_1_0 = false;
    /// Headers, with names in lower case. A repeated header has several entries.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    /// Returns the first header with this name in lower case, or null.
    const std::string* header(std::string_view name) const;
};

/// A parameter of a query. A `+` may mean itself (RFC 3986) or a space (as in forms), so both readings are stored.
struct Parameter {
    std::string name, value;
    std::optional<std::string> form_decoded;  ///< the value with a space for each `+`; set only if it has a `+`
};

/// A parsed target: path and query. The path is split at slashes before it is decoded, so encoded slashes do not split.
struct Target {
    std::vector<std::string> path;
    std::vector<Parameter> query;
};

/// Response to a request.
struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    /// If set, supplies the rest of the body: each call appends to its argument, or returns false at the end without
    /// appending. If it throws, the client can see that the body is incomplete.
    std::function<bool(std::string&)> more;
    /// Error message for the operator of the server, hidden from clients; empty without an error.
    std::string fault;
};

/// Reason why a request is refused: an HTTP status and one line of text.
struct HttpError {
    int status;
    std::string message;
};

/// Returns an answer whose body is JSON with the members `error` (a name for programs) and `message`.
Answer error_answer(int status, std::string_view error, std::string_view message);
/// Overload that uses the name of the status, such as `not_found`.
Answer error_answer(const HttpError& refusal);

/// Length of a request's body: a number of bytes, or marked in the body itself (chunked).
struct BodyLength {
    std::uint64_t bytes = 0;
    bool chunked = false;
};

/// Converts ASCII letters to lower case.
std::string lower(std::string_view text);
/// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);
/// Removes the part before `separator` from `text` and returns it; without a separator, this is all of `text`. Also
/// removes the separator.
std::string_view take_until(std::string_view& text, char separator);

/// Decodes each `%xx` of `text`. Returns `std::nullopt` if two hexadecimal digits do not follow a `%`.
std::optional<std::string> percent_decoded(std::string_view text);

/// Parses a target, which is an absolute path, or a URI with such a path. Returns `std::nullopt` for other targets, for
/// invalid percent-encoding, and for text that is not UTF-8.
std::optional<Target> parse_target(std::string_view target);

/// Request line and headers of a request.
struct Head {
    Request request;
    BodyLength body;
    bool keep_alive = true;    ///< the client may send more requests on the connection
    bool expects_100 = false;  ///< the client waits for 100 Continue before it sends the body
};
/// Parses a head, up to the empty line or the end. Returns the error if the request must be refused. Parses strictly,
/// because input that two programs parse differently allows request smuggling.
std::optional<HttpError> parse_head(std::string_view text, Head& head);

/// Incremental parser of a chunked body.
class ChunkedBody {
  public:
    enum class State { more, whole, wrong };
    /// Removes as much as possible from the front of `in` and appends the body's bytes to `out`.
    State read(std::string& in, std::string& out);

  private:
    std::uint64_t left_ = 0;  // bytes left of the current chunk
    enum class Next { size, data, end_of_data, trailer } next_ = Next::size;
};

std::string_view reason(int status);

/// Formats status line, headers and empty line. If `length` is empty, the body is `chunked`, or it ends when the
/// connection ends.
std::string format_head(const Answer& answer, std::optional<std::uint64_t> length, bool chunked, bool close);

}  // namespace mexbase::serve

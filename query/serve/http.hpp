// SPDX-License-Identifier: MIT
/// \file
/// Requests and answers of HTTP/1.1 as plain data, and functions that parse and format them (RFC 9110, RFC 9112).
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

/// A query parameter. Both meanings of `+` are stored: itself (RFC 3986) and a space (as in HTML forms).
struct Parameter {
    std::string name, value;
    std::optional<std::string> form_decoded;  ///< the value with a space for each `+`; set only if it has a `+`
};

/// A parsed target. The path is split at slashes before it is decoded, so an encoded slash is part of a name.
struct Target {
    std::vector<std::string> path;
    std::vector<Parameter> query;
};

struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    /// Supplies the rest of a long body, if set. Each call appends to its argument and returns true, or returns false
    /// at the end. If it throws, the client sees that the body is incomplete.
    std::function<bool(std::string&)> more;
    /// Error message for the operator of the server. It is not sent to clients. Empty if there is no error.
    std::string fault;
};

/// An error that ends a request: its HTTP status and a message of one line.
struct HttpError {
    int status;
    std::string message;
};

/// Returns an error answer. Its body is JSON with `error` (a name for programs) and `message`.
Answer error_answer(int status, std::string_view error, std::string_view message);
/// Overload that takes the name of the error from the status, such as `not_found`.
Answer error_answer(const HttpError& refusal);

/// Length of a request's body. If `chunked` is true, the body itself shows where it ends.
struct BodyLength {
    std::uint64_t bytes = 0;
    bool chunked = false;
};

/// Converts ASCII letters to lower case.
std::string lower(std::string_view text);
/// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);
/// Removes the text up to the first `separator` from `text` and returns it without the separator. If there is no
/// separator, removes and returns all of `text`.
std::string_view take_until(std::string_view& text, char separator);

/// Decodes each `%xx`. Returns `std::nullopt` if a `%` is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

/// Parses a target, which is an absolute path or a whole URI. Returns `std::nullopt` for other targets, invalid
/// percent-encoding, or text that is not UTF-8.
std::optional<Target> parse_target(std::string_view target);

/// Request line and headers of a request.
struct Head {
    Request request;
    BodyLength body;
    bool keep_alive = true;    ///< the client may send more requests on the connection
    bool expects_100 = false;  ///< the client waits for 100 Continue before it sends the body
};
/// Parses the request line and the headers. Returns an error if the request must be refused. Parsing is strict, because
/// requests that two programs read differently allow request smuggling.
std::optional<HttpError> parse_head(std::string_view text, Head& head);

/// Parses a chunked body as its bytes arrive.
class ChunkedBody {
  public:
    enum class State { more, whole, wrong };
    /// Removes parsed bytes from the front of `in`, and appends the content of the body to `out`.
    State read(std::string& in, std::string& out);

  private:
    std::uint64_t left_ = 0;  // bytes left of the current chunk
    enum class Next { size, data, end_of_data, trailer } next_ = Next::size;
};

std::string_view reason(int status);

/// Formats the status line and the headers. If `length` is empty, the body is `chunked` or ends with the connection.
std::string format_head(const Answer& answer, std::optional<std::uint64_t> length, bool chunked, bool close);

}  // namespace mexbase::serve

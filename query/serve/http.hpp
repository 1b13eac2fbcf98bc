// SPDX-License-Identifier: MIT
/// \file
/// HTTP/1.1 requests and answers as values, with parsing and formatting (RFC 9110, RFC 9112). Pure functions of text
/// that open no socket.
#pragma once

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
    /// Names in lower case. A repeated header has several entries.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    /// Returns the first header with this name in lower case, or null.
    const std::string* header(std::string_view name) const;
};

/// A parameter of a query. `+` may mean itself (RFC 3986) or a space (as in forms), depending on the client, so that
/// both readings are stored.
struct Parameter {
    std::string name, value;
    std::optional<std::string> form_decoded;  ///< with a space for each `+`; only if it has a `+`
};

/// A parsed target. Its path is split at slashes and then decoded, so that encoded slashes do not split.
struct Target {
    std::vector<std::string> path;
    std::vector<Parameter> query;
};

/// Response to a request.
struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    /// If set, the body continues: each call appends to the text, or returns false at the end without appending. If it
    /// throws, the body stays visibly incomplete.
    std::function<bool(std::string&)> more;
    /// Error message for the operator of the server, hidden from clients; empty without an error.
    std::string fault;
};

/// Reason why a request is refused: a status and one line of text.
struct HttpError {
    int status;
    std::string message;
};

/// Returns an answer with an error as JSON: `error`, its name for programs, and `message`.
Answer error_answer(int status, std::string_view error, std::string_view message);
/// Overload that uses the name of the status, such as `not_found`.
Answer error_answer(const HttpError& refusal);

/// Position of the end of a request's body.
struct BodyLength {
    std::uint64_t bytes = 0;
    bool chunked = false;
};

/// Converts ASCII letters to lower case.
std::string lower(std::string_view text);
/// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);
/// Removes the part before `separator`, or everything, from the front of `text` and returns it.
std::string_view take_until(std::string_view& text, char separator);

/// Decodes each `%xx` of `text`. Returns `std::nullopt` if a `%` is followed by something else.
std::optional<std::string> percent_decoded(std::string_view text);

/// Parses a target. Returns `std::nullopt` unless it is an absolute path, or a URI with one, with valid
/// percent-encoding and parts in UTF-8.
std::optional<Target> parse_target(std::string_view target);

/// Parses the head of a request, up to the empty line or the end, or returns the reason for refusing it. Strict,
/// because input that two programs parse differently allows request smuggling.
struct Head {
    Request request;
    BodyLength body;
    bool keep_alive = true;    ///< the client may send more requests on the connection
    bool expects_100 = false;  ///< the client waits for 100 Continue before it sends the body
};
std::optional<HttpError> parse_head(std::string_view text, Head& head);

/// Incremental parser of a chunked body.
class ChunkedBody {
  public:
    enum class State { more, whole, wrong };
    /// Removes as much as possible from the front of `in` and appends the body's bytes to `out`.
    State read(std::string& in, std::string& out);

  private:
    std::uint64_t left_ = 0;  // of the current chunk
    enum class Next { size, data, end_of_data, trailer } next_ = Next::size;
};

/// Returns the reason phrase of a status.
std::string_view reason(int status);

/// Formats status line, headers and empty line. Without `length` the body is `chunked` or ends with the connection.
std::string format_head(const Answer& answer, std::optional<std::uint64_t> length, bool chunked, bool close);

}  // namespace mexbase::serve

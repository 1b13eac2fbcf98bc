// SPDX-License-Identifier: MIT
/// \file
/// Requests to the server and their answers: a function of a request and a library of tables (docs/server.md).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "../library.hpp"
#include "http.hpp"

namespace mexbase::serve {

/// Maximum number of moves in a line of play.
inline constexpr std::uint64_t most_line_moves = 10'000;
/// Maximum number of positions in one request.
inline constexpr std::uint64_t most_positions = 1'000'000;
/// Maximum number of components in a sum.
inline constexpr std::size_t most_components = 64;

/// Answers any request, errors included. Opens no socket, and only files of the library. Safe to call from several
/// threads. Throws only `std::bad_alloc`.
Answer answer(const Request& request, const Library& library);

// The rest is for the files that answer.

/// Returns the name of an error: that of the C interface in lower case, without its prefix.
std::string_view error_name(ErrorCode code);
/// Returns the HTTP status for an error of the library.
int status_of(ErrorCode code);
/// Returns the error message to send to clients. It names no files.
std::string public_message(ErrorCode code, std::string_view message);

/// Converts an error of the library into an answer.
Answer error_answer(const Error& error);

/// Parameters of a request by name. Each may occur once.
class Parameters {
  public:
    /// Borrows the target. Lookups throw `HttpError` if the name occurs twice.
    explicit Parameters(const Target& target) : target_(target) {}
    /// Throws `HttpError` if the request has any other parameter.
    void expect(std::initializer_list<std::string_view> names) const;
    /// Returns the parameter, or null if it is absent.
    const Parameter* find(std::string_view name) const;
    /// Returns the parameter. Throws `HttpError` if it is absent.
    const Parameter& get(std::string_view name) const;
    /// Returns true if the parameter is 1 or true. Throws `HttpError` unless it is a boolean.
    bool flag(std::string_view name) const;
    /// Returns the parameter as a number from 0 to `most`. Throws `HttpError` if it is not one.
    std::optional<std::uint64_t> number(std::string_view name, std::uint64_t most) const;

  private:
    const Target& target_;
};

/// Parses `first=left` or `right`; the default is Left.
Player first_player(const Parameters&);
/// Parses `value=KIND` and `play=normal` or `misere`.
TableChoice table_choice(const Parameters&);

/// Calls `f` with the text of a position. Tries it first with each `+` unchanged, then with spaces.
template <class F>
auto with_text(const Parameter& position, const F& f) {
    try {
        return f(position.value);
    } catch (const Error& e) {
        if (e.code() != ErrorCode::bad_position || !position.form_decoded) throw;
        try {
            return f(*position.form_decoded);
        } catch (const Error&) {
        }
        throw;
    }
}

/// Returns an answer in JSON that any cache may store. `body` is one line.
Answer json_answer(std::string body);
/// Returns a tag of the content of the tables and of the program. It changes with any of them.
std::string etag_of(std::span<const Table> tables);
/// Adds a tag to an answer that is valid as long as the tables. If the client has the answer with this tag
/// (`If-None-Match`), returns 304 without a body.
Answer with_etag(Answer answer, const std::string& tag, const Request& request);

/// Answers `POST /v1/SPEC`. Each line of the body is a position in JSON: a text, the number of an index, or an object
/// with `position` or `index`. A body of type text/plain has a position per line. The answer has a line for each, in
/// order, equal to that of a single probe. For an invalid position it is an object with `error` and `message`, and
/// `position` if known. Throws `HttpError`, `Error`.
Answer many(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters);

// Chess queries compatible with the tablebase server of Lichess (lila-tablebase), so that its clients can use this
// server. They throw `HttpError`, `Error`.

/// Answers `/standard?fen=…`: the position and its moves, best first.
Answer lichess_position(const Request& request, const Library& library, const Parameters& parameters);
/// Answers `/standard/mainline?fen=…`: best play to mate.
Answer lichess_mainline(const Request& request, const Library& library, const Parameters& parameters);

}  // namespace mexbase::serve

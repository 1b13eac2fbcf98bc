// SPDX-License-Identifier: MIT
/// \file
/// Computes the server's answers from requests and a library of tables (docs/server.md).
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

/// Returns the answer to a request, including errors for invalid requests. Opens only files of the library. Safe to
/// call from several threads. Throws only `std::bad_alloc`.
Answer answer(const Request& request, const Library& library);

/// Returns the name of an error, such as `bad_spec`: its name in mexquery.h in lower case, without the prefix.
std::string_view error_name(ErrorCode code);

// The next declarations are used only inside this folder.

int status_of(ErrorCode code);
/// Returns the part of an error message that clients may see. It contains no file names.
std::string public_message(const Error& error);

Answer error_answer(const Error& error);

/// Looks up the parameters of a request by name. A name that occurs twice is an error.
class Parameters {
  public:
    /// Borrows the target. Member functions that look up a parameter throw `HttpError` if it occurs twice.
    explicit Parameters(const Target& target) : target_(target) {}
    /// Throws `HttpError` if the request has a parameter that is not in `names`.
    void expect(std::initializer_list<std::string_view> names) const;
    /// Returns the parameter, or null if it is absent.
    const Parameter* find(std::string_view name) const;
    /// Returns the parameter. Throws `HttpError` if it is absent.
    const Parameter& get(std::string_view name) const;
    /// Returns true if the parameter is `1` or `true`. Throws `HttpError` if it is not a boolean.
    bool flag(std::string_view name) const;
    /// Returns a parameter as a number, or `std::nullopt` if it is absent. Throws `HttpError` unless it is in
    /// 0..`most`.
    std::optional<std::uint64_t> number(std::string_view name, std::uint64_t most) const;

  private:
    const Target& target_;
};

/// Parses the parameter `first`, which is `left` (the default) or `right`.
Player first_player(const Parameters&);
/// Parses the parameters `value`, a kind of value, and `play`, which is `normal` or `misere`.
TableChoice table_choice(const Parameters&);

/// Calls `f` with the text of a position. If this fails, calls it again with each `+` of the text replaced by a space.
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

/// Returns an answer in JSON that any cache may store. `body` is one line of JSON.
Answer json_answer(std::string body);
/// Returns an HTTP entity tag for answers from these tables. It changes if the program or a table's content changes.
std::string etag_of(std::span<const Table> tables);
/// Adds an entity tag to an answer. If the request says that the client already has the answer with this tag
/// (`If-None-Match`), returns status 304 without a body.
Answer with_etag(Answer answer, const std::string& tag, const Request& request);

/// Answers `POST /v1/SPEC`, a request for the values of many positions. Each line of the body is one position in JSON:
/// a text, an index, or an object with `position` or `index`. If the body is text/plain, each line is the text of a
/// position. The answer has one line per position, in the same order, as for a single probe. The line of an invalid
/// position has `error` and `message`. Throws `HttpError` and `Error`.
Answer many(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters);

/// Answers `/standard?fen=…` with the value of a chess position and its moves, the best move first, or with `mainline`
/// `/standard/mainline?fen=…` with a line of best play. Answers as the tablebase server of Lichess does, so that its
/// clients work with this server. So errors are plain text, not JSON.
Answer lichess(const Request& request, const Library& library, const Parameters& parameters, bool mainline);

}  // namespace mexbase::serve

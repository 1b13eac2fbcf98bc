/// \file
/// What answers are made of: parameters, errors, JSON with its headers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../../lib/error.hpp"
#include "../json/json.hpp"
#include "../library.hpp"
#include "http.hpp"

namespace mexbase::serve {

/// For programs, the name of an error: that of the C interface in lower case, without its prefix.
std::string_view error_name(ErrorCode code);
/// The status that an error of the library is answered with.
int status_of(ErrorCode code);
/// What may be said of an error to who asks: nothing of files.
std::string public_message(ErrorCode code, std::string_view message);

/// An error of the library as an answer.
Answer error_answer(const Error& error);

/// The parameters of a request by their names, each once.
class Parameters {
  public:
    /// Borrows the target. Throws `HttpError` where a name that is asked for comes twice.
    explicit Parameters(const Target& target) : target_(target) {}
    /// Throws `HttpError` for a parameter that is none of these.
    void expect(std::initializer_list<std::string_view> names) const;
    /// The parameter; null where it is not there.
    const Parameter* find(std::string_view name) const;
    /// The same; throws `HttpError` where it is not there.
    const Parameter& get(std::string_view name) const;
    /// Whether it is there and says 1 or true. Throws `HttpError` for what is no such word.
    bool flag(std::string_view name) const;
    /// A number from 0 to `most`. Throws `HttpError` for what is none.
    std::optional<std::uint64_t> number(std::string_view name, std::uint64_t most) const;

  private:
    const Target& target_;
};

/// `first=left` or `right`; Left where it is not said.
Player first_player(const Parameters&);
/// `value=KIND` and `play=normal` or `misere`.
TableChoice table_choice(const Parameters&);

/// Calls `f` with the text of a position: as `+` stands for itself, and where that is no position, for spaces.
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

/// An answer in JSON that anybody may keep. `body` is one line.
Answer json_answer(std::string body);
/// What stands for all that the tables hold, and how it is told: it changes with any of them, and with the program.
std::string etag_of(std::span<const Table> tables);
/// Marks an answer with a tag, which stays as long as the tables do: whoever has it with this tag already, by
/// `If-None-Match`, is told so and no more.
Answer with_etag(Answer answer, const std::string& tag, const Request& request);

}  // namespace mexbase::serve

// SPDX-License-Identifier: MIT
// Reads the notation of partizan values, in one loop over the characters and with a stack of open brackets.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../../error.hpp"
#include "../../../text_parts.hpp"
#include "text.hpp"

namespace mexbase {
namespace {

constexpr std::size_t most_memory = std::size_t{1} << 28;
constexpr std::uint64_t most_work = std::uint64_t{1} << 26;
constexpr std::uint64_t work_of_a_sum = 1024;

using Ids = std::vector<PartizanId>;

/// Signs of books, and what they mean in ASCII. A digit above `^` or `v` is a power, and one below `*` is a nimber.
constexpr auto signs = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"±", "+-"},  {"↑", "^"},   {"↓", "v"},   {"⇑", "^^"},  {"⇓", "vv"},        {"−", "-"},        {"∗", "*"},
     {"∣", "|"},   {"‖", "||"},  {"∥", "||"},  {"⦀", "|||"}, {"⁄", "/"},         {"⋅", "·"},        {"¹", "<1>"},
     {"²", "<2>"}, {"³", "<3>"}, {"⁴", "<4>"}, {"⁵", "<5>"}, {"⁶", "<6>"},       {"⁷", "<7>"},      {"⁸", "<8>"},
     {"⁹", "<9>"}, {"₀", "_0"},  {"₁", "_1"},  {"₂", "_2"},  {"₃", "_3"},        {"₄", "_4"},       {"₅", "_5"},
     {"₆", "_6"},  {"₇", "_7"},  {"₈", "_8"},  {"₉", "_9"},  {"tiny(", "Tiny("}, {"miny(", "Miny("}});
/// Fractions of one character, in eighths. The other fractions of Unicode are not values of games.
constexpr auto fractions = std::to_array<std::pair<std::string_view, int>>(
    {{"⅛", 1}, {"¼", 2}, {"⅜", 3}, {"½", 4}, {"⅝", 5}, {"¾", 6}, {"⅞", 7}});
/// The sign of a multiple, as in three ups `3·↑`.
constexpr std::string_view times = "·";

class TextReader {
  public:
    TextReader(GameArena& arena, std::string_view text) : arena_(arena), written_(text), memory_(arena.bytes()) {}
    PartizanId read() {
        if (written_.size() > longest_game_text) fail("it is longer than 2^20 characters");
        replace_signs();
        push(Open::text);
        for (bool term = true;;) {
            skip_spaces();
            if (!term && at_ == text_.size() && open_.size() == 1) return *open_[0].total;
            term = term ? begin_term() : read_after_term();
        }
    }

  private:
    enum class Open : char { text, brace, group, list, tiny, miny };

    /// A bracket that is not closed yet: {...}, (...), +-(...), Tiny(...) or Miny(...). The whole text counts as one.
    struct Frame {
        Open open;
        Dyadic number{};         ///< number before Tiny or Miny
        Ids options;             ///< options of the current side
        std::vector<Ids> sides;  ///< earlier sides; `bars` has the lengths of the bars after them, descending
        std::vector<std::size_t> bars;
        std::optional<PartizanId> total = std::nullopt;  ///< sum of the terms read so far
        bool negative = false;                           ///< sign of the next term
        bool is_switch = false;                          ///< `+-` precedes the next term
    };

    /// Copies of up, or a power of up, or a sum of powers. Negative numbers mean down.
    struct Ups {
        int copies = 0, power = 0;
        bool sum = false;
    };

    [[noreturn]] void fail(const std::string& why) const {
        throw Error(ErrorCode::bad_position, in_quotes(written_) + ": " + why);
    }
    /// Returns ` at character N` for a place in `text_`.
    std::string at_character(std::size_t place) const {
        const auto before = written_.substr(0, places_[place]);
        const auto characters = std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xc0) != 0x80; });
        return " at character " + std::to_string(characters + 1);
    }
    [[noreturn]] void fail_here(const std::string& why) const {
        if (at_ >= text_.size()) fail(why + ", not the end of the text");
        const std::string_view rest = written_.substr(places_[at_]);
        fail(why + ", not " + in_quotes(rest.substr(0, std::max<std::size_t>(1, utf8_length(rest)))) +
             at_character(at_));
    }
    /// Sets `text_` to `written_` with `signs` replaced.
    void replace_signs() {
        for (std::size_t from = 0; from < written_.size();) {
            const auto sign = std::find_if(signs.begin(), signs.end(), [&](const auto& each) {
                return written_.substr(from).starts_with(each.first);
            });
            const std::string_view plain = sign == signs.end() ? written_.substr(from, 1) : sign->second;
            text_ += plain;
            places_.insert(places_.end(), plain.size(), from);
            from += sign == signs.end() ? 1 : sign->first.size();
        }
        places_.push_back(written_.size());
    }
    std::string_view rest() const { return std::string_view(text_).substr(at_); }
    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    std::size_t run(char c) {
        const std::size_t first = at_;
        while (peek() == c) ++at_;
        return at_ - first;
    }

    void spend(std::uint64_t work) {
        work_ += work;
        if (work_ > most_work || arena_.bytes() > memory_ + most_memory)
            fail("computing its value takes too many steps or too much memory");
    }

    std::uint64_t whole(std::uint64_t most, const char* what) {
        const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
        const auto n = decimal_number(rest().substr(0, end - at_));
        if (!n) fail_here("expected a number");
        if (*n > most) fail(std::string(what) + at_character(at_) + " is greater than " + std::to_string(most));
        at_ = end;
        return *n;
    }

    /// Reads a fraction of one character, and returns the number of eighths, or 0 for another text.
    int read_fraction() {
        for (const auto& [sign, count] : fractions)
            if (rest().starts_with(sign)) {
                at_ += sign.size();
                return count;
            }
        return 0;
    }
    bool at_number() const {
        return is_digit(peek()) || std::any_of(fractions.begin(), fractions.end(),
                                               [this](const auto& each) { return rest().starts_with(each.first); });
    }
    /// Reads the digits after a decimal point. `first` is the place of the number.
    Dyadic decimals(std::size_t first) {
        const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
        std::string digits = text_.substr(at_, end - at_);
        at_ = end;
        digits.erase(digits.find_last_not_of('0') + 1);
        std::int64_t numerator = 0;
        unsigned exponent = 0;
        // A decimal fraction whose denominator is 2^n has n digits.
        while (!digits.empty() && digits.size() + exponent <= Dyadic::largest_exponent) {
            unsigned carry = 0;  // doubles the number
            for (std::size_t k = digits.size(); k-- > 0;) {
                const unsigned twice = 2 * static_cast<unsigned>(digits[k] - '0') + carry;
                digits[k] = static_cast<char>('0' + twice % 10);
                carry = twice / 10;
            }
            numerator = 2 * numerator + carry;
            ++exponent;
            digits.erase(digits.find_last_not_of('0') + 1);
        }
        if (!digits.empty())
            fail("the number" + at_character(first) +
                 " is not the value of a game: expected a fraction whose denominator is a power of two, at most 2^62, "
                 "such as 1/8 or 0.125");
        return {numerator, exponent};
    }

    Dyadic number(bool negative) {
        const std::size_t first = at_;
        const auto numerator =
            is_digit(peek()) ? static_cast<std::int64_t>(whole(Dyadic::largest_numerator, "the number")) : 0;
        unsigned exponent = 0;
        if (const int count = read_fraction(); count != 0 || (peek() == '.' && is_digit(peek(1)))) {
            if (count == 0) ++at_;
            const Dyadic sum = Dyadic(numerator) + (count != 0 ? Dyadic(count, 3) : decimals(first));
            return negative ? -sum : sum;
        }
        if (take('/')) {
            const std::size_t place = at_;
            const std::uint64_t denominator = whole(Dyadic::largest_numerator, "the denominator");
            while (exponent < Dyadic::largest_exponent && std::uint64_t{1} << exponent < denominator) ++exponent;
            if (std::uint64_t{1} << exponent != denominator)
                fail("the denominator" + at_character(place) + " is not a power of two");
        }
        return {negative ? -numerator : numerator, exponent};
    }

    /// Reads ups (`^`, `^^`, `^3`, `^<3>` or `^[3]`) or downs (`v`, …). Reads nothing if there are none.
    Ups ups() {
        const char c = peek();
        if (c != '^' && c != 'v') return {};
        const int sign = c == '^' ? 1 : -1;
        const std::size_t count = run(c);
        if (count > GameArena::most_ups)
            fail("it has more than " + std::to_string(GameArena::most_ups) + " ups or downs in a row");
        if (count > 1) return {sign * static_cast<int>(count)};
        if (is_digit(peek())) return {sign * static_cast<int>(whole(GameArena::most_ups, "the multiple"))};
        const bool sum = take('[');
        if (!sum && !take('<')) return {sign};
        const std::size_t place = at_;
        const auto n = static_cast<int>(whole(GameArena::most_power, "the power"));
        if (n == 0) fail("the power" + at_character(place) + " is 0");
        if (!take(sum ? ']' : '>')) fail_here(sum ? "expected ]" : "expected >");
        return {0, sign * n, sum};
    }

    /// Reads a number, ups and a nimber without spaces between them, at least one of the three. A number may also
    /// multiply one up or down, as in `3·^`. If `Tiny(` or `Miny(` follows the number, opens this bracket (`push`)
    /// instead, and returns `std::nullopt`.
    std::optional<PartizanId> literal(bool negative) {
        const std::size_t first = at_;
        Dyadic x = at_number() ? number(negative) : Dyadic();
        const bool tiny = rest().starts_with("Tiny("), multiple = at_ > first && rest().starts_with(times);
        const bool joined = at_ > first && (tiny || multiple || rest().starts_with("Miny(") || peek() == '^' ||
                                            peek() == 'v' || peek() == '*');
        if (joined && open_.back().is_switch)
            fail("the game" + at_character(first) + " must be in parentheses after +-");
        if (tiny || rest().starts_with("Miny(")) {
            at_ += 5;
            push(tiny ? Open::tiny : Open::miny, x);
            return std::nullopt;
        }
        const std::size_t factor_end = at_;
        if (multiple) at_ += times.size();
        Ups u = ups();
        if (multiple) {
            const bool can_multiply = x.is_integer() && x >= -GameArena::most_ups && x <= GameArena::most_ups;
            if (!can_multiply || (u.copies != 1 && u.copies != -1) || peek() == '*')
                fail("the sign" + at_character(factor_end) +
                     " multiplies only ^ or v by a whole number up to 1000: expected a text such as 3·^ or 3·^+*");
            u.copies *= static_cast<int>(x.numerator());
            x = {};
        }
        unsigned nimber = 0;
        if (take('*')) {
            const bool lowered = take('_');
            if (lowered && !is_digit(peek())) fail_here("expected a digit");
            if (lowered)
                nimber = static_cast<unsigned>(text_[at_++] - '0');
            else
                nimber = is_digit(peek()) ? static_cast<unsigned>(whole(GameArena::largest_nimber, "the nimber")) : 1;
        }
        if (at_ == first) fail_here("expected a game");
        spend(1);
        return u.power != 0 ? arena_.up_power({x, u.power, u.sum, nimber}) : arena_.uptimal({x, u.copies, nimber});
    }

    PartizanId tiny(PartizanId g) { return make({GameArena::zero}, {make({GameArena::zero}, {arena_.negative(g)})}); }

    PartizanId add(PartizanId g, PartizanId h) {
        if (g == GameArena::zero || h == GameArena::zero) return g == GameArena::zero ? h : g;
        if (arena_.is_number(g) || arena_.is_number(h)) {
            spend(arena_.followers(arena_.is_number(g) ? h : g));  // one step per follower, which `sum` makes again
        } else if (!arena_.uptimal_of(g) || !arena_.uptimal_of(h)) {
            const std::uint64_t a = arena_.followers(g);
            const std::uint64_t b = arena_.followers(h);
            spend(work_of_a_sum * a * b);
        }
        const PartizanId result = arena_.sum(g, h);
        spend(1);
        return result;
    }

    PartizanId make(const Ids& left, const Ids& right) {
        spend(std::uint64_t{left.size()} * left.size() + std::uint64_t{right.size()} * right.size() + 1);
        return arena_.make(left, right);
    }

    void push(Open open, const Dyadic& number = {}) {
        if (open_.size() > GameArena::deepest)
            fail("it is nested more than " + std::to_string(GameArena::deepest) + " deep");
        open_.push_back({open, number, {}, {}, {}});
    }

    /// Reads a sign, an opening bracket, or a number, ups and nimber. Returns true if a term must be read next.
    bool begin_term() {
        Frame& frame = open_.back();
        const char c = peek();
        if (c == '+' && peek(1) == '-') {
            if (frame.is_switch) fail_here("expected a game after +-");
            at_ += 2;
            frame.is_switch = true;
            skip_spaces();
            if (peek() == '-') fail_here("expected a game after +-");
            if (take('(')) push(Open::list);
            return true;
        }
        if (c == '{' || c == '(') {
            ++at_;
            push(c == '{' ? Open::brace : Open::group);
            return true;
        }
        const bool empty = frame.options.empty() && !frame.total && !frame.negative && !frame.is_switch;
        if ((c == '|' || c == '}') && frame.open == Open::brace && empty) return false;
        const bool negative = take('-');
        if (negative) {
            skip_spaces();
            if (!at_number()) {
                frame.negative = !frame.negative;
                return true;
            }
        }
        const std::optional<PartizanId> value = literal(negative);
        if (value) end_term(*value);
        return !value;
    }

    void end_term(PartizanId value) {
        Frame& frame = open_.back();
        if (frame.is_switch) value = arena_.switch_of({&value, 1});
        if (frame.negative) value = arena_.negative(value);
        frame.total = frame.total ? add(*frame.total, value) : value;
        frame.negative = frame.is_switch = false;
    }

    void end_option() {
        Frame& frame = open_.back();
        if (frame.total) frame.options.push_back(*frame.total);
        frame.total.reset();
    }

    /// Replaces the last two `sides` (lists of options between bars) by the game {first side | second side}.
    void reduce() {
        Frame& frame = open_.back();
        const Ids right = std::move(frame.sides.back());
        frame.sides.pop_back();
        frame.bars.pop_back();
        frame.sides.back() = {make(frame.sides.back(), right)};
    }

    void bar() {
        Frame& frame = open_.back();
        const std::size_t place = at_;
        const std::size_t length = run('|');
        const auto first = places_.begin() + static_cast<std::ptrdiff_t>(place),
                   last = first + static_cast<std::ptrdiff_t>(length);
        if (*first != *(last - 1) && std::adjacent_find(first, last) != last)
            fail("the bars" + at_character(place) + " may be one long bar or several: put blanks between bars");
        end_option();
        frame.sides.push_back(std::move(frame.options));
        frame.options.clear();
        while (!frame.bars.empty() && frame.bars.back() < length) reduce();
        if (!frame.bars.empty() && frame.bars.back() == length)
            fail("the number of bars" + at_character(place) +
                 " is the same as before: nested games need different numbers of bars, such as {1||2|3}");
        frame.bars.push_back(length);
    }

    void close() {
        Frame& frame = open_.back();
        Frame& around = open_[open_.size() - 2];
        PartizanId value = GameArena::zero;
        if (frame.open == Open::brace && !frame.bars.empty()) {
            end_option();
            frame.sides.push_back(std::move(frame.options));
            while (!frame.bars.empty()) reduce();
            value = frame.sides[0][0];
        } else if (frame.open == Open::list || (frame.open == Open::brace && around.is_switch && frame.total)) {
            end_option();
            spend(std::uint64_t{frame.options.size()} * frame.options.size());
            value = arena_.switch_of(frame.options);
            around.is_switch = false;
        } else if (frame.open == Open::brace) {
            fail_here("expected |");
        } else if (frame.open == Open::group) {
            value = *frame.total;
        } else {
            value = tiny(*frame.total);
            if (frame.open == Open::miny) value = arena_.negative(value);
            value = add(arena_.number(frame.number), value);
        }
        ++at_;
        open_.pop_back();
        end_term(value);
    }

    /// Reads the text after a term; returns true if another term follows.
    bool read_after_term() {
        Frame& frame = open_.back();
        const char c = peek();
        if (c == '+' && peek(1) == '-') return true;
        if (c == '+' || c == '-') {
            ++at_;
            frame.negative = c == '-';
            return true;
        }
        if (c == ',' && frame.total && (frame.open == Open::brace || frame.open == Open::list)) {
            ++at_;
            end_option();
            return true;
        }
        if (c == '|' && frame.open == Open::brace) {
            bar();
            return true;
        }
        if (frame.open == Open::brace ? c != '}' : frame.open == Open::text || c != ')')
            fail_here(frame.open == Open::text    ? "expected + or -"
                      : frame.open == Open::brace ? "expected , | or }"
                                                  : "expected )");
        close();
        return false;
    }

    GameArena& arena_;
    std::string_view written_;
    std::string text_;
    std::vector<std::size_t> places_;  // by place in `text_`, its end included: the place in `written_`
    std::size_t memory_;
    std::size_t at_ = 0;
    std::uint64_t work_ = 0;
    std::vector<Frame> open_;
};

}  // namespace

PartizanId parse_game(GameArena& arena, std::string_view text) {
    try {
        return TextReader(arena, text).read();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::not_applicable) throw;
        throw Error(ErrorCode::bad_position, in_quotes(text) + ": " + error.what());
    }
}

}  // namespace mexbase

/// \file
/// Small games for the tests of tables, and a registry of them.
#pragma once

#include <charconv>
#include <string>

#include "lib/error.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::test {

/// What the games below share: positions are numbers.
class Numbers {
  public:
    using Position = Index;
    static constexpr unsigned rules_version = 3;
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"n", "", "1..1000000", "positions"}};
        static const FamilyHelp text{"a game of the tests", "a number", "made up here", keys, ""};
        return text;
    }
    Position unrank(Index i) const { return i; }
    Index rank(Position p) const { return p; }
    std::string format(Position p) const { return std::to_string(p); }
    Position parse(std::string_view text) const {
        Index number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size())
            throw Error(ErrorCode::bad_position, in_quotes(text) + " is no number");
        return number;
    }

  protected:
    explicit Numbers(const Parameters& p) : n_(p.number("n", 1, 1000000)) {}
    Index n_;
};

/// Take one or two; two heaps more than queryable are stored.
class Steps : public Numbers {
  public:
    static constexpr std::string_view family = "steps";
    static constexpr Has has{.queryable_size = true, .start = true};
    static Steps make(const Parameters& p) { return Steps(p); }
    Index size() const { return n_ + 2; }
    Index queryable_size() const { return n_; }
    bool legal(Index i) const { return i < size(); }
    Position start() const { return n_ - 1; }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        if (i >= 1) f(i - 1);
        if (i >= 2) f(i - 2);
    }

  private:
    using Numbers::Numbers;
};

/// Round and round for ever.
class Wheel : public Numbers {
  public:
    static constexpr std::string_view family = "wheel";
    static Wheel make(const Parameters& p) { return Wheel(p); }
    Index size() const { return n_; }
    bool legal(Index i) const { return i < n_; }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        f((i + 1) % n_);
        f((i + 1) % n_);
    }

  private:
    using Numbers::Numbers;
};

/// Only even numbers are positions, and none has a move.
class Gaps : public Numbers {
  public:
    static constexpr std::string_view family = "gaps";
    static Gaps make(const Parameters& p) { return Gaps(p); }
    Index size() const { return n_; }
    bool legal(Index i) const { return i < n_ && i % 2 == 0; }
    template <class F>
    void for_each_option(Index, Position, Player, F&&) const {}

  private:
    using Numbers::Numbers;
};

inline const Registry& test_registry() {
    static const Registry registry({family_of<Steps>(), family_of<Wheel>(), family_of<Gaps>()});
    return registry;
}

}  // namespace mexbase::test

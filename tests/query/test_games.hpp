// SPDX-License-Identifier: MIT
/// \file
/// Small games for the tests of tables, and a registry of them.
#pragma once

#include "lib/rules/registry.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test {

/// Base of games of numbers. `n_` is their key.
class NumberGame : public NumberRules {
  public:
    static constexpr unsigned rules_version = 3;
    static const FamilyHelp& help() {
        static constexpr KeyHelp keys[] = {{"n", "", "1..1000000", "positions"}};
        static const FamilyHelp text{"a game of the tests", "a number", "made up here", keys, ""};
        return text;
    }

  protected:
    explicit NumberGame(const Parameters& p) : NumberRules(p.number("n", 1, 1000000)), n_(size_) {}
    Index n_;
};

/// Take one or two; two more heaps are stored than are queryable.
class Steps : public NumberGame {
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
    using NumberGame::NumberGame;
};

/// An endless cycle.
class Wheel : public NumberGame {
  public:
    static constexpr std::string_view family = "wheel";
    static Wheel make(const Parameters& p) { return Wheel(p); }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        f((i + 1) % n_);
        f((i + 1) % n_);
    }

  private:
    using NumberGame::NumberGame;
};

/// Only even numbers are positions, without moves.
class Gaps : public NumberGame {
  public:
    static constexpr std::string_view family = "gaps";
    static Gaps make(const Parameters& p) { return Gaps(p); }
    bool legal(Index i) const { return i < n_ && i % 2 == 0; }
    template <class F>
    void for_each_option(Index, Position, Player, F&&) const {}

  private:
    using NumberGame::NumberGame;
};

inline const Registry& test_registry() {
    static const Registry registry({family_of<Steps>(), family_of<Wheel>(), family_of<Gaps>()});
    return registry;
}

}  // namespace mexbase::test

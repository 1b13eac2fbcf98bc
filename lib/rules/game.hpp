/// \file
/// A ruleset with its type erased, for everything that handles one position at a time: parsing, printing, listing
/// options. Loops over millions of positions are templates over the ruleset instead.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ruleset.hpp"

namespace mexbase {

/// One game: a family with its parameters. Immutable and thread-safe.
class Game {
  public:
    virtual ~Game() = default;
    virtual std::string_view family() const = 0;
    virtual unsigned rules_version() const = 0;
    virtual Index size() const = 0;
    /// Indices that may be asked for: 0..admitted()-1.
    virtual Index admitted() const = 0;
    virtual bool legal(Index) const = 0;
    /// The index of a position as people write it, `start` and `#N` included.
    /// Throws `Error{bad_position}`, or `Error{out_of_domain}` for an index or position past `admitted()`.
    virtual Index parse(std::string_view text) const = 0;
    /// The text of a legal index.
    virtual std::string format(Index) const = 0;
    /// Replaces `out` by the indices of the options, one a move, in the order of the rules.
    virtual void options(Index, Player, std::vector<Index>& out) const = 0;
    /// The value where play has stopped, or nothing.
    virtual std::optional<OutcomeValue> terminal(Index, Play) const = 0;
    virtual std::optional<Index> start() const = 0;
    /// A picture of one or more lines; the plain text where the rules draw none.
    virtual std::string picture(Index) const = 0;

    /// The normalised spec.
    const std::string& spec() const { return spec_; }
    /// The board the game is played on, if it was read from a file.
    const std::shared_ptr<const Board>& board() const { return board_; }

  protected:
    Game(std::string spec, std::shared_ptr<const Board> board) : spec_(std::move(spec)), board_(std::move(board)) {}

  private:
    std::string spec_;
    std::shared_ptr<const Board> board_;
};

namespace detail {
/// The common words of every game's positions: `#N` gives N; nothing for other texts.
std::optional<Index> parse_index(std::string_view text, Index admitted);
[[noreturn]] void throw_no_start(std::string_view family);
[[noreturn]] void throw_not_admitted(std::string_view text, Index admitted);
}  // namespace detail

/// `Game` over a ruleset.
template <Ruleset R>
class GameOf final : public Game {
  public:
    GameOf(R rules, std::string spec, std::shared_ptr<const Board> board)
        : Game(std::move(spec), std::move(board)), rules_(std::move(rules)) {}

    const R& rules() const { return rules_; }

    std::string_view family() const override { return R::family; }
    unsigned rules_version() const override { return R::rules_version; }
    Index size() const override { return rules_.size(); }
    Index admitted() const override { return mexbase::admitted(rules_); }
    bool legal(Index i) const override { return i < rules_.size() && rules_.legal(i); }
    Index parse(std::string_view text) const override {
        Index i = no_index;
        if (const auto number = detail::parse_index(text, admitted())) {
            i = *number;
        } else if (text == "start") {
            if constexpr (HasStart<R>)
                i = rules_.rank(rules_.start());
            else
                detail::throw_no_start(R::family);
        } else {
            i = rules_.rank(rules_.parse(text));
        }
        if (i >= admitted() || !rules_.legal(i)) detail::throw_not_admitted(text, admitted());
        return i;
    }
    std::string format(Index i) const override { return rules_.format(rules_.unrank(i)); }
    void options(Index i, Player player, std::vector<Index>& out) const override {
        out.clear();
        const auto p = rules_.unrank(i);
        if constexpr (HasTerminal<R>) {
            if (rules_.terminal(i, p)) return;
        }
        rules_.for_each_option(i, p, player, [&out](Index to) { out.push_back(to); });
    }
    std::optional<OutcomeValue> terminal(Index i, Play play) const override {
        return terminal_value(rules_, i, rules_.unrank(i), play);
    }
    std::optional<Index> start() const override {
        if constexpr (HasStart<R>)
            return rules_.rank(rules_.start());
        else
            return std::nullopt;
    }
    std::string picture(Index i) const override {
        if constexpr (HasPicture<R>)
            return rules_.picture(rules_.unrank(i));
        else
            return format(i);
    }

  private:
    R rules_;
};

}  // namespace mexbase

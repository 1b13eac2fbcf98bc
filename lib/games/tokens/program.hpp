/// \file
/// Games whose rules another program says, or functions that are no ruleset: all that play reaches was asked for.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "../../rules/game.hpp"
#include "../../rules/ruleset.hpp"
#include "graph.hpp"

namespace mexbase {

/// A game of which only this is known: positions by their texts, in the order of their bytes, and their options. Its
/// board is what was explored (`gen/explore`): a vertex is a position; an arc that has an owner is a move of that
/// player only. The game is partizan where some move or stop is not both players'. Positions that were left aside when
/// enough were known are marked `beyond`.
class Program : public BoardWalk {
  public:
    static constexpr std::string_view family = "program";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .leaves_bound = true,
                             .ties_beyond = true,
                             .partizan = true,
                             .start = true,
                             .value_kinds = true,
                             .make_game = true};
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::nimber, ValueKind::obliged,
                                            ValueKind::partizan_outcome, ValueKind::canonical};
    static const FamilyHelp& help();
    static Program make(const Parameters&);
    /// A `StoppingProgram` where play stops somewhere.
    static std::unique_ptr<Game> make_game(Parameters);

    /// Throws `Error{bad_spec}` for what such a game may not be called.
    static void check_name(const std::string& name);

    /// What a mark says of play that has stopped, for the player to move.
    static std::optional<OutcomeValue> stopped_value(std::uint8_t mark, Player mover) {
        if ((mark & Board::stopped) == 0) return std::nullopt;
        constexpr std::array outcomes{Outcome::loss, Outcome::win, Outcome::tie, Outcome::draw};
        return OutcomeValue{outcomes[static_cast<std::size_t>(Board::stop_of(mark, mover == Player::left))], 0};
    }

    /// The board has a vertex that is not marked `beyond`, and none marked `home`.
    explicit Program(std::shared_ptr<const Board> board);

    bool partizan() const { return partizan_; }
    /// The first position marked `start`, or else the first of all.
    Position start() const { return start_; }
    /// Moves of either player to what was left aside.
    std::uint64_t leaves_bound(Index, Position v) const;

  private:
    Position start_ = 0;
    bool partizan_ = false;
};

/// The same where play may stop although there are moves, or without being lost for who cannot move.
class StoppingProgram : public Program {
  public:
    static constexpr Has has = Program::has.with_terminal();
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::partizan_outcome};
    static StoppingProgram make(const Parameters& p) { return StoppingProgram(Program::make(p)); }

    explicit StoppingProgram(Program&& program) : Program(std::move(program)) {}

    std::optional<OutcomeValue> terminal(Index, Position v, Player mover) const {
        return stopped_value(board().mark(v), mover);
    }
};

}  // namespace mexbase

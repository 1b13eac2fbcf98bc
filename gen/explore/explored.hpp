/// \file
/// Games explored at full size: positions without moves in memory, for rules that answer fast.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/games/tokens/program.hpp"
#include "../../lib/rules/ruleset.hpp"
#include "../encode/table_writer.hpp"
#include "positions/explored_positions.hpp"
#include "positions/record_sort.hpp"
#include "reversed_moves.hpp"

namespace mexbase {

/// The same game as `Program` over the same positions, with the same indices. Moves are asked for again whenever they
/// are needed, and taken back by `ReversedMoves`.
class Explored {
  public:
    using Position = Index;
    static constexpr std::string_view family = Program::family;
    static constexpr unsigned rules_version = Program::rules_version;
    static constexpr Has has{.predecessors = true,
                             .leaves_bound = true,
                             .ties_beyond = true,
                             .partizan = true,
                             .start = true,
                             .value_kinds = true};
    static constexpr std::array value_kinds = Program::value_kinds;
    static const FamilyHelp& help() { return Program::help(); }
    /// Throws `Error{bad_spec}`: no spec says the rules.
    static Explored make(const Parameters&);

    /// Turns all moves round, and takes the checksum of all answers. Throws `Error{out_of_memory}`, `Error{io}`, and
    /// what the rules throw.
    Explored(std::shared_ptr<const ExploredPositions> positions, const ReversingOptions& options, unsigned threads);

    Index size() const { return all_->positions->size(); }
    bool legal(Index i) const { return i < size() && !is_beyond(i); }
    Position unrank(Index i) const { return i; }
    Index rank(Position i) const { return i; }
    Position parse(std::string_view text) const;
    std::string format(Position i) const { return all_->positions->text(i); }
    /// The first position where play begins.
    Position start() const { return all_->positions->starts().front(); }
    bool partizan() const { return all_->partizan; }
    /// Whether play stops somewhere by more than that nobody can move.
    bool stops() const { return all_->stops; }

    template <class F>
    void for_each_option(Index i, Position, Player player, F&& f) const {
        const Borrowed room;
        all_->positions->options(i, i + 1, player, room->ahead);
        for (const std::uint32_t to : room->ahead.targets)
            if (!is_beyond(to)) f(Index{to});
    }
    template <class F>
    void for_each_predecessor(Index i, Position, Player player, F&& f) const {
        const Borrowed room;
        all_->reversed.sources(i, player, room->back);
        for (const Index from : room->back) f(from);
    }
    /// Moves of either player to what was left aside.
    std::uint64_t leaves_bound(Index i, Position p) const {
        return leaves_bound(i, p, Player::left) + (partizan() ? leaves_bound(i, p, Player::right) : 0);
    }

    /// What a table stores of a position beside its values: `Board::Mark` bits.
    std::uint8_t mark(Index i) const;
    /// Where the moves of `player` lead, ascending, past the bound too.
    void moves(Index i, Player player, std::vector<Index>& targets) const;
    /// The positions as a table holds them. Borrows this game.
    PositionSource position_source() const;
    /// The moves turned round.
    const ReversedMoves& reversed() const { return all_->reversed; }
    /// `format::board_checksum` of the board that `explore` would make.
    std::uint64_t checksum() const { return all_->checksum; }

  private:
    struct All {
        std::shared_ptr<const ExploredPositions> positions;
        ReversedMoves reversed;
        bool partizan = false, stops = false, cut_off = false;
        std::uint64_t checksum = 0;
    };
    bool is_beyond(Index i) const { return all_->cut_off && (all_->positions->mark(i) & Board::beyond) != 0; }
    std::uint64_t leaves_bound(Index i, Position, Player player) const;
    static std::shared_ptr<const All> all_of(std::shared_ptr<const ExploredPositions> positions,
                                             const ReversingOptions& options, unsigned threads);

    /// Room for moves that a thread keeps: whoever hears of one may ask for others meanwhile.
    class Borrowed {
      public:
        struct Room {
            MoveRows ahead;
            std::vector<Index> back;
        };
        Borrowed();
        ~Borrowed();
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        Room* operator->() const { return room_.get(); }

      private:
        static std::unique_ptr<Room>& kept();
        std::unique_ptr<Room> room_;
    };

    std::shared_ptr<const All> all_;
};

/// The same where play may stop although there are moves, or without being lost for who cannot move.
class StoppingExplored : public Explored {
  public:
    static constexpr Has has = Explored::has.with_terminal();
    static constexpr std::array value_kinds = StoppingProgram::value_kinds;
    static StoppingExplored make(const Parameters& p) { return StoppingExplored(Explored::make(p)); }

    explicit StoppingExplored(Explored&& explored) : Explored(std::move(explored)) {}

    std::optional<OutcomeValue> terminal(Index i, Position, Player mover) const {
        return Program::stopped_value(mark(i), mover);
    }
};

/// The game, as `program:name=…,answers=@…`, with the bound that it was explored to. Throws `Error{bad_spec}` for a
/// name that is none.
std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound = 0);

/// The positions of a game of `explored_game`, which its tables hold; nothing for other games. Borrows the game.
std::optional<PositionSource> position_source_of(const Game& game);

/// The `bound` that a spec of the family `program` names; 0 where it names none. Throws `Error{bad_spec}`.
std::uint64_t explored_bound(const Parameters& parameters);

/// A game of the family `program` that has its positions and moves in memory, with these in scratch files, in the
/// folder of `room`. Throws `Error{io}`.
std::unique_ptr<Game> in_scratch_files(const Game& game, const SortingRoom& room);

}  // namespace mexbase

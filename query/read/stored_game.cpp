#include "stored_game.hpp"

#include <algorithm>
#include <array>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../../lib/games/tokens/program.hpp"
#include "../../lib/rules/game_of.hpp"

namespace mexbase::detail {

namespace {

/// The ruleset of a table that holds its positions. `Program` is the one that makes such a table. `RulesOf` inlines a
/// ruleset into its loops, but the members that read the table are too large for that.
class StoredProgram {
  public:
    using Position = Index;
    static constexpr std::string_view family = Program::family;
    static constexpr unsigned rules_version = Program::rules_version;
    static constexpr Has has{.leaves_bound = true, .partizan = true, .start = true, .value_kinds = true};
    static constexpr std::array value_kinds = Program::value_kinds;

    static const FamilyHelp& help() { return Program::help(); }
    /// No spec names one: it comes with a table.
    static StoredProgram make(const Parameters&) { throw Error(ErrorCode::bad_spec, "its positions are in a table"); }

    StoredProgram(const StoredPositions& positions, const SaysMoves& says) : positions_(&positions), says_(&says) {}

    Index size() const { return positions_->size(); }
    [[gnu::noinline]] bool legal(Index i) const { return (positions_->mark(i) & Board::beyond) == 0; }
    Position unrank(Index i) const { return i; }
    Index rank(Position i) const { return i; }
    Position start() const { return positions_->start(); }
    [[gnu::noinline]] bool partizan() const { return positions_->partizan(); }
    std::string format(Position i) const { return positions_->text(i); }
    Position parse(std::string_view text) const {
        const Index found = positions_->find(text);
        if (found == size() || !legal(found))
            throw Error(ErrorCode::bad_position, "the table has no position " + in_quotes(text));
        return found;
    }

    template <class F>
    void for_each_option(Index, Position i, Player player, F&& f) const {
        for (const Index to : moves(i, player))
            if (legal(to)) f(to);
    }
    /// Moves of either player to what was left aside.
    std::uint64_t leaves_bound(Index, Position i) const {
        std::uint64_t count = 0;
        for (const Player player : {Player::left, Player::right}) {
            if (player == Player::right && !partizan()) break;
            for (const Index to : moves(i, player)) count += legal(to) ? 0 : 1;
        }
        return count;
    }

  protected:
    /// How play has stopped, if it has.
    [[gnu::noinline]] std::optional<OutcomeValue> stopped(Position i, Player mover) const {
        if (positions_->has_moves()) return Program::stopped_value(positions_->mark(i), mover);
        std::vector<std::string> ignored;
        const auto outcome = ask(i, mover, ignored);
        if (!outcome) return std::nullopt;
        return OutcomeValue{*outcome, 0};
    }

  private:
    std::optional<Outcome> ask(Position i, Player mover, std::vector<std::string>& options) const {
        if (!*says_)
            throw Error(ErrorCode::not_applicable,
                        "this table holds positions and not their moves, which the program of its rules has to say");
        return (*says_)(positions_->text(i), mover, options);
    }
    [[gnu::noinline]] std::vector<Index> moves(Position i, Player player) const {
        std::vector<Index> found;
        if (positions_->has_moves()) {
            positions_->moves(i, player, found);
            return found;
        }
        std::vector<std::string> options;
        if (ask(i, player, options)) return found;
        for (const std::string& option : options) {
            found.push_back(positions_->find(option));
            if (found.back() == size())
                throw Error(ErrorCode::bad_file, "the program names " + in_quotes(option) + " as an option of " +
                                                     in_quotes(positions_->text(i)) +
                                                     ", and the table has no such position");
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    const StoredPositions* positions_;
    const SaysMoves* says_;
};

/// The same where play may stop though there are moves.
class StoppingStoredProgram : public StoredProgram {
  public:
    static constexpr Has has = StoredProgram::has.with_terminal();
    using StoredProgram::StoredProgram;
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::partizan_outcome};
    static StoppingStoredProgram make(const Parameters&) {
        throw Error(ErrorCode::bad_spec, "its positions are in a table");
    }

    std::optional<OutcomeValue> terminal(Index, Position i, Player mover) const { return stopped(i, mover); }
};

}  // namespace

std::unique_ptr<Game> stored_game(const std::string& spec, ValueKind kind, const StoredPositions& positions,
                                  const SaysMoves& says) {
    if (parse_spec(spec).family != StoredProgram::family)
        throw Error(ErrorCode::bad_spec, "it is none of the family " + std::string(StoredProgram::family));
    if (kind == ValueKind::outcome || kind == ValueKind::partizan_outcome)
        return std::make_unique<GameOf<StoppingStoredProgram>>(StoppingStoredProgram(positions, says), spec, nullptr);
    return std::make_unique<GameOf<StoredProgram>>(StoredProgram(positions, says), spec, nullptr);
}

}  // namespace mexbase::detail

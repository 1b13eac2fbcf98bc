#include "stored_game.hpp"

#include <algorithm>

#include "../../lib/board/board.hpp"
#include "../../lib/error.hpp"
#include "../../lib/games/tokens/program.hpp"
#include "../kinds/kind.hpp"

namespace mexbase::detail {

namespace {

/// The positions of a table, whose moves are stored with it or said by a program. Borrows both.
class PositionsOfTable final : public Positions {
  public:
    PositionsOfTable(const StoredPositions& stored, const MoveProvider& says) : stored_(stored), says_(says) {}

    Index size() const override { return stored_.size(); }
    std::string text(Index i) const override { return stored_.text(i); }
    Index find(std::string_view text) const override { return stored_.find(text); }
    std::uint8_t mark(Index i) const override { return stored_.mark(i); }
    std::optional<OutcomeValue> stop(Index i, Player mover) const override {
        if (stored_.has_moves()) return Positions::stop(i, mover);
        std::vector<std::string> ignored;
        const auto outcome = ask(i, mover, ignored);
        if (!outcome) return std::nullopt;
        return OutcomeValue{*outcome, 0};
    }
    void add_moves(Index i, Player player, std::vector<Index>& out) const override {
        std::vector<Index> found;
        if (stored_.has_moves())
            stored_.moves(i, player, found);
        else if ((mark(i) & Board::beyond) == 0)
            ask_for_moves(i, player, found);
        out.insert(out.end(), found.begin(), found.end());
    }

  private:
    std::optional<Outcome> ask(Index i, Player mover, std::vector<std::string>& options) const {
        if (!says_)
            throw Error(ErrorCode::not_applicable,
                        "this table holds positions and not their moves, which the program of its rules has to say",
                        Remedy::name_program);
        return says_(stored_.text(i), mover, options);
    }
    void ask_for_moves(Index i, Player player, std::vector<Index>& found) const {
        std::vector<std::string> options;
        if (ask(i, player, options)) return;
        for (const std::string& option : options) {
            found.push_back(stored_.find(option));
            if (found.back() == size())
                throw Error(ErrorCode::bad_file, "the program names " + in_quotes(option) + " as an option of " +
                                                     in_quotes(stored_.text(i)) +
                                                     ", and the table has no such position");
        }
        std::sort(found.begin(), found.end());
    }

    const StoredPositions& stored_;
    const MoveProvider& says_;
};

}  // namespace

std::unique_ptr<Game> stored_game(const std::string& spec, ValueKind kind, const StoredPositions& positions,
                                  const MoveProvider& says) {
    if (parse_spec(spec).family != program_family)
        throw Error(ErrorCode::bad_spec, "its family is not " + std::string(program_family));
    const bool stops = kind_of(kind).has_plies;
    // The mark of each position says whether it is past the bound.
    const OwnFacts facts = program_facts(positions.start(), positions.partizan(), stops, true);
    return std::make_unique<ListedGame>(program_family, std::make_shared<PositionsOfTable>(positions, says), facts,
                                        spec);
}

}  // namespace mexbase::detail

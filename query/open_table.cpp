// SPDX-License-Identifier: MIT
#include "open_table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../lib/board/board.hpp"
#include "../lib/games/tokens/listed_game.hpp"
#include "../lib/rules/family.hpp"
#include "kinds/kind.hpp"

namespace mexbase::detail {

namespace {

/// Positions stored in a table. Their moves are stored too, or the user's `MoveProvider` supplies them. Borrows
/// `stored` and `provider`.
class PositionsOfTable final : public Positions {
  public:
    PositionsOfTable(const StoredPositions& stored, const MoveProvider& provider)
        : stored_(stored), provider_(provider) {}

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
        if (!provider_)
            throw Error(ErrorCode::not_applicable,
                        "this table stores positions without moves: a program must supply the moves",
                        Remedy::name_program);
        return provider_(stored_.text(i), mover, options);
    }
    void ask_for_moves(Index i, Player player, std::vector<Index>& found) const {
        std::vector<std::string> options;
        if (ask(i, player, options)) return;
        for (const std::string& option : options) {
            found.push_back(stored_.find(option));
            if (found.back() == size())
                throw Error(ErrorCode::bad_file, "the program names " + in_quotes(option) + " as an option of " +
                                                     in_quotes(stored_.text(i)) +
                                                     ", but the table has no such position");
        }
        std::sort(found.begin(), found.end());
    }

    const StoredPositions& stored_;
    const MoveProvider& provider_;
};

}  // namespace

OpenTable::OpenTable(Source&& from, const OpenOptions& options)
    : TableData(std::move(from), options.cache_bytes, options.budget),
      registry(options.registry),
      move_provider(options.move_provider) {
    if (info.period && info.period->proven) check_proof();
}

OpenTable::~OpenTable() = default;

/// Throws if the table names a theorem that proves its period, and the rules give another theorem. Tables before
/// version 1.3 name no theorem, and some claim a proof that does not exist. For such a table, takes the theorem from
/// the rules, if they are known.
void OpenTable::check_proof() {
    const auto& made = game();
    if (!made && made.error().code == ErrorCode::corrupt) throw Error(ErrorCode::corrupt, made.error().message);
    if (!made || info.theorem) return;
    const auto theorem = (*made)->period_theorem();
    if (theorem && proves(*theorem, *info.period, info.indices)) info.theorem = theorem;
}

const Result<std::unique_ptr<Game>>& OpenTable::game() const {
    // Reads that may take long are done before `game_` takes its lock.
    const bool keys = has(format::keys_section);
    if (source.remote() && !game_.made()) keys ? positions.load() : (void)board();
    return game_.get([this, keys]() -> Result<std::unique_ptr<Game>> {
        const std::string of = "the game of this table, " + in_quotes(info.spec) + ", ";
        if (registry == nullptr)
            return Failure{ErrorCode::not_applicable,
                           of + "is not known here: this program was built without the rules of games"};
        if (!keys && registry->find(info.spec.substr(0, info.spec.find(':'))) == nullptr)
            return Failure{ErrorCode::bad_spec,
                           of + "is not known here: give positions by index, such as #0; their texts and moves need a "
                                "program that was linked with the rules (docs/rulesets.md)"};
        try {
            auto made =
                keys ? registry->make_program(info.spec, std::make_shared<PositionsOfTable>(positions, move_provider),
                                              positions.start(), positions.partizan(), kind_of(info.value).has_plies)
                     : registry->make(info.spec, board(), info.distance);
            if (made->rules_version() != info.rules_version)
                return Failure{ErrorCode::unsupported_version, of + "has version " +
                                                                   std::to_string(info.rules_version) +
                                                                   " of its rules, but this program supports version " +
                                                                   std::to_string(made->rules_version())};
            if (made->size() != info.indices || made->queryable_size() != info.queryable_size)
                return Failure{ErrorCode::corrupt, of + "and its table have different numbers of positions"};
            if (info.distance != Distance::end && info.exit_limit != made->traits().exit_limit)
                return Failure{ErrorCode::corrupt, of + "and its table have different limits on exits"};
            if (info.theorem && info.theorem != made->period_theorem())
                return Failure{ErrorCode::corrupt, of + "does not satisfy the theorem that proves the table's period"};
            return made;
        } catch (const Error& e) {
            // The board comes from the table, so the table is damaged if the board does not fit the game.
            if (e.code() == ErrorCode::bad_file) return Failure{ErrorCode::corrupt, of + "cannot be made: " + e.what()};
            if (e.code() != ErrorCode::bad_spec) throw;
            return Failure{e.code(), of + "is not known here: " + e.what()};
        }
    });
}

void check_legal(const OpenTable& table, Index index) {
    const auto& game = table.game();
    if (!game && table.registry == nullptr)
        throw Error(ErrorCode::not_applicable,
                    "this program has no rules to decide which indices of this table are positions: call a "
                    "function for stored values instead, such as stored_at");
    if (game && !(*game)->legal(index))
        throw Error(ErrorCode::out_of_domain, "index " + std::to_string(index) + " is not a position of this game");
}

}  // namespace mexbase::detail

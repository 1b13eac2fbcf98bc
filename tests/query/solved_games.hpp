// SPDX-License-Identifier: MIT
/// \file
/// Tables of real games in memory, solved by the definitions alone.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lib/value/partizan/notation/text.hpp"
#include "partizan_tables.hpp"

namespace mexbase::test {

inline std::unique_ptr<Game> stock_game(const std::string& spec) {
    return make_game(stock_registry(), spec);
}

inline Table opened_stock(std::vector<std::byte> bytes) {
    return Table::from_memory(std::move(bytes)).value();
}

inline void describe(TableContents& contents, const Game& game) {
    contents.info.spec = game.spec();
    contents.info.rules_version = game.rules_version();
    contents.info.indices = game.size();
    contents.info.queryable_size = game.queryable_size();
    contents.board = game.board().get();
}

/// Returns canonical forms of the positions of a loop-free game.
inline std::vector<std::byte> canonical_bytes(const std::string& spec) {
    const auto game = stock_game(spec);
    GameArena arena;
    std::map<Index, PartizanId> known;
    const auto value = [&](const auto& self, Index i) -> PartizanId {
        if (const auto it = known.find(i); it != known.end()) return it->second;
        std::vector<PartizanId> options[2];
        for (const Player player : {Player::left, Player::right})
            game->for_each_option(i, player, [&](std::span<const Index> parts) {
                PartizanId sum = GameArena::zero;
                for (const Index part : parts) sum = arena.sum(sum, self(self, part));
                options[static_cast<std::size_t>(player)].push_back(sum);
            });
        return known[i] = arena.make(options[0], options[1]);
    };
    Forms forms;
    GameNumbering numbering(arena);
    for (Index i = 0; i < game->size(); ++i)
        forms.numbers.push_back(game->legal(i) ? numbering.number(value(value, i)) : dont_care);
    forms.list = numbering.take();
    TableContents contents = contents_of(forms, spec);
    describe(contents, *game);
    return table_bytes(contents);
}

inline Table canonical_table(const std::string& spec) {
    return opened_stock(canonical_bytes(spec));
}

/// Returns the partizan outcomes of a loop-free game in whole form.
inline Table partizan_outcome_table(const std::string& spec) {
    const auto game = stock_game(spec);
    std::map<std::pair<Index, Player>, OutcomeValue> known;
    const auto value = [&](const auto& self, Index i, Player mover) -> OutcomeValue {
        if (const auto it = known.find({i, mover}); it != known.end()) return it->second;
        OutcomeValue best{Outcome::loss, 0};
        std::vector<Index> options;
        game->options(i, mover, options);
        for (const Index option : options) {
            const OutcomeValue after = self(self, option, other(mover));
            const OutcomeValue here{after.outcome == Outcome::loss ? Outcome::win : Outcome::loss,
                                    after.remoteness + 1};
            const bool better = here.outcome != best.outcome   ? here.outcome == Outcome::win
                                : here.outcome == Outcome::win ? here.remoteness < best.remoteness
                                                               : here.remoteness > best.remoteness;
            if (better) best = here;
        }
        return known[{i, mover}] = best;
    };
    Results results;
    for (Index i = 0; i < game->size(); ++i) {
        PartizanOutcome both;
        if (game->legal(i)) both = {value(value, i, Player::left), value(value, i, Player::right)};
        results.values.push_back(both);
        std::size_t at = 0;
        for (const OutcomeValue& side : {both.left, both.right}) {
            results.streams[at++].push_back(game->legal(i) ? static_cast<std::uint32_t>(side.outcome) : dont_care);
            results.streams[at++].push_back(game->legal(i) ? static_cast<std::uint32_t>(side.remoteness) : dont_care);
        }
    }
    TableContents contents = contents_of(results, spec);
    describe(contents, *game);
    return opened_stock(table_bytes(contents));
}

/// Returns the nimbers of a loop-free impartial game.
inline std::vector<std::byte> nimber_bytes(const std::string& spec) {
    const auto game = stock_game(spec);
    std::map<Index, std::uint32_t> known;
    const auto value = [&](const auto& self, Index i) -> std::uint32_t {
        if (const auto it = known.find(i); it != known.end()) return it->second;
        std::vector<bool> met(1024);
        game->for_each_option(i, Player::left, [&](std::span<const Index> parts) {
            std::uint32_t sum = 0;
            for (const Index part : parts) sum ^= self(self, part);
            met[sum] = true;
        });
        return known[i] = static_cast<std::uint32_t>(std::ranges::find(met, false) - met.begin());
    };
    std::vector<std::uint32_t> nimbers;
    for (Index i = 0; i < game->size(); ++i) nimbers.push_back(game->legal(i) ? value(value, i) + 1 : dont_care);
    TableContents contents;
    describe(contents, *game);
    contents.info.value = ValueKind::nimber;
    contents.streams.push_back(source_of(StreamKind::nimber, nimbers));
    return table_bytes(contents);
}

inline Table nimber_table(const std::string& spec) {
    return opened_stock(nimber_bytes(spec));
}

/// Returns all queryable positions.
inline std::vector<Index> positions_of(const Table& table) {
    std::vector<Index> all;
    for (Index i = 0; i < table.info().queryable_size; ++i)
        if (*table.legal(i)) all.push_back(i);
    return all;
}

}  // namespace mexbase::test

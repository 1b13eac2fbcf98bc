// SPDX-License-Identifier: MIT
#include "canonical_checkpoint.hpp"

#include <algorithm>
#include <vector>

#include "../../../lib/error.hpp"

namespace mexbase {

namespace {

/// Returns three numbers for each game from number `first` on: its counts of Left and Right options, and its atomic
/// weight.
std::vector<std::uint32_t> rows_of(const GameList& list, std::size_t first) {
    std::vector<std::uint32_t> rows;
    for (std::size_t g = first; g < list.games.size(); ++g)
        rows.insert(rows.end(), {list.games[g].lefts, list.games[g].rights, list.games[g].weight});
    return rows;
}

}  // namespace

Index load_canonical(Snapshot& snapshot, GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
                     const std::function<bool(Index)>& is_position) {
    GameList list;
    std::vector<std::uint32_t> rows;
    snapshot.load([&](const SavedPart& part) {
        if (part.field == "values") {
            if (!part.copy_to(values)) snapshot.refuse();
        } else {
            std::vector<std::uint32_t>& all = part.field == "games" ? rows : list.options;
            for (const std::uint64_t number : part.numbers()) all.push_back(static_cast<std::uint32_t>(number));
        }
    });
    const Index saved = saved_canonical(snapshot);
    if (saved == 0) return 0;

    std::uint64_t options = 0;
    for (std::size_t k = 0; k + 3 <= rows.size(); k += 3) {
        list.games.push_back({options, rows[k], rows[k + 1], rows[k + 2]});
        options += std::uint64_t{rows[k]} + rows[k + 1];
    }
    std::vector<PartizanId> games;
    try {
        if (options != list.options.size()) snapshot.refuse();
        games = load_games(arena, list);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::corrupt) throw;
        snapshot.refuse();
    }
    for (Index i = 0; i < saved; ++i) {
        const std::uint32_t number = values[i];
        if (is_position(i) ? number >= games.size() : number != no_saved_value) snapshot.refuse();
        if (number != no_saved_value) values[i] = games[number];
    }
    numbering = GameNumbering(arena, std::move(list), std::move(games));
    return saved;
}

Index saved_canonical(const Snapshot& snapshot) {
    return snapshot.size("values");
}

void save_canonical(Snapshot& snapshot, GameNumbering& numbering, std::span<const PartizanId> values) {
    if (values.size() <= saved_canonical(snapshot)) return;
    snapshot.append([&](Snapshot::Writer& writer) {
        const GameList& list = numbering.list();
        const std::vector<std::uint32_t> rows = rows_of(list, static_cast<std::size_t>(snapshot.size("games") / 3));
        writer.put("games", std::span(rows));
        writer.put("options", std::span(list.options).subspan(static_cast<std::size_t>(snapshot.size("options"))));
        constexpr std::size_t per_part = std::size_t{1} << 20;
        for (std::size_t first = static_cast<std::size_t>(saved_canonical(snapshot)); first < values.size();) {
            std::vector<std::uint32_t> numbers;
            for (const PartizanId value : values.subspan(first, std::min(per_part, values.size() - first)))
                numbers.push_back(value == no_saved_value ? no_saved_value : numbering.number(value));
            writer.put("values", std::span(numbers));
            first += numbers.size();
        }
    });
}

}  // namespace mexbase

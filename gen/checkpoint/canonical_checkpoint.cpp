#include "canonical_checkpoint.hpp"

#include <algorithm>
#include <vector>

#include "../../lib/error.hpp"
#include "archive.hpp"

namespace mexbase {

namespace {

constexpr std::size_t games_a_segment = std::size_t{1} << 18;
constexpr std::size_t indices_a_segment = std::size_t{1} << 22;

/// What comes after so many games, options and indices.
struct SweepSegment {
    std::uint64_t games = 0, options = 0, indices = 0;
    GameList list;                       ///< rows of the whole list, as they stand there
    std::vector<std::uint32_t> numbers;  ///< of games, or `none`
    bool whole = false;                  ///< whether a save ends here: before that, a game may name one yet to come
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& games& options& indices& list& numbers& whole;
    }
};

template <class T>
void append(std::vector<T>& to, const std::vector<T>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// Whether the options of the games stand one after another, and nothing else with them.
bool is_packed(const GameList& list) {
    std::uint64_t next = 0;
    for (const GameList::Game& game : list.games) {
        if (game.first != next) return false;
        next += std::uint64_t{game.lefts} + game.rights;
    }
    return next == list.options.size();
}

}  // namespace

Index CanonicalCheckpoint::load(GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
                                const std::function<bool(Index)>& is_position) {
    GameList list;
    Index indices = 0;
    file_.load([&](const std::string& archive) {
        const auto segment = detail::parsed<SweepSegment>(archive);
        if (!segment || segment->games != list.games.size() || segment->options != list.options.size() ||
            segment->indices != indices || segment->numbers.size() > values.size() - indices)
            return SegmentFile::Found::wrong;
        append(list.games, segment->list.games);
        append(list.options, segment->list.options);
        std::ranges::copy(segment->numbers, values.begin() + static_cast<std::ptrdiff_t>(indices));
        indices += segment->numbers.size();
        if (!segment->whole) return SegmentFile::Found::part;
        saved_ = {indices, list.games.size(), list.options.size()};
        return SegmentFile::Found::whole;
    });
    std::ranges::fill(values.subspan(saved_.indices, indices - saved_.indices), none);
    list.games.resize(saved_.games);
    list.options.resize(saved_.options);
    if (saved_.indices == 0) return 0;

    if (!is_packed(list)) file_.refuse();
    std::vector<PartizanId> games;
    try {
        games = load_games(arena, list);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::corrupt) throw;
        file_.refuse();
    }
    for (Index i = 0; i < saved_.indices; ++i) {
        const std::uint32_t number = values[i];
        if (is_position(i) ? number >= games.size() : number != none) file_.refuse();
        if (number != none) values[i] = games[number];
    }
    numbering = GameNumbering(arena, std::move(list), std::move(games));
    return saved_.indices;
}

void CanonicalCheckpoint::save(GameNumbering& numbering, std::span<const PartizanId> values) {
    if (values.size() <= saved_.indices) return;
    file_.begin();
    const GameList& list = numbering.list();
    const auto from = [](const auto& all, std::uint64_t first) {
        return all.begin() + static_cast<std::ptrdiff_t>(first);
    };
    while (saved_.indices < values.size()) {
        SweepSegment segment{saved_.games, saved_.options, saved_.indices, {}, {}, false};
        const auto game = static_cast<std::size_t>(saved_.games);
        if (game < list.games.size()) {
            const std::size_t last = std::min(list.games.size(), game + games_a_segment);
            saved_.games = last;
            saved_.options = last == list.games.size() ? list.options.size() : list.games[last].first;
            segment.list.games.assign(from(list.games, game), from(list.games, last));
            segment.list.options.assign(from(list.options, segment.options), from(list.options, saved_.options));
        } else {
            const auto first = static_cast<std::size_t>(saved_.indices);
            const std::size_t count = std::min(values.size() - first, indices_a_segment);
            for (const PartizanId value : values.subspan(first, count))
                segment.numbers.push_back(value == none ? none : numbering.number(value));
            saved_.indices += count;
            segment.whole = saved_.indices == values.size();
        }
        file_.append(detail::archived(segment));
    }
}

}  // namespace mexbase

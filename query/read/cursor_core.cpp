// SPDX-License-Identifier: MIT
#include "cursor_core.hpp"

#include <algorithm>
#include <utility>

#include "../kinds/list.hpp"
#include "table_data.hpp"

namespace mexbase::detail {

namespace {

/// Maximum bytes of earlier read-ahead data. If there is more, it is discarded before the next read.
constexpr std::uint64_t most_ahead = std::uint64_t{1} << 20;

}  // namespace

CursorCore::CursorCore(const TableData& table)
    : table_(table),
      orders_(table.orders.get()),
      kind_(kind_of(table.info.value)),
      number_(kind_.number),
      play_(table.info.play),
      distance_(table.info.distance),
      has_outcomes_(number_ == ValueKind::outcome),
      has_near_outcomes_(has_outcomes_ && !table.source.remote()),
      remotenesses_(table.stream(StreamKind::remoteness)),
      remote_(table.source.remote()) {
    for (std::size_t s = 0; s < kind_.streams.size(); ++s) {
        const StreamSpec& spec = kind_.streams[s];
        const StreamReader* stream = table.stream(spec.kind);
        if (s == 0 && stream == nullptr) stream = table.stream(*kind_.joined);
        if (stream == nullptr) continue;
        BlockCache& cache = streams_[s].emplace(*stream, table.cache_bytes, table.budget);
        batch_.codings[s] = stream->header().coding();
        if (!remote_) continue;
        cache.scratch().ahead = &ahead_;
        if (spec.in_value) values_.push_back(&cache);
        all_.push_back(&cache);
    }
}

void CursorCore::fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams) {
    std::vector<std::vector<std::uint64_t>> missing(streams.size());
    std::vector<ByteRange> wanted;
    for (std::size_t s = 0; s < streams.size(); ++s) {
        streams[s]->list_missing(places, missing[s]);
        for (const std::uint64_t block : missing[s]) streams[s]->stream().want_record(block, wanted);
    }
    if (wanted.empty()) return;
    const auto is_there = [this](const std::vector<ByteRange>& parts) {
        return std::all_of(parts.begin(), parts.end(),
                           [this](const ByteRange& e) { return ahead_.find(e.offset, e.length) != nullptr; });
    };
    const auto list_blocks = [&] {
        std::vector<ByteRange> blocks;
        for (std::size_t s = 0; s < streams.size(); ++s)
            for (const std::uint64_t block : missing[s])
                streams[s]->stream().want_block(block, streams[s]->scratch(), blocks);
        return blocks;
    };
    const bool has_lists = table_.sections[format::sets_section] || table_.sections[format::values_section];
    if (has_lists) table_.want_lists(wanted);
    if (is_there(wanted) && is_there(list_blocks())) return;
    if (ahead_.bytes() > most_ahead) ahead_.clear();
    table_.source.read_ahead(std::move(wanted), ahead_);
    if (has_lists) table_.take_lists(ahead_);
    table_.source.read_ahead(list_blocks(), ahead_);
}

void CursorCore::fetch(std::span<const Index> indices) {
    if (!remote_) return;
    std::vector<Index> places(indices.begin(), indices.end());
    for (Index& place : places) place = place_of(place);
    std::sort(places.begin(), places.end());
    fetch_places(places, all_);
    if (!table_.sections[format::values_section]) return;
    std::vector<std::uint32_t> numbers(places.size());
    for (std::size_t first = 0; first < places.size(); first += BlockCache::batch) {
        const std::size_t count = std::min(BlockCache::batch, places.size() - first);
        streams_[0]->get(std::span<const Index>(places).subspan(first, count),
                         std::span(numbers).subspan(first, count));
    }
    table_.values()->need(numbers);
}

void CursorCore::fetch_run(Index first, Index count) {
    // Blocks are fetched as a whole, so one index per block is enough.
    Index step = orders_ == nullptr ? Index{1} << format::most_block_log2 : 1;
    for (const BlockCache* stream : all_) step = std::min(step, stream->stream().header().block_positions());
    std::vector<Index> some;
    for (Index i = 0; i < count; i += step) some.push_back(first + i);
    some.push_back(first + count - 1);
    fetch(some);
}

BlockCache& CursorCore::positions(StreamKind kind) {
    auto& cache = positions_[static_cast<std::size_t>(kind) - static_cast<std::size_t>(StreamKind::key_gap)];
    if (!cache) cache.emplace(*table_.stream(kind), table_.cache_bytes, table_.budget);
    return *cache;
}

void CursorCore::need_lists(StreamKind kind, std::span<const std::uint32_t> numbers) {
    if (kind == StreamKind::k_set) {
        if (batch_.sets == nullptr) batch_.sets = table_.sets();
    } else if (kind == StreamKind::game_value) {
        if (batch_.forms == nullptr) batch_.forms = table_.values();
        const auto is_there = [this](std::uint32_t number) { return batch_.forms->has(number); };
        if (!std::all_of(numbers.begin(), numbers.end(), is_there)) [[unlikely]]
            batch_.forms->need(numbers);
    }
}

RaceValue CursorCore::race_value(Index index) {
    auto &nimbers = streams_[3], &sets = streams_[4], &counters = streams_[5];
    RaceValue race;
    index = place_of(index);
    if (remote_) fetch_places({&index, 1}, all_);
    const std::uint32_t stored = nimbers->get(index);
    if (stored == 0) {
        if (!sets) throw Error(ErrorCode::corrupt, "an infinite value of the table has no set of nimbers");
        race.value.infinite = true;
        race.value.reached = At{*this, index}.set(sets->get(index));
    } else if (stored < format::first_race_nimber) {
        race.state = stored == 1 ? RaceValue::State::near : RaceValue::State::over;
    } else {
        race.value.nimber = stored - format::first_race_nimber;
        if (counters) race.value.counter = counters->get(index);
    }
    return race;
}

std::span<const std::uint32_t> CursorCore::At::set(std::uint32_t id) const {
    if (core.batch_.sets == nullptr) core.need_lists(StreamKind::k_set, {});
    return (*core.batch_.sets)[id];
}

CanonicalValue CursorCore::At::form(std::uint32_t id) const {
    const CanonicalValues* forms = core.batch_.forms;
    if (forms == nullptr || !forms->has(id)) core.need_lists(StreamKind::game_value, {&id, 1});
    return {core.batch_.forms, id};
}

void CursorCore::other_value(Index place, Value& value) {
    if (remote_) [[unlikely]]
        fetch_places({&place, 1}, values_);
    value.kind = number_;
    with_kind(number_, [&]<class K>(std::type_identity<K>) { K::make(value, At{*this, place}); });
}

Outcome CursorCore::unknown_or_draw(Index index) {
    auto &no_win = streams_[2], &no_loss = streams_[3];
    const bool draw = no_loss && no_win && no_loss->get(index) != 0 && no_win->get(index) != 0;
    return draw ? Outcome::draw : Outcome::unknown;
}

void CursorCore::values(std::span<const Index> indices, std::span<Value> values) {
    constexpr std::size_t in_a_round = 16 * BlockCache::batch;
    for (std::size_t first = 0; first < indices.size(); first += BlockCache::batch) {
        if (remote_ && first % in_a_round == 0)
            fetch(indices.subspan(first, std::min(in_a_round, indices.size() - first)));
        const auto part = indices.subspan(first, std::min(BlockCache::batch, indices.size() - first));
        const auto out = values.subspan(first, part.size());
        if (orders_ == nullptr) {
            values_at(part, out);
            continue;
        }
        std::array<Index, BlockCache::batch> places;
        for (std::size_t i = 0; i < part.size(); ++i) places[i] = orders_->place(part[i]);
        values_at(std::span<const Index>(places).first(part.size()), out);
    }
}

std::span<std::uint32_t> CursorCore::buffer_for(std::size_t s, std::size_t count) {
    if (numbers_[s].size() < count) numbers_[s].resize(count);
    const auto room = std::span(numbers_[s]).first(count);
    batch_.streams[s] = room.data();
    return room;
}

void CursorCore::read_numbers(std::size_t s, std::span<const Index> places) {
    const StreamSpec& spec = kind_.streams[s];
    const auto numbers = buffer_for(s, places.size());
    if (spec.choose == nullptr) {
        streams_[s]->get(places, numbers);
        return need_lists(spec.kind, numbers);
    }
    std::array<std::uint32_t, BlockCache::batch> chosen, found;
    std::array<Index, BlockCache::batch> some;
    const std::size_t count = spec.choose({batch_.streams[spec.chooser], places.size()}, chosen.data());
    if (count == 0) return;
    for (std::size_t i = 0; i < count; ++i) some[i] = places[chosen[i]];
    streams_[s]->get(std::span<const Index>(some).first(count), std::span(found).first(count));
    need_lists(spec.kind, std::span(found).first(count));
    for (std::size_t i = 0; i < count; ++i) numbers[chosen[i]] = found[i];
}

void CursorCore::decode(std::span<Value> values) const {
    kind_.decode(batch_, values);
    if (distance_ != Distance::end)
        for (Value& value : values) value.distance = distance_;
}

void CursorCore::values_at(std::span<const Index> places, std::span<Value> values) {
    for (std::size_t s = 0; s < kind_.streams.size(); ++s)
        if (streams_[s] && kind_.streams[s].in_value) read_numbers(s, places);
    decode(values);
}

Index CursorCore::in_window(const StoredOrders::Range& range) const {
    const Index most = std::max<Index>(table_.cache_bytes, 512);
    return range.group / 2 < most ? range.group : 2 * most;
}

void CursorCore::fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const {
    // A group of `range.group` indices is stored in the same range of stored indices, in another order.
    const Index group = index - (index - range.order.first) % range.group;
    const Index count = in_window(range);
    const Index first = index - (index - group) % count;
    window.first = first;
    window.numbers.clear();  // so that the window is empty if a damaged block throws below
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(std::min(count, group + range.group - first)));
    std::array<std::uint32_t, 1024> some;
    StoredIndexWalk walk(range.order, group - range.order.first);
    for (Index place = group; place < group + range.group; place += some.size()) {
        const auto part =
            std::span(some).first(static_cast<std::size_t>(std::min<Index>(some.size(), group + range.group - place)));
        stream.run(place, part);
        for (const std::uint32_t value : part) {
            const Index at = range.order.first + walk.index() - first;
            if (at < numbers.size()) numbers[static_cast<std::size_t>(at)] = value;
            walk.next();
        }
    }
    window.numbers = std::move(numbers);
}

void CursorCore::run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> numbers) {
    if (orders_ == nullptr) return stream.run(first, numbers);
    if (first != window.end) window.begin = first;
    window.end = first + numbers.size();
    while (!numbers.empty()) {
        std::size_t n = numbers.size();
        if (const StoredOrders::Range* range = orders_->find(first)) {
            n = static_cast<std::size_t>(std::min<Index>(n, range->last - first));
            const auto is_there = [&] { return first - window.first < window.numbers.size(); };
            // `fill` reads a whole group of indices. This is too slow if only a few numbers of the group are needed, or
            // if only a few fit into the window.
            constexpr Index worth_it = 64;
            const Index room = in_window(*range);
            if (!is_there() && room >= range->group / worth_it && window.end - window.begin >= room / worth_it)
                fill(window, stream, *range, first);
            if (is_there()) {
                const Index at = first - window.first;
                n = static_cast<std::size_t>(std::min<Index>(n, window.numbers.size() - at));
                std::copy_n(window.numbers.begin() + static_cast<std::ptrdiff_t>(at), n, numbers.begin());
            } else {
                std::array<Index, BlockCache::batch> places;
                n = std::min(n, places.size());
                for (std::size_t k = 0; k < n; ++k) places[k] = orders_->place(first + k);
                stream.get(std::span<const Index>(places).first(n), numbers.first(n));
            }
        } else {
            const auto& ranges = orders_->ranges();
            const auto next =
                std::upper_bound(ranges.begin(), ranges.end(), first,
                                 [](Index at, const StoredOrders::Range& r) { return at < r.order.first; });
            if (next != ranges.end()) n = static_cast<std::size_t>(std::min<Index>(n, next->order.first - first));
            stream.run(first, numbers.first(n));
        }
        first += n;
        numbers = numbers.subspan(n);
    }
}

void CursorCore::run(Index first, std::span<Value> values) {
    if (!remote_) return run_near(first, values);
    constexpr std::size_t in_a_round = std::size_t{1} << 18;
    for (std::size_t done = 0; done < values.size(); done += in_a_round) {
        const auto part = values.subspan(done, std::min(in_a_round, values.size() - done));
        fetch_run(first + done, part.size());
        run_near(first + done, part);
    }
}

void CursorCore::run_near(Index first, std::span<Value> values) {
    // Some streams have numbers only for a few positions. The first positions of a batch show if this is so.
    constexpr std::size_t shown = 64, few = 8;
    std::array<std::uint32_t, BlockCache::batch> chosen;
    std::array<Index, BlockCache::batch> places;
    for (std::size_t done = 0; done < values.size(); done += BlockCache::batch) {
        const Index from = first + done;
        const std::size_t n = std::min(BlockCache::batch, values.size() - done);
        for (std::size_t s = 0; s < kind_.streams.size(); ++s) {
            const StreamSpec& spec = kind_.streams[s];
            if (!streams_[s] || !spec.in_value) continue;
            const auto numbers = buffer_for(s, n);
            const std::span deciding(batch_.streams[spec.chooser], n);
            if (!spec.choose || spec.choose(deciding.first(std::min(n, shown)), chosen.data()) >= std::min(n, few)) {
                run_of(*streams_[s], windows_[s], from, numbers);
                need_lists(spec.kind, numbers);
            } else if (spec.choose(deciding, chosen.data()) != 0) {
                for (std::size_t i = 0; i < n; ++i) places[i] = place_of(from + i);
                read_numbers(s, std::span<const Index>(places).first(n));
            }
        }
        decode(values.subspan(done, n));
    }
}

}  // namespace mexbase::detail

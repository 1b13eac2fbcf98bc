#include "cursor_core.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "table_data.hpp"

namespace mexbase::detail {

namespace {

/// Bytes that are kept of what was read ahead when more is.
constexpr std::uint64_t most_ahead = std::uint64_t{1} << 20;

std::optional<BlockCache> cache_of(const TableData& table, StreamKind kind) {
    const StreamReader* stream = table.stream(kind);
    if (stream == nullptr) return std::nullopt;
    return std::optional<BlockCache>(std::in_place, *stream, table.cache_bytes, table.budget);
}

format::Halving halving_of(const TableData& table, StreamKind kind) {
    const StreamReader* stream = table.stream(kind);
    return stream == nullptr ? format::Halving::none : stream->header().halving();
}

}  // namespace

CursorCore::CursorCore(const TableData& table)
    : table_(table),
      orders_(table.orders.get()),
      kind_(table.info.value),
      play_(table.info.play),
      outcome_(cache_of(table, StreamKind::outcome)),
      remoteness_(cache_of(table, StreamKind::remoteness)),
      result_(cache_of(table, StreamKind::result)),
      cannot_win_(cache_of(table, StreamKind::cannot_win)),
      cannot_lose_(cache_of(table, StreamKind::cannot_lose)),
      nimber_(cache_of(table, StreamKind::nimber)),
      k_set_(cache_of(table, StreamKind::k_set)),
      counter_(cache_of(table, StreamKind::counter)),
      obliged_(cache_of(table, StreamKind::obliged)),
      race_nimber_(cache_of(table, StreamKind::race_nimber)),
      race_k_set_(cache_of(table, StreamKind::race_k_set)),
      race_counter_(cache_of(table, StreamKind::race_counter)),
      left_outcome_(cache_of(table, StreamKind::left_outcome)),
      left_remoteness_(cache_of(table, StreamKind::left_remoteness)),
      right_outcome_(cache_of(table, StreamKind::right_outcome)),
      right_remoteness_(cache_of(table, StreamKind::right_remoteness)),
      game_value_(cache_of(table, StreamKind::game_value)),
      halving_(halving_of(table, StreamKind::remoteness)),
      left_halving_(halving_of(table, StreamKind::left_remoteness)),
      right_halving_(halving_of(table, StreamKind::right_remoteness)),
      remotenesses_(table.stream(StreamKind::remoteness)),
      remote_(table.source.remote()) {
    if (!remote_) return;
    const auto add = [this](std::optional<BlockCache>& stream, std::vector<BlockCache*>& streams) {
        if (!stream) return;
        stream->scratch().ahead = &ahead_;
        streams.push_back(&*stream);
    };
    for (auto* stream :
         {&outcome_, &remoteness_, &result_, &cannot_win_, &cannot_lose_, &nimber_, &k_set_, &counter_, &obliged_,
          &left_outcome_, &left_remoteness_, &right_outcome_, &right_remoteness_, &game_value_})
        add(*stream, values_);
    all_ = values_;
    for (auto* stream : {&race_nimber_, &race_k_set_, &race_counter_}) add(*stream, all_);
}

void CursorCore::fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams) {
    std::vector<std::vector<std::uint64_t>> missing(streams.size());
    std::vector<Extent> wanted;
    for (std::size_t s = 0; s < streams.size(); ++s) {
        streams[s]->list_missing(places, missing[s]);
        for (const std::uint64_t block : missing[s]) streams[s]->stream().want_record(block, wanted);
    }
    if (wanted.empty()) return;
    const auto is_there = [this](const std::vector<Extent>& parts) {
        return std::all_of(parts.begin(), parts.end(),
                           [this](const Extent& e) { return ahead_.find(e.offset, e.length) != nullptr; });
    };
    const auto list_blocks = [&] {
        std::vector<Extent> blocks;
        for (std::size_t s = 0; s < streams.size(); ++s)
            for (const std::uint64_t block : missing[s])
                streams[s]->stream().want_block(block, streams[s]->scratch(), blocks);
        return blocks;
    };
    const bool has_lists = k_set_ || race_k_set_ || game_value_;
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
    if (game_value_) need_canonical(places);
}

void CursorCore::need_canonical(std::span<const Index> places) {
    std::vector<std::uint32_t> numbers(places.size());
    for (std::size_t first = 0; first < places.size(); first += BlockCache::batch) {
        const std::size_t count = std::min(BlockCache::batch, places.size() - first);
        game_value_->get(places.subspan(first, count), std::span(numbers).subspan(first, count));
    }
    table_.need_values(numbers);
}

void CursorCore::fetch_run(Index first, Index count) {
    // An index of each block is enough.
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

NimberValue CursorCore::infinite_value(std::uint32_t set) {
    if (sets_ == nullptr) sets_ = table_.sets();
    NimberValue value;
    value.infinite = true;
    value.reached = (*sets_)[set];
    return value;
}

CanonicalValue CursorCore::canonical_value(std::uint32_t number) {
    if (canonical_ == nullptr) canonical_ = table_.values();
    if (!canonical_->has(number)) [[unlikely]]
        table_.need_values({&number, 1});
    return {canonical_, number};
}

RaceValue CursorCore::race_value(Index index) {
    RaceValue race;
    index = place_of(index);
    if (remote_) fetch_places({&index, 1}, all_);
    const std::uint32_t stored = race_nimber_->get(index);
    if (stored == 0) {
        if (!race_k_set_) throw Error(ErrorCode::corrupt, "an infinite value of the table has no set");
        race.value = infinite_value(race_k_set_->get(index));
    } else if (stored < format::first_race_nimber) {
        race.state = stored == 1 ? RaceValue::State::near : RaceValue::State::over;
    } else {
        race.value.nimber = stored - format::first_race_nimber;
        if (race_counter_) race.value.counter = race_counter_->get(index);
    }
    return race;
}

void CursorCore::other_value(Index index, Value& value) {
    value.kind = kind_;
    if (kind_ == ValueKind::obliged) {
        value.obliged = Obliged::of(obliged_->get(index));
        return;
    }
    if (kind_ == ValueKind::canonical) {
        std::construct_at(&value.canonical, canonical_value(game_value_->get(index)));
        return;
    }
    if (kind_ == ValueKind::partizan_outcome) {
        // In its place: a value that has just been written in pieces waits when it is copied as a whole.
        const auto set = [index](OutcomeValue& result, BlockCache& outcome, BlockCache& plies,
                                 format::Halving halving) {
            result.outcome = static_cast<Outcome>(outcome.get(index));
            if (has_remoteness(result.outcome))
                result.remoteness = remoteness(result.outcome, plies.get(index), halving);
        };
        std::construct_at(&value.partizan);
        set(value.partizan.left, *left_outcome_, *left_remoteness_, left_halving_);
        set(value.partizan.right, *right_outcome_, *right_remoteness_, right_halving_);
        return;
    }
    const std::uint32_t stored = nimber_->get(index);
    if (stored != 0) {
        value.nimber.nimber = stored - 1;
        if (counter_) value.nimber.counter = counter_->get(index);
    } else if (k_set_) {
        value.nimber = infinite_value(k_set_->get(index));
    } else {
        throw Error(ErrorCode::corrupt, "an infinite value of the table has no set");
    }
}

Outcome CursorCore::unknown_or_draw(Index index) {
    const bool draw = cannot_lose_ && cannot_win_ && cannot_lose_->get(index) != 0 && cannot_win_->get(index) != 0;
    return draw ? Outcome::draw : Outcome::unknown;
}

void CursorCore::finish_unknown(Value& value, Index index) {
    value.cannot_win = cannot_win_ && cannot_win_->get(index) != 0;
    value.cannot_lose = cannot_lose_ && cannot_lose_->get(index) != 0;
    if (value.cannot_win && value.cannot_lose) value.outcome.outcome = Outcome::draw;
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

void CursorCore::values_at(std::span<const Index> indices, std::span<Value> values) {
    if (kind_ == ValueKind::outcome)
        outcome_values(indices, values);
    else if (kind_ == ValueKind::nimber || kind_ == ValueKind::obliged)
        nimber_values(indices, values);
    else
        partizan_values(indices, values);
}

namespace {

/// Looks up in `cache` what those of `indices` have whose value so far is `wanted`, and hands it to `take`.
template <class Wanted, class Take>
void look_up(BlockCache& cache, std::span<const Index> indices, std::span<Value> values, Wanted wanted, Take take) {
    std::vector<Index> some;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (!wanted(values[i])) continue;
        some.push_back(indices[i]);
        places.push_back(i);
    }
    if (some.empty()) return;
    std::vector<std::uint32_t> meanings(some.size());
    cache.get(some, meanings);
    for (std::size_t i = 0; i < places.size(); ++i) take(values[places[i]], meanings[i]);
}

constexpr auto all_wanted = [](const Value&) { return true; };

}  // namespace

void CursorCore::outcome_values(std::span<const Index> indices, std::span<Value> values) {
    look_up(result_ ? *result_ : *outcome_, indices, values, all_wanted, [this](Value& value, std::uint32_t stored) {
        value = Value{};
        if (result_)
            set_result(value, stored);
        else
            value.outcome.outcome = static_cast<Outcome>(stored);
        const Outcome who = value.outcome.outcome;
        value.cannot_win = who != Outcome::win && who != Outcome::unknown;
        value.cannot_lose = who != Outcome::loss && who != Outcome::unknown;
    });
    const auto is_unknown = [](const Value& value) { return value.outcome.outcome == Outcome::unknown; };
    const auto is_decided = [](const Value& value) { return has_remoteness(value.outcome.outcome); };
    if (remoteness_)
        look_up(*remoteness_, indices, values, is_decided, [this](Value& value, std::uint32_t stored) {
            value.outcome.remoteness = remoteness(value.outcome.outcome, stored, halving_);
        });
    if (cannot_win_)
        look_up(*cannot_win_, indices, values, is_unknown,
                [](Value& value, std::uint32_t bit) { value.cannot_win = bit != 0; });
    if (cannot_lose_)
        look_up(*cannot_lose_, indices, values, is_unknown, [](Value& value, std::uint32_t bit) {
            value.cannot_lose = bit != 0;
            if (value.cannot_win && value.cannot_lose) value.outcome.outcome = Outcome::draw;
        });
}

void CursorCore::nimber_values(std::span<const Index> indices, std::span<Value> values) {
    const ValueKind kind = kind_;
    const auto clear = [kind](Value& value) {
        value = Value{};
        value.kind = kind;
    };
    if (kind == ValueKind::obliged)
        return look_up(*obliged_, indices, values, all_wanted, [&](Value& value, std::uint32_t stored) {
            clear(value);
            value.obliged = Obliged::of(stored);
        });
    look_up(*nimber_, indices, values, all_wanted, [&](Value& value, std::uint32_t stored) {
        clear(value);
        value.nimber.infinite = stored == 0;
        if (stored != 0) value.nimber.nimber = stored - 1;
    });
    const auto is_finite = [](const Value& value) { return !value.nimber.infinite; };
    const auto is_infinite = [](const Value& value) { return value.nimber.infinite; };
    if (counter_)
        look_up(*counter_, indices, values, is_finite,
                [](Value& value, std::uint32_t stored) { value.nimber.counter = stored; });
    if (k_set_)
        look_up(*k_set_, indices, values, is_infinite,
                [this](Value& value, std::uint32_t id) { value.nimber = infinite_value(id); });
    else if (std::any_of(values.begin(), values.end(), is_infinite))
        throw Error(ErrorCode::corrupt, "an infinite value of the table has no set");
}

void CursorCore::partizan_values(std::span<const Index> indices, std::span<Value> values) {
    if (kind_ == ValueKind::canonical)
        return look_up(*game_value_, indices, values, all_wanted,
                       [this](Value& value, std::uint32_t number) { value = Value::of(canonical_value(number)); });
    std::fill(values.begin(), values.end(), Value::of(PartizanOutcome{}));
    const auto side = [&](BlockCache& outcome, BlockCache& plies, format::Halving halving,
                          OutcomeValue PartizanOutcome::*first) {
        look_up(outcome, indices, values, all_wanted, [first](Value& value, std::uint32_t stored) {
            (value.partizan.*first).outcome = static_cast<Outcome>(stored);
        });
        const auto is_decided = [first](const Value& value) { return has_remoteness((value.partizan.*first).outcome); };
        look_up(plies, indices, values, is_decided, [first, halving](Value& value, std::uint32_t stored) {
            OutcomeValue& result = value.partizan.*first;
            result.remoteness = remoteness(result.outcome, stored, halving);
        });
    };
    side(*left_outcome_, *left_remoteness_, left_halving_, &PartizanOutcome::left);
    side(*right_outcome_, *right_remoteness_, right_halving_, &PartizanOutcome::right);
}

Index CursorCore::in_window(const StoredOrders::Range& range) const {
    const Index most = std::max<Index>(table_.cache_bytes, 512);
    return range.group / 2 < most ? range.group : 2 * most;
}

void CursorCore::fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const {
    // The indices of a group have the places of that group.
    const Index group = index - (index - range.order.first) % range.group;
    const Index count = in_window(range);
    const Index first = index - (index - group) % count;
    window.first = first;
    window.meanings.clear();  // what is read in part is not to be found when a damaged block ends the reading
    std::vector<std::uint32_t> meanings(static_cast<std::size_t>(std::min(count, group + range.group - first)));
    std::array<std::uint32_t, 1024> some;
    PlaceWalk walk(range.order, group - range.order.first);
    for (Index place = group; place < group + range.group; place += some.size()) {
        const auto part =
            std::span(some).first(static_cast<std::size_t>(std::min<Index>(some.size(), group + range.group - place)));
        stream.run(place, part);
        for (const std::uint32_t meaning : part) {
            const Index at = range.order.first + walk.index() - first;
            if (at < meanings.size()) meanings[static_cast<std::size_t>(at)] = meaning;
            walk.next();
        }
    }
    window.meanings = std::move(meanings);
}

void CursorCore::run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> meanings) {
    if (orders_ == nullptr) return stream.run(first, meanings);
    if (first != window.end) window.begin = first;
    window.end = first + meanings.size();
    while (!meanings.empty()) {
        std::size_t n = meanings.size();
        if (const StoredOrders::Range* range = orders_->find(first)) {
            n = static_cast<std::size_t>(std::min<Index>(n, range->last - first));
            const auto is_there = [&] { return first - window.first < window.meanings.size(); };
            // To fill a window the whole group is read: that is not worth it for a short run here and there, nor where
            // there is room for few of the group.
            constexpr Index worth_it = 64;
            const Index room = in_window(*range);
            if (!is_there() && room >= range->group / worth_it && window.end - window.begin >= room / worth_it)
                fill(window, stream, *range, first);
            if (is_there()) {
                const Index at = first - window.first;
                n = static_cast<std::size_t>(std::min<Index>(n, window.meanings.size() - at));
                std::copy_n(window.meanings.begin() + static_cast<std::ptrdiff_t>(at), n, meanings.begin());
            } else {
                std::array<Index, BlockCache::batch> places;
                n = std::min(n, places.size());
                for (std::size_t k = 0; k < n; ++k) places[k] = orders_->place(first + k);
                stream.get(std::span<const Index>(places).first(n), meanings.first(n));
            }
        } else {
            const auto& ranges = orders_->ranges();
            const auto next =
                std::upper_bound(ranges.begin(), ranges.end(), first,
                                 [](Index at, const StoredOrders::Range& r) { return at < r.order.first; });
            if (next != ranges.end()) n = static_cast<std::size_t>(std::min<Index>(n, next->order.first - first));
            stream.run(first, meanings.first(n));
        }
        first += n;
        meanings = meanings.subspan(n);
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
    constexpr std::size_t part = 4096;
    if (kind_ != ValueKind::outcome) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
        return;
    }
    std::vector<std::uint32_t> outcomes(std::min(part, values.size())), remotenesses(outcomes.size());
    for (std::size_t done = 0; done < values.size(); done += part) {
        const std::size_t n = std::min(part, values.size() - done);
        run_of(result_ ? *result_ : *outcome_, first_window_, first + done, std::span(outcomes).first(n));
        if (remoteness_) run_of(*remoteness_, second_window_, first + done, std::span(remotenesses).first(n));
        for (std::size_t i = 0; i < n; ++i) {
            Value& value = values[done + i] = Value{};
            if (result_) {
                set_result(value, outcomes[i]);
            } else {
                const auto who = static_cast<Outcome>(outcomes[i]);
                value.outcome.outcome = who;
                if (has_remoteness(who)) value.outcome.remoteness = remoteness(who, remotenesses[i], halving_);
            }
            const bool unknown = value.outcome.outcome == Outcome::unknown;
            finish(value, unknown ? place_of(first + done + i) : first + done + i);
        }
    }
}

}  // namespace mexbase::detail

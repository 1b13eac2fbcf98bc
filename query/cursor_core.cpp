#include "cursor_core.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "table_data.hpp"

namespace mexbase::detail {

namespace {

constexpr std::size_t most_slots = 256;
constexpr std::size_t batch = 1024;  // indices handled together

std::optional<BlockCache> cache_of(const TableData& table, StreamKind kind) {
    const StreamReader* stream = table.stream(kind);
    if (stream == nullptr) return std::nullopt;
    return std::optional<BlockCache>(std::in_place, *stream, table.cache_bytes);
}

}  // namespace

BlockCache::BlockCache(const StreamReader& stream, std::size_t budget)
    : stream_(&stream),
      list_(stream.header().list.empty() ? nullptr : stream.header().list.data()),
      base_(stream.header().base),
      step_(stream.header().step),
      block_log2_(stream.header().block_log2),
      buffer_bytes_(block_buffer_bytes(stream.header())) {
    std::uint64_t slots = std::clamp<std::uint64_t>(budget / buffer_bytes_, 2, most_slots);
    slots = std::min(std::bit_floor(slots), std::bit_ceil(std::max<std::uint64_t>(stream.header().blocks(), 1)));
    slots_.resize(static_cast<std::size_t>(slots));
    slot_mask_ = slots - 1;
    if (stream.header().bits == 0) {
        // One symbol: a single block that is always there.
        block_log2_ = 63;
        slots_[0].block = 0;
        slots_[0].view.data = no_bits;
    }
    position_mask_ = (std::uint64_t{1} << block_log2_) - 1;
}

void BlockCache::load(std::uint64_t block, Slot& slot) {
    slot.block = no_block;  // whatever happens below, the slot never claims what it does not hold
    if (buffers_ == nullptr) buffers_ = std::make_unique_for_overwrite<std::byte[]>(slots_.size() * buffer_bytes_);
    const auto number = static_cast<std::size_t>(&slot - slots_.data());
    slot.view = stream_->load_block(block, scratch_, buffers_.get() + number * buffer_bytes_);
    slot.block = block;
}

void BlockCache::throw_damaged() const {
    throw Error(ErrorCode::corrupt,
                "a block of stream " + std::string(to_string(stream_->header().kind)) + " is damaged");
}

void BlockCache::get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> meanings) {
    // First what is decoded already; the places of the rest, by block, so that each block is loaded once.
    constexpr unsigned place_bits = std::bit_width(batch - 1);
    misses_.clear();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::uint64_t block = indices[i] >> block_log2_;
        const Slot& slot = slots_[block & slot_mask_];
        if (slot.block == block)
            meanings[i] = meaning(slot.view, indices[i] & position_mask_);
        else
            misses_.push_back(block << place_bits | i);
    }
    if (misses_.empty()) return;
    std::sort(misses_.begin(), misses_.end());
    constexpr std::size_t records_ahead = 6, payloads_ahead = 3;
    const auto hint = [this](std::size_t miss, bool payload) {
        if (miss >= misses_.size()) return;
        const std::uint64_t block = misses_[miss] >> place_bits;
        payload ? stream_->prefetch_payload(block) : stream_->prefetch_record(block);
    };
    for (std::size_t i = 0; i < records_ahead; ++i) hint(i, false);
    for (std::size_t i = 0; i < payloads_ahead; ++i) hint(i, true);
    for (std::size_t i = 0; i < misses_.size(); ++i) {
        hint(i + records_ahead, false);
        hint(i + payloads_ahead, true);
        const std::size_t place = misses_[i] & (batch - 1);
        meanings[place] = get(indices[place]);
    }
}

void BlockCache::run(std::uint64_t first, std::span<std::uint32_t> meanings) {
    for (std::size_t done = 0; done < meanings.size();) {
        const std::uint64_t block = (first + done) >> block_log2_;
        Slot& slot = slots_[block & slot_mask_];
        if (slot.block != block) load(block, slot);
        std::uint64_t position = (first + done) & position_mask_;
        const std::uint64_t end = std::min<std::uint64_t>(position_mask_ + 1, position + (meanings.size() - done));
        for (; position < end; ++position) meanings[done++] = meaning(slot.view, position);
    }
}

CursorCore::CursorCore(const TableData& table)
    : outcome_(*table.stream(StreamKind::outcome), table.cache_bytes),
      remoteness_(cache_of(table, StreamKind::remoteness)),
      cannot_win_(cache_of(table, StreamKind::cannot_win)),
      cannot_lose_(cache_of(table, StreamKind::cannot_lose)) {
    if (const StreamReader* stream = table.stream(StreamKind::remoteness))
        parity_ = (stream->header().flags & format::flag_parity) != 0;
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
    std::vector<std::uint32_t> meanings(std::min(batch, indices.size()));
    std::vector<Index> some;
    std::vector<std::size_t> places;
    for (std::size_t first = 0; first < indices.size(); first += batch) {
        const auto part = indices.subspan(first, std::min(batch, indices.size() - first));
        const auto out = values.subspan(first, part.size());
        // What a stream says of those indices that `wanted` picks by their values so far.
        const auto look_up = [&](BlockCache& cache, auto wanted, auto take) {
            some.clear();
            places.clear();
            for (std::size_t i = 0; i < part.size(); ++i) {
                if (!wanted(out[i].outcome.outcome)) continue;
                some.push_back(part[i]);
                places.push_back(i);
            }
            if (some.empty()) return;
            cache.get(some, std::span(meanings).first(some.size()));
            for (std::size_t i = 0; i < places.size(); ++i) take(out[places[i]], meanings[i]);
        };
        outcome_.get(part, std::span(meanings).first(part.size()));
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto who = static_cast<Outcome>(meanings[i]);
            out[i] = Value{};
            out[i].outcome.outcome = who;
            out[i].cannot_win = who != Outcome::win && who != Outcome::unknown;
            out[i].cannot_lose = who != Outcome::loss && who != Outcome::unknown;
        }
        const auto is_unknown = [](Outcome who) { return who == Outcome::unknown; };
        if (remoteness_)
            look_up(*remoteness_, has_remoteness, [this](Value& value, std::uint32_t stored) {
                value.outcome.remoteness = remoteness(value.outcome.outcome, stored);
            });
        if (cannot_win_)
            look_up(*cannot_win_, is_unknown, [](Value& value, std::uint32_t bit) { value.cannot_win = bit != 0; });
        if (cannot_lose_)
            look_up(*cannot_lose_, is_unknown, [](Value& value, std::uint32_t bit) {
                value.cannot_lose = bit != 0;
                if (value.cannot_win && value.cannot_lose) value.outcome.outcome = Outcome::draw;
            });
    }
}

void CursorCore::run(Index first, std::span<Value> values) {
    constexpr std::size_t part = 4096;
    std::vector<std::uint32_t> outcomes(std::min(part, values.size())), remotenesses(outcomes.size());
    for (std::size_t done = 0; done < values.size(); done += part) {
        const std::size_t n = std::min(part, values.size() - done);
        outcome_.run(first + done, std::span(outcomes).first(n));
        if (remoteness_) remoteness_->run(first + done, std::span(remotenesses).first(n));
        for (std::size_t i = 0; i < n; ++i) {
            Value& value = values[done + i] = Value{};
            const auto who = static_cast<Outcome>(outcomes[i]);
            value.outcome.outcome = who;
            if (has_remoteness(who)) value.outcome.remoteness = remoteness(who, remotenesses[i]);
            finish(value, first + done + i);
        }
    }
}

}  // namespace mexbase::detail

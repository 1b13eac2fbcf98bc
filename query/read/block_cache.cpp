// SPDX-License-Identifier: MIT
#include "block_cache.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "../../lib/splitmix64.hpp"

namespace mexbase::detail {

namespace {
/// Minimum number of blocks that a cache may hold, even if the budget is smaller.
constexpr std::size_t least_held = 2;
/// Initial number of elements of `slots_`.
constexpr std::uint64_t least_slots = 16;
/// A compressed block is unpacked at its third recent probe. Unpacking takes about as long as this many probes.
constexpr unsigned worth_unpacking = 3;
/// Maximum number of blocks whose recent probes are counted.
constexpr std::size_t most_asked = 64;
}  // namespace

BlockCache::BlockCache(const StreamReader& stream, std::size_t budget, std::shared_ptr<CacheBudget> shared)
    : stream_(&stream),
      list_(stream.header().list.empty() ? nullptr : stream.header().list.data()),
      base_(stream.header().base),
      step_(stream.header().step),
      block_log2_(stream.header().block_log2),
      buffer_bytes_(block_buffer_bytes(stream.header())),
      most_held_(std::clamp<std::size_t>(budget / buffer_bytes_, least_held, most_numbers)),
      whole_(stream.is_unpacked_whole(budget)),
      share_(std::move(shared)) {
    const std::uint64_t blocks = std::max<std::uint64_t>(stream.header().blocks(), 1);
    slots_.resize(static_cast<std::size_t>(std::min(least_slots, std::bit_ceil(blocks))));
    slot_mask_ = slots_.size() - 1;
    position_mask_ = (std::uint64_t{1} << block_log2_) - 1;
    if (stream.header().bits == 0) show_one_block({.data = no_bits});
    if (stream.header().codec_traits().finds_symbols)
        asked_.assign(std::bit_floor(std::min<std::size_t>(most_held_, most_asked)), {});
}

void BlockCache::show_one_block(const BlockView& view) {
    block_log2_ = 63;
    position_mask_ = (std::uint64_t{1} << block_log2_) - 1;
    slots_.assign(1, {0, view});
    slot_mask_ = 0;
}

void BlockCache::begin() {
    if (!whole_) return;
    whole_ = false;
    try {
        if (const auto all = stream_->whole()) show_one_block(*all);
    } catch (const Error& e) {
        // The stream is damaged, but undamaged blocks can still be read one by one.
        if (e.code() != ErrorCode::corrupt) throw;
    }
}

std::size_t BlockCache::bytes() const {
    return held_.size() * buffer_bytes_ + held_.capacity() * sizeof(CachedBlock) + slots_.capacity() * sizeof(Slot) +
           places_.capacity() * sizeof(Place) + misses_.capacity() * sizeof(std::uint64_t);
}

std::size_t BlockCache::place_of(std::uint64_t block) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = splitmix64(block) & mask;
    while (places_[place].block != block && places_[place].block != no_block) place = (place + 1) & mask;
    return place;
}

const BlockCache::Slot* BlockCache::recall(std::uint64_t block) {
    if (places_.empty()) return nullptr;
    const Place& place = places_[place_of(block)];
    return place.block == no_block ? nullptr : &show(held_[place.number].what);
}

std::uint32_t BlockCache::miss(std::uint64_t index, const StreamReader* next) {
    if (whole_) {
        begin();
        return get(index);
    }
    const std::uint64_t block = index >> block_log2_;
    stream_->prefetch_record(block);
    const Slot* slot = recall(block);
    if (slot == nullptr && next != nullptr) next->prefetch_record(index >> next->header().block_log2);
    if (slot == nullptr && !asked_.empty()) {
        Asked& asked = asked_[block & (asked_.size() - 1)];
        if (asked.block != block) asked = {block, 0};
        if (++asked.times < worth_unpacking) {
            if (const auto symbol = stream_->symbol_at(index, scratch_, next)) return value_of(*symbol);
        }
    }
    if (slot == nullptr) slot = &decode(block);
    return value_of(slot->view, index & position_mask_);
}

const BlockCache::Slot& BlockCache::decode(std::uint64_t block) {
    ++decoded_;
    // The cache grows only while `oldest_` is 0. So a block added at the end is the last to be replaced.
    const bool more = held_.size() < most_held_ && oldest_ == 0;
    if (more && (held_.size() < least_held || share_.take(buffer_bytes_))) {
        try {
            CachedBlock fresh{{}, std::unique_ptr<std::byte[]>(new std::byte[buffer_bytes_])};
            fresh.what = {block, stream_->load_block(block, scratch_, fresh.buffer.get())};
            make_room();
            held_.push_back(std::move(fresh));
        } catch (...) {
            if (held_.size() >= least_held) share_.give_back(buffer_bytes_);
            throw;
        }
        places_[place_of(block)] = {block, static_cast<std::uint32_t>(held_.size() - 1)};
        return show(held_.back().what);
    }
    CachedBlock& old = held_[oldest_];
    forget(old);  // before its buffer is overwritten; if loading fails, this buffer is used for the next block
    old.what = {block, stream_->load_block(block, scratch_, old.buffer.get())};
    places_[place_of(block)] = {block, static_cast<std::uint32_t>(oldest_)};
    oldest_ = oldest_ + 1 == held_.size() ? 0 : oldest_ + 1;
    return show(old.what);
}

void BlockCache::forget(CachedBlock& held) {
    const std::uint64_t block = held.what.block;
    if (block == no_block) return;
    if (Slot& slot = slots_[block & slot_mask_]; slot.block == block) slot.block = no_block;
    // Fills the gap in the hash table with later entries that linear probing has displaced.
    const std::size_t mask = places_.size() - 1;
    std::size_t gap = place_of(block);
    for (std::size_t at = (gap + 1) & mask; places_[at].block != no_block; at = (at + 1) & mask) {
        const std::size_t home = splitmix64(places_[at].block) & mask;
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        places_[gap] = places_[at];
        gap = at;
    }
    places_[gap].block = no_block;
    held.what.block = no_block;
}

/// Enlarges the hash tables `places_` and `slots_` if one more block needs it.
void BlockCache::make_room() {
    const std::size_t count = held_.size() + 1;
    if (2 * count > places_.size()) {
        places_.assign(std::max<std::size_t>(2 * least_slots, 2 * places_.size()), {});
        for (std::uint32_t number = 0; number < held_.size(); ++number) {
            const std::uint64_t block = held_[number].what.block;
            places_[place_of(block)] = {block, number};
        }
    }
    if (count <= slots_.size() || slots_.size() >= stream_->header().blocks()) return;
    slots_.assign(2 * slots_.size(), {});
    slot_mask_ = slots_.size() - 1;
    for (const CachedBlock& held : held_) show(held.what);
}

void BlockCache::throw_damaged() const {
    throw Error(ErrorCode::corrupt,
                "a block of stream " + std::string(to_string(stream_->header().kind)) + " is damaged");
}

void BlockCache::get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> numbers) {
    begin();
    // Indices in decoded blocks are looked up first. The others are sorted, to load each block only once.
    constexpr unsigned place_bits = std::bit_width(batch - 1);
    misses_.clear();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::uint64_t block = indices[i] >> block_log2_;
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) slot = recall(block);
        if (slot != nullptr)
            numbers[i] = value_of(slot->view, indices[i] & position_mask_);
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
        const std::uint64_t block = misses_[i] >> place_bits;
        const std::size_t place = misses_[i] & (batch - 1);
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) slot = &decode(block);
        numbers[place] = value_of(slot->view, indices[place] & position_mask_);
    }
}

void BlockCache::list_missing(std::span<const std::uint64_t> indices, std::vector<std::uint64_t>& blocks) {
    if (whole_) return;  // a small stream, which was read when the table was opened
    for (const std::uint64_t index : indices) {
        const std::uint64_t block = index >> block_log2_;
        if (slots_[block & slot_mask_].block == block || (!blocks.empty() && blocks.back() == block)) continue;
        if (recall(block) == nullptr) blocks.push_back(block);
    }
}

void BlockCache::run(std::uint64_t first, std::span<std::uint32_t> numbers) {
    begin();
    for (std::size_t done = 0; done < numbers.size();) {
        const std::uint64_t block = (first + done) >> block_log2_;
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) slot = recall(block);
        if (slot == nullptr) slot = &decode(block);
        std::uint64_t position = (first + done) & position_mask_;
        const std::uint64_t end = std::min<std::uint64_t>(position_mask_ + 1, position + (numbers.size() - done));
        for (; position < end; ++position) numbers[done++] = value_of(slot->view, position);
    }
}

}  // namespace mexbase::detail

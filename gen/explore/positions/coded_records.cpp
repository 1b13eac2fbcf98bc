// SPDX-License-Identifier: MIT
#include "coded_records.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>

#include "../../../lib/error.hpp"
#include "numbers.hpp"

namespace mexbase {

void CodedRecords::Coder::add(std::string_view record) {
    std::size_t shared = 0;
    if (size_++ % block_ == 0) {
        begins_.push_back(bytes_.size());
        if (is_sorted_) firsts_.add(record);
    } else {
        const std::size_t most = std::min(record.size(), last_.size());
        while (shared < most && record[shared] == last_[shared]) ++shared;
    }
    put_number(bytes_, shared);
    if (width_ == 0) put_number(bytes_, record.size() - shared);
    const auto rest = std::as_bytes(std::span(record.substr(shared)));
    bytes_.insert(bytes_.end(), rest.begin(), rest.end());
    last_.assign(record);
}

CodedRecords::CodedRecords(std::size_t width, std::size_t block, Bytes bytes, unsigned place)
    : width_(width), block_(block), place_(place), bytes_(std::move(bytes)), firsts_(width) {
    static std::atomic<std::uint64_t> numbers = 0;
    number_ = ++numbers;
}

void CodedRecords::take(const Coder& part) {
    const std::uint64_t begin = bytes_->size();
    for (const std::uint64_t each : part.begins_) begins_.push_back(begin + each);
    for (std::size_t k = 0; k < part.firsts_.size(); ++k) firsts_.add(part.firsts_[k]);
    bytes_->append(part.bytes_);
    end_ = bytes_->size();
    size_ += part.size_;
}

void CodedRecords::read(std::uint64_t block, Records& records, std::vector<std::byte>& room) const {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(block_, size_ - block * block_));
    const std::uint64_t begin = begins_[block], end = block + 1 < blocks() ? begins_[block + 1] : end_;
    const auto bytes = bytes_->read(begin, static_cast<std::size_t>(end - begin), room);
    const char* from = reinterpret_cast<const char*>(bytes.data());
    std::string& out = records.bytes_;
    if (width_ != 0) out.reserve(out.size() + count * width_);
    std::size_t last = 0;
    for (std::size_t k = 0, at = 0; k < count; ++k) {
        const std::size_t shared = take_number(bytes, at);
        const std::size_t rest = width_ != 0 ? width_ - shared : take_number(bytes, at);
        const std::size_t here = out.size();
        out.resize(here + shared + rest);
        std::memcpy(out.data() + here, out.data() + last, shared);
        std::memcpy(out.data() + here + shared, from + at, rest);
        at += rest;
        last = here;
        if (width_ == 0) records.ends_.push_back(out.size());
    }
}

std::string_view CodedRecords::operator[](std::uint64_t number) const {
    struct Kept {
        std::uint64_t list = 0, block = 0;
        Records records{0};
        std::vector<std::byte> room;
    };
    static thread_local std::array<Kept, 4> all;
    Kept& kept = all[place_];
    const std::uint64_t block = number / block_;
    if (kept.list != number_ || kept.block != block) {
        kept.list = 0;  // no list, until the block is complete
        if (kept.records.width() != width_) kept.records = Records(width_);
        kept.records.clear();
        read(block, kept.records, kept.room);
        kept.list = number_;
        kept.block = block;
    }
    return kept.records[static_cast<std::size_t>(number % block_)];
}

}  // namespace mexbase

/// \file
/// Byte strings by the million: in memory as they are, and coded, in memory or in a scratch file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../save/spilling_bytes.hpp"

namespace mexbase {

/// Byte strings one after another in few pieces of memory: each of `width` bytes, or, of width 0, of its own length.
class Records {
  public:
    explicit Records(std::size_t width) : width_(width) {}

    std::size_t width() const { return width_; }
    std::size_t size() const { return width_ != 0 ? bytes_.size() / width_ : ends_.size(); }
    std::string_view operator[](std::size_t k) const {
        if (width_ != 0) return {bytes_.data() + k * width_, width_};
        const std::size_t begin = k == 0 ? 0 : ends_[k - 1];
        return {bytes_.data() + begin, ends_[k] - begin};
    }
    void add(std::string_view record) {
        bytes_.append(record);
        if (width_ == 0) ends_.push_back(bytes_.size());
    }
    void clear() {
        bytes_.clear();
        ends_.clear();
    }
    /// Memory that they take.
    std::uint64_t bytes() const { return bytes_.capacity() + ends_.capacity() * sizeof ends_[0]; }
    /// Gives back what was there for more of them.
    void shrink() {
        bytes_.shrink_to_fit();
        ends_.shrink_to_fit();
    }

  private:
    friend class CodedRecords;  // which writes what a record has in common with the one before only once

    std::size_t width_;
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

/// Records by number, each coded as what it has in common with the one before, and its rest. They come in blocks that
/// are read by themselves. Immutable once all are there; then any number of threads may read. Throws as
/// `SpillingBytes` does.
class CodedRecords {
  public:
    /// Where the bytes of one list go, or of several, one after another.
    using Bytes = std::shared_ptr<SpillingBytes>;
    /// What stands in for the `place` of a list that is sorted, whose blocks are looked for by their first records.
    static constexpr unsigned sorted = 4;

    /// Some of them, coded by one thread.
    class Coder {
      public:
        explicit Coder(const CodedRecords& list) : Coder(list.width_, list.block_, list.place_) {}
        /// Of a list that is made so.
        Coder(std::size_t width, std::size_t block, unsigned place = sorted)
            : width_(width), block_(block), is_sorted_(place == sorted), firsts_(width) {}
        void add(std::string_view record);
        std::uint64_t size() const { return size_; }
        std::uint64_t bytes() const { return bytes_.size() + firsts_.bytes(); }

      private:
        friend class CodedRecords;
        std::size_t width_, block_;
        bool is_sorted_;
        std::uint64_t size_ = 0;
        std::vector<std::byte> bytes_;
        std::vector<std::uint64_t> begins_;
        Records firsts_;
        std::string last_;
    };

    /// Records of `width` bytes, or of any length, in blocks of `block`. Lists that are asked for single records have a
    /// `place` below 4, and those of which one thread asks by turns have different ones.
    CodedRecords(std::size_t width, std::size_t block, Bytes bytes, unsigned place = sorted);

    /// Adds what was coded, at the end. A part that is not the last one fills its blocks.
    void take(const Coder& part);
    std::uint64_t size() const { return size_; }
    std::size_t width() const { return width_; }
    std::size_t block_size() const { return block_; }
    std::uint64_t blocks() const { return begins_.size(); }
    /// The first record of a block of a list that is sorted.
    std::string_view first(std::uint64_t block) const { return firsts_[block]; }
    /// Replaces `records` by those of a block; `room` is for its bytes.
    void read(std::uint64_t block, Records& records, std::vector<std::byte>& room) const;
    /// One record, which stays as it is until this thread asks a list of the same place again.
    std::string_view operator[](std::uint64_t number) const;

  private:
    std::size_t width_, block_;
    unsigned place_;
    std::uint64_t number_, size_ = 0;  // of all lists there ever were
    Bytes bytes_;
    std::uint64_t end_ = 0;
    std::vector<std::uint64_t> begins_;
    Records firsts_;
};

/// Adds records to a list one by one, from one thread.
class RecordWriter {
  public:
    explicit RecordWriter(CodedRecords& list) : list_(list), coder_(list) {}
    void add(std::string_view record) {
        coder_.add(record);
        if (coder_.size() % list_.block_size() == 0 && coder_.bytes() >= enough) finish();
    }
    /// After the last one.
    void finish() {
        list_.take(coder_);
        coder_ = CodedRecords::Coder(list_);
    }

  private:
    static constexpr std::uint64_t enough = 1 << 16;
    CodedRecords& list_;
    CodedRecords::Coder coder_;
};

}  // namespace mexbase

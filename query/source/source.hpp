/// \file
/// The bytes of a table, wherever they are.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform.hpp"
#include "read_ahead.hpp"
#include "reader.hpp"

namespace mexbase::detail {

/// A file mapped into memory, a file read at offsets, bytes in memory (borrowed or owned), or what a `Reader` gives.
/// Immutable once it is shared; safe for any number of readers, each with a scratch buffer of its own. Memory safety
/// never depends on the bytes.
class Source {
  public:
    static Source map(const std::string& path);
    static Source read(const std::string& path);
    static Source borrow(std::span<const std::byte> bytes);
    static Source own(std::vector<std::byte>&& bytes);
    /// Throws `Error{bad_usage}` where there is no reader.
    static Source of(std::shared_ptr<Reader> reader);

    Source(Source&& other) noexcept;
    Source& operator=(Source&&) = delete;
    ~Source();

    std::uint64_t size() const { return size_; }
    /// Where the bytes begin, or null where they must be read.
    const std::byte* base() const { return base_; }
    /// Whether to read takes long, so that it should be done for many parts at once.
    bool remote() const { return reader_ != nullptr; }
    /// Reads parts in one round, where the source is remote: those that are neither kept nor in `ahead`. What lies near
    /// to each other is read together. Parts past the end are passed over: `view` refuses them. Throws what the reader
    /// returns, `Error{io}` for what it throws.
    void read_ahead(std::vector<ByteRange> parts, ReadAhead& ahead) const;
    /// The same of parts that are kept as long as the source. Before it is shared.
    void keep(std::vector<ByteRange> parts);
    /// Says that bytes were wrong, which may have come so once only: from now on none are taken that were kept. Says
    /// whether some may have been.
    bool forget_kept() const { return reader_ != nullptr && !kept_is_wrong_.exchange(true, std::memory_order_relaxed); }
    /// `length` bytes from `offset` on, as they lie or copied into `scratch`. Throws `Error{corrupt}` past the end,
    /// `Error{io}`.
    const std::byte* view(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const {
        if (offset > size_ || length > size_ - offset) throw_past_end();
        if (base_ != nullptr) return base_ + offset;
        return read_into(offset, length, scratch);
    }

  private:
    Source() = default;
    [[noreturn]] static void throw_past_end();
    const std::byte* find_kept(std::uint64_t offset, std::uint64_t length) const {
        return kept_is_wrong_.load(std::memory_order_relaxed) ? nullptr : kept_.find(offset, length);
    }
    const std::byte* read_into(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const;

    std::uint64_t size_ = 0;
    const std::byte* base_ = nullptr;
    bool mapped_ = false;
    std::unique_ptr<ReadFile> file_;
    std::shared_ptr<Reader> reader_;
    ReadAhead kept_;  // of what the reader gives
    mutable std::atomic<bool> kept_is_wrong_{false};
    std::vector<std::byte> owned_;
};

}  // namespace mexbase::detail

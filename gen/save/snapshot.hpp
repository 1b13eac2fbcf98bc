// SPDX-License-Identifier: MIT
/// \file
/// File format of all checkpoints, from which killed jobs resume.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mexbase {

/// Mean time between failures of a machine that `save_interval` assumes: a day.
inline constexpr double mean_seconds_between_failures = 24 * 3600;

/// Returns the seconds between two saves of a whole state that lose least time: sqrt(2 * `cost` *
/// `mean_seconds_between_failures`). `cost` is the duration of a save, in seconds. Longer intervals lose more work to
/// failures, and shorter ones more time to saves (J. W. Young, 1974; J. T. Daly, 2006).
double save_interval(double cost);

/// Consecutive elements of one field of a snapshot.
struct SavedPart {
    std::string field;
    std::uint64_t first = 0;  ///< index of the first element in its field
    std::uint32_t width = 1;  ///< bytes per element: 1, 2, 4 or 8
    std::string bytes;        ///< elements in their memory layout

    std::uint64_t size() const { return bytes.size() / width; }
    /// Copies the elements to their place in the whole field. Returns false if they have another type or do not fit.
    template <std::unsigned_integral T>
    bool copy_to(std::span<T> all) const {
        if (width != sizeof(T) || first > all.size() || size() > all.size() - first) return false;
        if (!bytes.empty()) std::memcpy(all.data() + first, bytes.data(), bytes.size());
        return true;
    }
    std::vector<std::uint64_t> numbers() const;
};

/// Checkpoint file. It contains named fields, which are arrays of unsigned integers, and the identity of its job. A
/// save appends elements to fields or replaces the file. Data after the last complete save is ignored. Not thread-safe.
///
/// A snapshot also decides when to save: `first_seconds` after the start, and then after an interval that follows from
/// the duration of the last save. It is `save_interval` if that save replaced the file. A save that appends writes only
/// what is new, so waiting does not make it cheaper. Then the interval is `first_seconds`, and longer if saving would
/// take more than a twentieth of the time. If a save fails, the job continues without saving, and `failure` returns the
/// reason.
class Snapshot {
  public:
    /// Writes one save.
    class Writer {
      public:
        /// Appends elements to a field. They are written in parts of at most 4 MiB.
        template <class T>
        void put(std::string_view field, std::span<T> elements) {
            constexpr std::size_t most = (std::size_t{1} << 22) / sizeof(T);
            for (std::size_t at = 0; at < elements.size(); at += most)
                put_part(field, snapshot_.size(field), elements.subspan(at, std::min(most, elements.size() - at)));
        }
        /// Writes a part of a field. `first` is the index of its first element.
        template <class T>
        void put_part(std::string_view field, std::uint64_t first, std::span<T> elements) {
            static_assert(std::unsigned_integral<std::remove_const_t<T>>);
            put_bytes(field, first, sizeof(T), std::as_bytes(elements));
        }
        /// Writes a part of a field as `put_part` does. Its elements take `width` bytes each, in their memory layout.
        void put_bytes(std::string_view field, std::uint64_t first, unsigned width, std::span<const std::byte> bytes) {
            write({std::string(field), first, width, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
        }

      private:
        friend class Snapshot;
        using Append = std::function<void(std::span<const std::byte>)>;
        Writer(Snapshot& snapshot, Append append) : snapshot_(snapshot), append_(std::move(append)) {}
        void write(const SavedPart& part);
        Snapshot& snapshot_;
        Append append_;
    };
    using Write = std::function<void(Writer&)>;
    using Clock = std::chrono::steady_clock;

    /// Seconds before the first save, if no interval is given.
    static constexpr double first_seconds = 60;

    /// Throws `Error{bad_usage}` if the file at `path` exists and is not a snapshot of a job whose identity begins with
    /// `identity`. Accepts a snapshot that is too short to tell.
    static void expect_own(const std::string& path, const std::string& identity);

    /// Opens the snapshot of the job `identity` at `path`. If `path` is empty, nothing is saved. If `seconds` is given,
    /// at least that many seconds pass between two saves (0: no minimum), and saving takes at most a twentieth of the
    /// time. `own` is set to true when a file of this job is read or written; it may be null.
    Snapshot(std::string path, const std::string& identity, std::optional<double> seconds,
             std::atomic<bool>* own = nullptr);

    /// Calls `take` with each saved part in order. Returns false if there is no file, or no complete save in it. Throws
    /// `Error{bad_usage}` if the file belongs to another job, and does not change it.
    bool load(const std::function<void(const SavedPart&)>& take);
    /// Returns the first part of the file, or `std::nullopt` if the file has no part. The part's save may be
    /// incomplete. Throws as `load` does.
    std::optional<SavedPart> first();
    /// Throws `Error{bad_usage}` with the message that the file belongs to another job.
    [[noreturn]] void refuse() const { refuse(path_); }
    /// Returns how many elements of a field are in the file.
    std::uint64_t size(std::string_view field) const;

    /// Returns true if the snapshot has a path and no save has failed.
    bool works() const { return !path_.empty() && failure_.empty(); }
    /// Returns true if it is time to save.
    bool is_due() const { return works() && Clock::now() >= next_; }
    /// Restarts the time until the next save.
    void restart() { next_ = Clock::now() + duration(seconds_.value_or(first_seconds)); }
    /// Appends a save to the file. On failure deletes the file, because the job needs the disk space.
    void append(const Write& write);
    /// Replaces the file by one that has only this save, which began at `begin`. On failure keeps the old file.
    void replace(const Write& write, Clock::time_point begin = Clock::now());
    /// Returns the error that stopped saving, or an empty text.
    const std::string& failure() const { return failure_; }
    /// Returns a sentence about a file of this job that `load` has found without a complete save, or an empty text.
    std::string damage() const;
    /// Stops saving.
    void stop(const std::string& reason) { failure_ = reason; }
    /// Deletes the file if it belongs to this job. Called when the job is finished.
    void remove() noexcept;

  private:
    [[noreturn]] static void refuse(const std::string& path);
    void set_own() noexcept {
        ours_ = true;
        if (own_ != nullptr) *own_ = true;
    }
    bool open(std::ifstream& in);
    void count(const SavedPart& part);
    bool save(const std::function<void()>& save, bool whole, Clock::time_point begin);
    static Clock::duration duration(double seconds) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    std::string path_, head_;
    std::atomic<bool>* own_;
    bool ours_ = false, damaged_ = false;
    std::uint64_t good_bytes_ = 0;  // length of the complete saves; later bytes are cut off
    std::map<std::string, std::uint64_t, std::less<>> sizes_;
    std::optional<double> seconds_;
    Clock::time_point next_;
    std::string failure_;
};

}  // namespace mexbase

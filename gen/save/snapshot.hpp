// SPDX-License-Identifier: MIT
/// \file
/// Saves the state of a job, so that a killed job can resume.
#pragma once

#include <algorithm>
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

/// Some consecutive elements of a field of a snapshot.
struct SavedPart {
    std::string field;
    std::uint64_t first = 0;  ///< index of the first element in its field
    std::uint32_t width = 1;  ///< bytes per element: 1, 2, 4 or 8
    std::string bytes;        ///< elements in their memory layout

    std::uint64_t size() const { return bytes.size() / width; }
    /// Copies the elements to their positions in the whole field. Returns false if they do not fit or are not of type
    /// T.
    template <std::unsigned_integral T>
    bool copy_to(std::span<T> all) const {
        if (width != sizeof(T) || first > all.size() || size() > all.size() - first) return false;
        if (!bytes.empty()) std::memcpy(all.data() + first, bytes.data(), bytes.size());
        return true;
    }
    /// Returns the elements, of any width, as 64-bit numbers.
    std::vector<std::uint64_t> numbers() const;
};

/// File of named fields, each an array of unsigned integers. A save appends elements to fields, or replaces the whole
/// file. A truncated or damaged file is used up to its last complete save. The file starts with the identity of its
/// job. Not thread-safe.
///
/// A snapshot also schedules saves. The next save is due after a fixed time, or later, so that saving takes at most a
/// twentieth of the time. A failed save stops saving but not the job; `failure` returns the reason.
class Snapshot {
  public:
    /// Writes the parts of one save.
    class Writer {
      public:
        /// Adds elements to a field, after the elements saved before, in parts of at most 4 MiB.
        template <class T>
        void put(std::string_view field, std::span<T> elements) {
            constexpr std::size_t most = (std::size_t{1} << 22) / sizeof(T);
            for (std::size_t at = 0; at < elements.size(); at += most)
                put_part(field, snapshot_.size(field), elements.subspan(at, std::min(most, elements.size() - at)));
        }
        /// Adds one part. `first` is the index of its first element in the field.
        template <class T>
        void put_part(std::string_view field, std::uint64_t first, std::span<T> elements) {
            static_assert(std::unsigned_integral<std::remove_const_t<T>>);
            write({std::string(field),
                   first,
                   sizeof(T),
                   {reinterpret_cast<const char*>(elements.data()), elements.size_bytes()}});
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

    /// Uses file `path` for the job `identity`. If `path` is empty, saves nothing. At least `seconds` pass between two
    /// saves; 0: `is_due` is always true.
    Snapshot(std::string path, const std::string& identity, double seconds);

    /// Calls `take` with the saved parts, in order. Does nothing if there is no file. Throws `Error{bad_usage}` if the
    /// file belongs to another job, and leaves it unchanged.
    void load(const std::function<void(const SavedPart&)>& take);
    /// Returns the first part in the file, even of an incomplete save, or `std::nullopt` if there is none. Throws as
    /// `load` does.
    std::optional<SavedPart> first();
    /// Throws `Error{bad_usage}`: the file belongs to another job.
    [[noreturn]] void refuse() const;
    /// Returns the number of elements of a field that were loaded or saved.
    std::uint64_t size(std::string_view field) const;

    /// Returns true if there is a path and no save has failed.
    bool works() const { return !path_.empty() && failure_.empty(); }
    /// Returns true if it is time to save.
    bool is_due() const { return works() && Clock::now() >= next_; }
    /// Restarts the time until the next save.
    void restart() { next_ = Clock::now() + least_; }
    /// Appends a save. If that fails, deletes the file, because the job needs the disk space.
    void append(const Write& write);
    /// Replaces the file by one with only this save. If that fails, leaves the old file unchanged.
    void replace(const Write& write);
    /// Returns the reason why saving stopped, or an empty text.
    const std::string& failure() const { return failure_; }
    /// Deletes the file if it belongs to this job. Call it when the job is finished.
    void remove() noexcept;

  private:
    using Clock = std::chrono::steady_clock;

    bool open(std::ifstream& in);
    void count(const SavedPart& part);
    bool save(const std::function<void()>& save);

    std::string path_, head_;
    bool ours_ = false;
    std::uint64_t good_bytes_ = 0;  // length of the complete saves; later bytes are cut off
    std::map<std::string, std::uint64_t, std::less<>> sizes_;
    Clock::duration least_;
    Clock::time_point next_;
    std::string failure_;
};

}  // namespace mexbase

/// \file
/// What a long sweep knows, saved so that a killed job can go on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace mexbase {

/// A file of segments, appended one after another: each is a length, a checksum, and a Boost archive, which is parsed
/// only when both agree. A file that was cut off in the middle of a segment counts up to the one before. The first
/// segment says which job it belongs to. For one thread.
class Checkpoint {
  public:
    /// The values in file `path` of the job `identity`.
    Checkpoint(std::string path, std::string identity);

    /// Calls `take` for the values 0, 1, … that the file holds; none if there is no file. Throws `Error{bad_usage}` for
    /// a file that is no checkpoint of this job, which nobody should lose.
    void load(const std::function<void(std::uint32_t)>& take);
    /// Appends the values that come after those saved or loaded before, and syncs the file. Throws `Error{io}`.
    void save(std::span<const std::uint8_t> values);
    void save(std::span<const std::uint16_t> values);
    void save(std::span<const std::uint32_t> values);
    /// How many values are in the file.
    std::uint64_t saved() const { return saved_; }
    /// Deletes the file: the job is done.
    void remove() noexcept;

  private:
    template <class T>
    void save_values(std::span<const T> values);
    void begin();
    void append(const std::string& archive);

    std::string path_, identity_;
    std::uint64_t saved_ = 0;
    std::uint64_t good_bytes_ = 0;  // of the file: what comes after is cut off
};

}  // namespace mexbase

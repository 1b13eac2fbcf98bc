/// \file
/// A table on standard output.
#pragma once

#include <cstdio>
#include <memory>

#include "../encode/sink.hpp"

namespace mexbase::cli {

/// A file without a name, since a table is not written from its beginning to its end, which `commit` copies to
/// standard output.
class StandardOutput final : public Sink {
  public:
    /// Throws `Error{bad_usage}` where standard output is a terminal, `Error{io}` where there can be no file.
    StandardOutput();
    void append(std::span<const std::byte> bytes) override;
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
    std::uint64_t size() const override { return size_; }
    void commit() override;

  private:
    void write(std::uint64_t offset, std::span<const std::byte> bytes);

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::uint64_t size_ = 0;
    bool committed_ = false;
};

}  // namespace mexbase::cli

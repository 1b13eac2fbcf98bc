// SPDX-License-Identifier: MIT
/// \file
/// Writes long sections piece by piece. Not part of the public API.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "contents.hpp"

namespace mexbase::detail {

/// Buffers bytes and passes them to a sink in pieces. `flush` passes the last piece.
class PieceWriter {
  public:
    explicit PieceWriter(const format::PieceSink& sink) : sink_(sink) {}

    void put_byte(std::uint8_t byte) {
        if (filled_ == bytes_.size()) flush();
        bytes_[filled_++] = static_cast<std::byte>(byte);
    }
    void put_varint(std::uint64_t value) {
        constexpr std::size_t longest = 10;
        if (bytes_.size() - filled_ < longest) flush();
        for (; value >= 0x80; value >>= 7) bytes_[filled_++] = static_cast<std::byte>(value | 0x80);
        bytes_[filled_++] = static_cast<std::byte>(value);
    }
    void put_bytes(std::span<const std::byte> more) {
        for (const std::byte byte : more) put_byte(std::to_integer<std::uint8_t>(byte));
    }
    void put_name(std::string_view name) {
        put_varint(name.size());
        put_bytes(std::as_bytes(std::span(name.data(), name.size())));
    }
    void flush() {
        if (filled_ != 0) sink_(std::span<const std::byte>(bytes_).first(filled_));
        filled_ = 0;
    }

  private:
    const format::PieceSink& sink_;
    std::size_t filled_ = 0;
    std::array<std::byte, 1 << 16> bytes_;
};

}  // namespace mexbase::detail

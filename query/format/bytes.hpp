// SPDX-License-Identifier: MIT
/// \file
/// Little-endian numbers in byte buffers. Reads of untrusted bytes check the bounds.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "../../lib/error.hpp"

namespace mexbase::detail {

template <std::unsigned_integral T>
constexpr T from_little(T value) {
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
        T swapped = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            swapped = static_cast<T>((swapped << 8) | ((value >> (8 * i)) & 0xff));
        return swapped;
    }
    return value;
}

/// Returns the number stored at `at`, which may have any alignment.
template <std::unsigned_integral T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return from_little(value);
}

template <std::unsigned_integral T>
void store(std::byte* at, T value) {
    value = from_little(value);
    std::memcpy(at, &value, sizeof value);
}

/// Returns the number in bits `bit` to `bit` + `bits` - 1 of `data`, the lowest first (`bits` is 0..32). Eight bytes
/// from byte `bit` / 8 on must be readable.
inline std::uint32_t load_bits(const std::byte* data, std::uint64_t bit, unsigned bits) {
    const std::uint64_t word = load<std::uint64_t>(data + (bit >> 3)) >> (bit & 7);
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << bits) - 1));
}

/// Writer of numbers that are packed without gaps, as `load_bits` reads them. Eight bytes past the last number must be
/// writable.
class PackedWriter {
  public:
    explicit PackedWriter(std::byte* to) : to_(to) {}
    /// Appends the lowest `bits` bits (at most 56) of `numbers`. All higher bits must be 0.
    void put(std::uint64_t numbers, unsigned bits) {
        word_ |= numbers << filled_;
        filled_ += bits;
        store(to_, word_);
        to_ += filled_ >> 3;
        word_ >>= filled_ & ~7u;
        filled_ &= 7;
    }
    /// `place` returns the address of the next number, and `skip` advances this address. Call them only if the numbers
    /// so far fill whole bytes.
    std::byte* place() const { return to_; }
    void skip(std::size_t bytes) { to_ += bytes; }

  private:
    std::byte* to_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

/// Buffer to which numbers and bytes are appended.
class ByteWriter {
  public:
    template <std::unsigned_integral T>
    void put(T value) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof value);
        store(bytes.data() + at, value);
    }
    /// Appends a LEB128 number: seven bits per byte, the lowest first, the top bit set on all bytes but the last.
    void put_varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) put(static_cast<std::uint8_t>(value | 0x80));
        put(static_cast<std::uint8_t>(value));
    }
    void put_bytes(std::span<const std::byte> more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
    /// Appends ascending numbers. After the first, each is stored as its difference from the one before, minus 1.
    void put_ascending(std::span<const std::uint32_t> numbers) {
        std::uint32_t least = 0;
        for (const std::uint32_t number : numbers) {
            put_varint(number - least);
            least = number + 1;
        }
    }
    void put_text(std::string_view text) { put_bytes(std::as_bytes(std::span(text.data(), text.size()))); }

    std::vector<std::byte> bytes;
};

/// Reader of numbers in bytes that may be damaged. Throws `Error{corrupt}`; `what` names the content in the message.
class ByteReader {
  public:
    ByteReader(std::span<const std::byte> bytes, const char* what) : rest_(bytes), what_(what) {}

    template <std::unsigned_integral T>
    T get() {
        return load<T>(take(sizeof(T)).data());
    }
    std::uint64_t get_varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = get<std::uint8_t>();
            if (shift == 63 && byte > 1) break;
            value |= std::uint64_t{byte & 0x7fu} << shift;
            if (byte < 0x80) {
                if (byte == 0 && shift != 0) break;  // refuses a last byte 0, so that each number has one encoding
                return value;
            }
        }
        throw Error(ErrorCode::corrupt, std::string(what_) + " holds a malformed number");
    }
    std::span<const std::byte> take(std::uint64_t length) {
        if (length > rest_.size()) throw Error(ErrorCode::corrupt, std::string(what_) + " ends too soon");
        const auto out = rest_.first(static_cast<std::size_t>(length));
        rest_ = rest_.subspan(static_cast<std::size_t>(length));
        return out;
    }
    std::string take_text(std::uint64_t length) {
        const auto bytes = take(length);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    std::size_t left() const { return rest_.size(); }
    /// Throws unless all bytes were read.
    void finish() const {
        if (!rest_.empty()) throw Error(ErrorCode::corrupt, std::string(what_) + " is followed by stray bytes");
    }

  private:
    std::span<const std::byte> rest_;
    const char* what_;
};

}  // namespace mexbase::detail

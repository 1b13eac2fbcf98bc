// SPDX-License-Identifier: MIT
// XXH3 as doc/xxhash_spec.md of https://github.com/Cyan4973/xxHash describes it.
#include "checksum.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bytes.hpp"

namespace mexbase {

namespace xxh3 {

namespace {

using detail::load;

constexpr std::uint64_t prime32_1 = 0x9e3779b1, prime32_2 = 0x85ebca77, prime32_3 = 0xc2b2ae3d;
constexpr std::uint64_t prime64_1 = 0x9e3779b185ebca87, prime64_2 = 0xc2b2ae3d27d4eb4f, prime64_3 = 0x165667b19e3779f9,
                        prime64_4 = 0x85ebca77c2b2ae63, prime64_5 = 0x27d4eb2f165667c5;
constexpr std::uint64_t prime_mix_1 = 0x165667919e3779f9, prime_mix_2 = 0x9fb21c651e98df25;

constexpr std::size_t secret_bytes = 192, stripe = 64, stripes_in_block = (secret_bytes - stripe) / 8,
                      block = stripes_in_block * stripe, longest_short = 240;
constexpr std::size_t lanes = 8;

using Secret = std::array<std::byte, secret_bytes>;

/// The default secret of XXH3.
constexpr Secret secret = [] {
    constexpr std::uint64_t words[] = {0xbe4ba423396cfeb8, 0x1cad21f72c81017c, 0xdb979083e96dd4de, 0x1f67b3b7a4a44072,
                                       0x78e5c0cc4ee679cb, 0x2172ffcc7dd05a82, 0x8e2443f7744608b8, 0x4c263a81e69035e0,
                                       0xcb00c391bb52283c, 0xa32e531b8b65d088, 0x4ef90da297486471, 0xd8acdea946ef1938,
                                       0x3f349ce33f76faa8, 0x1d4f0bc7c7bbdcf9, 0x3159b4cd4be0518a, 0x647378d9c97e9fc8,
                                       0xc3ebd33483acc5ea, 0xeb6313faffa081c5, 0x49daf0b751dd0d17, 0x9e68d429265516d3,
                                       0xfca1477d58be162b, 0xce31d07ad1b8f88f, 0x280416958f3acb45, 0x7e404bbbcafbd7af};
    Secret bytes{};
    for (std::size_t i = 0; i < secret_bytes; ++i) bytes[i] = static_cast<std::byte>(words[i / 8] >> 8 * (i % 8));
    return bytes;
}();

std::uint64_t word(const std::byte* at) {
    return load<std::uint64_t>(at);
}
std::uint64_t half(const std::byte* at) {
    return load<std::uint32_t>(at);
}
std::uint64_t secret_word(std::size_t at) {
    return word(secret.data() + at);
}

/// Returns the exclusive or of the two halves of a 128-bit product.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t avalanche(std::uint64_t h) {
    h = (h ^ h >> 37) * prime_mix_1;
    return h ^ h >> 32;
}

std::uint64_t avalanche64(std::uint64_t h) {
    h = (h ^ h >> 33) * prime64_2;
    h = (h ^ h >> 29) * prime64_3;
    return h ^ h >> 32;
}

/// Mixes sixteen bytes of input with the secret from `key` on.
std::uint64_t mixed(const std::byte* in, std::size_t key, std::uint64_t seed) {
    return folded_product(word(in) ^ (secret_word(key) + seed), word(in + 8) ^ (secret_word(key + 8) - seed));
}

std::uint64_t hash_at_most_16(const std::byte* in, std::size_t n, std::uint64_t seed) {
    if (n > 8) {
        const std::uint64_t low = word(in) ^ ((secret_word(24) ^ secret_word(32)) + seed);
        const std::uint64_t high = word(in + n - 8) ^ ((secret_word(40) ^ secret_word(48)) - seed);
        return avalanche(n + __builtin_bswap64(low) + high + folded_product(low, high));
    }
    if (n >= 4) {
        seed ^= std::uint64_t{__builtin_bswap32(static_cast<std::uint32_t>(seed))} << 32;
        const std::uint64_t joined = half(in + n - 4) + (half(in) << 32);
        std::uint64_t h = joined ^ ((secret_word(8) ^ secret_word(16)) - seed);
        h ^= (h << 49 | h >> 15) ^ (h << 24 | h >> 40);
        h *= prime_mix_2;
        h ^= (h >> 35) + n;
        h *= prime_mix_2;
        return h ^ h >> 28;
    }
    if (n > 0) {
        const auto byte = [in](std::size_t i) { return std::to_integer<std::uint64_t>(in[i]); };
        const std::uint64_t joined = byte(0) << 16 | byte(n / 2) << 24 | byte(n - 1) | n << 8;
        return avalanche64(joined ^ ((half(secret.data()) ^ half(secret.data() + 4)) + seed));
    }
    return avalanche64(seed ^ secret_word(56) ^ secret_word(64));
}

/// Returns the hash of at most `longest_short` bytes.
std::uint64_t hash_short(const std::byte* in, std::size_t n, std::uint64_t seed) {
    if (n <= 16) return hash_at_most_16(in, n, seed);
    std::uint64_t h = n * prime64_1;
    if (n <= 128) {
        for (std::size_t i = (n - 1) / 32 + 1; i-- > 0;) {
            h += mixed(in + 16 * i, 32 * i, seed);
            h += mixed(in + n - 16 * (i + 1), 32 * i + 16, seed);
        }
        return avalanche(h);
    }
    for (std::size_t i = 0; i < 8; ++i) h += mixed(in + 16 * i, 16 * i, seed);
    h = avalanche(h);
    for (std::size_t i = 8; i < n / 16; ++i) h += mixed(in + 16 * i, 16 * (i - 8) + 3, seed);
    return avalanche(h + mixed(in + n - 16, 136 - 17, seed));
}

}  // namespace

/// The hash of more than `longest_short` bytes, one block after another.
struct LongHash {
    explicit LongHash(std::uint64_t seed = 0) {
        if (seed == 0) return;
        for (std::size_t i = 0; i < secret_bytes; i += 16) {
            detail::store(key.data() + i, secret_word(i) + seed);
            detail::store(key.data() + i + 8, secret_word(i + 8) - seed);
        }
    }

    /// Adds stripes. Stripe i uses the bytes from `with + 8 * i` on as its key.
#if defined(__SSE2__)
    void add_stripes(const std::byte* in, std::size_t count, const std::byte* with) {
        const auto load_pair = [](const auto* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); };
        // Two lanes at a time, in registers. Compilers do not find this form by themselves.
        __m128i pairs[lanes / 2];
#pragma GCC unroll 4
        for (std::size_t k = 0; k < lanes / 2; ++k) pairs[k] = load_pair(sums.data() + 2 * k);
        for (std::size_t i = 0; i < count; ++i, in += stripe, with += 8)
#pragma GCC unroll 4
            for (std::size_t k = 0; k < lanes / 2; ++k) {
                const __m128i data = load_pair(in + 16 * k), keyed = _mm_xor_si128(data, load_pair(with + 16 * k));
                const __m128i product = _mm_mul_epu32(keyed, _mm_srli_epi64(keyed, 32));
                const __m128i swapped = _mm_shuffle_epi32(data, _MM_SHUFFLE(1, 0, 3, 2));
                pairs[k] = _mm_add_epi64(_mm_add_epi64(pairs[k], swapped), product);
            }
        std::memcpy(sums.data(), pairs, sizeof pairs);
    }
#else
    void add_stripes(const std::byte* in, std::size_t count, const std::byte* with) {
        for (std::size_t i = 0; i < count; ++i, in += stripe, with += 8)
            for (std::size_t k = 0; k < lanes; ++k) {
                const std::uint64_t data = word(in + 8 * k), keyed = data ^ word(with + 8 * k);
                sums[k ^ 1] += data;
                sums[k] += (keyed & 0xffffffff) * (keyed >> 32);
            }
    }
#endif

    void add_block(const std::byte* in) {
        add_stripes(in, stripes_in_block, key.data());
        for (std::size_t i = 0; i < lanes; ++i) {
            const std::uint64_t old = sums[i];
            sums[i] = (old ^ old >> 47 ^ word(key.data() + secret_bytes - stripe + 8 * i)) * prime32_1;
        }
    }

    /// Returns the hash of `total` bytes. The last `left` bytes, from `in` on, have not been added (1 to a block). The
    /// 64 bytes before the end must be readable, even if they begin before `in`.
    std::uint64_t finish(const std::byte* in, std::size_t left, std::uint64_t total) {
        add_stripes(in, (left - 1) / stripe, key.data());
        add_stripes(in + left - stripe, 1, key.data() + secret_bytes - stripe - 7);
        std::uint64_t h = total * prime64_1;
        for (std::size_t i = 0; i < lanes; i += 2)
            h += folded_product(sums[i] ^ word(key.data() + 11 + 8 * i), sums[i + 1] ^ word(key.data() + 19 + 8 * i));
        return avalanche(h);
    }

  private:
    alignas(16) std::array<std::uint64_t, lanes> sums{prime32_3, prime64_1, prime64_2, prime64_3,
                                                      prime64_4, prime32_2, prime64_5, prime32_1};
    Secret key = secret;
};

namespace {

std::uint64_t hash(std::span<const std::byte> bytes, std::uint64_t seed) {
    const std::byte* in = bytes.data();
    std::size_t left = bytes.size();
    if (left <= longest_short) return hash_short(in, left, seed);
    LongHash long_hash(seed);
    for (; left > block; left -= block, in += block) long_hash.add_block(in);
    return long_hash.finish(in, left, bytes.size());
}

}  // namespace

}  // namespace xxh3

std::uint64_t checksum64(std::span<const std::byte> bytes) noexcept {
    return xxh3::hash(bytes, 0);
}

std::uint32_t checksum32(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
    return static_cast<std::uint32_t>(xxh3::hash(bytes, seed));
}

struct Checksum64::State {
    xxh3::LongHash hash;
    std::uint64_t total = 0;
    std::size_t filled = 0;
    /// The last stripe of the block before, then the bytes that have not been added to `hash`.
    std::array<std::byte, xxh3::stripe + xxh3::block> bytes;

    std::byte* pending() { return bytes.data() + xxh3::stripe; }
};

Checksum64::Checksum64() : state_(new State, [](State* state) { delete state; }) {}

void Checksum64::add(std::span<const std::byte> bytes) noexcept {
    using namespace xxh3;
    State& s = *state_;
    s.total += bytes.size();
    while (!bytes.empty()) {
        if (s.filled == block) {  // a full block is added only if more bytes follow
            s.hash.add_block(s.pending());
            std::memcpy(s.bytes.data(), s.bytes.data() + block, stripe);
            s.filled = 0;
        }
        const std::size_t n = std::min(bytes.size(), block - s.filled);
        std::memcpy(s.pending() + s.filled, bytes.data(), n);
        s.filled += n;
        bytes = bytes.subspan(n);
    }
}

std::uint64_t Checksum64::value() const noexcept {
    using namespace xxh3;
    State& s = *state_;
    if (s.total <= longest_short) return hash_short(s.pending(), static_cast<std::size_t>(s.total), 0);
    LongHash end = s.hash;
    return end.finish(s.pending(), s.filled, s.total);
}

}  // namespace mexbase

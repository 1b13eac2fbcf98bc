// SPDX-License-Identifier: MIT
#include <algorithm>

#include "../../error.hpp"
#include "arena.hpp"

namespace mexbase {
namespace {

constexpr std::uint64_t offset_basis = 0xcbf29ce484222325U;
constexpr std::uint64_t prime = 0x100000001b3U;
constexpr std::uint64_t most_number_birthday = std::uint64_t{1} << 20;

std::uint64_t added(std::uint64_t hash, char c) {
    return (hash ^ static_cast<unsigned char>(c)) * prime;
}

/// Sorts the fingerprints and adds their texts to the hash. All texts have 16 digits, so they have the same order.
std::uint64_t added(std::uint64_t hash, std::span<std::uint64_t> options) {
    std::sort(options.begin(), options.end());
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (i > 0) hash = added(hash, ',');
        for (int shift = 60; shift >= 0; shift -= 4) hash = added(hash, "0123456789abcdef"[options[i] >> shift & 15]);
    }
    return hash;
}

std::uint64_t fingerprint_of_integer(std::int64_t n) {
    std::uint64_t hash = fingerprint_of_options({}, {});
    for (std::int64_t i = n; i != 0; i += i < 0 ? 1 : -1) {
        const std::span<std::uint64_t> one{&hash, 1};
        hash = n > 0 ? fingerprint_of_options(one, {}) : fingerprint_of_options({}, one);
    }
    return hash;
}

}  // namespace

std::uint64_t fingerprint_of_options(std::span<std::uint64_t> left, std::span<std::uint64_t> right) {
    return added(added(added(added(added(offset_basis, '{'), left), '|'), right), '}');
}

std::uint64_t GameArena::fingerprint(PartizanId g) {
    if (g < fingerprints_.size() && fingerprints_[g] != 0) return fingerprints_[g];
    std::uint64_t result = 0;
    const std::optional<Dyadic> x = number_of(g);
    if (x && x->birthday() > most_number_birthday)
        throw Error(ErrorCode::not_applicable,
                    "cannot compute the fingerprint of a number that is more than 2^20 moves deep");
    if (x && x->is_integer()) {
        result = fingerprint_of_integer(x->numerator());
    } else {
        materialise(g);
        std::vector<std::uint64_t> prints;
        const std::size_t lefts = left_of(g).size();
        for (std::size_t i = 0; i < lefts; ++i) prints.push_back(fingerprint(left_of(g)[i]));
        for (std::size_t i = 0; i < right_of(g).size(); ++i) prints.push_back(fingerprint(right_of(g)[i]));
        result = fingerprint_of_options(std::span(prints).first(lefts), std::span(prints).subspan(lefts));
    }
    if (fingerprints_.size() <= g) fingerprints_.resize(nodes_.size());
    return fingerprints_[g] = result;
}

}  // namespace mexbase

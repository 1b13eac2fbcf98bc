// SPDX-License-Identifier: MIT
/// \file
/// Damaged tables. The result must be an error or the right values, never a crash, a hang or a wrong value.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "query/table.hpp"

namespace mexbase::test {

/// Compares values of two tables: canonical forms by their fingerprints.
inline bool same_value(const Value& a, const Value& b) {
    if (a.kind != ValueKind::canonical || b.kind != ValueKind::canonical) return a == b;
    const auto weight = [](const Value& value) {
        const auto found = value.canonical.atomic_weight();
        return found ? std::optional(found->fingerprint()) : std::nullopt;
    };
    return a.canonical.fingerprint() == b.canonical.fingerprint() && a.canonical.outcome() == b.canonical.outcome() &&
           weight(a) == weight(b);
}

/// Compares `count` values. A plain loop, because tests spend their time here.
inline bool same_values(const Value* a, const Value* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (!same_value(a[i], b[i])) return false;
    return true;
}

/// Values of a good table in up to `most` runs of indices, evenly spaced.
class Reference {
  public:
    static constexpr std::size_t run = 256;

    explicit Reference(const Table& table, std::size_t most = 32) {
        const Index size = table.info().indices;
        const Index runs = std::min<Index>((size + run - 1) / run, most);
        Cursor cursor = table.cursor().value();
        for (Index i = 0; i < runs; ++i) {
            Part part;
            part.first = size <= run ? 0 : (size - run) / std::max<Index>(runs - 1, 1) * i;
            part.values.resize(static_cast<std::size_t>(std::min<Index>(run, size - part.first)));
            cursor.read(part.first, part.values).value();
            parts_.push_back(std::move(part));
        }
    }

    /// Returns true if a possibly damaged table gives no other values.
    bool holds_for(const Table& table) const {
        auto cursor = table.cursor();
        if (!cursor) return true;
        std::vector<Value> values(run);
        for (const Part& part : parts_) {
            const auto into = std::span(values).first(part.values.size());
            if (cursor->read(part.first, into) && !same_values(into.data(), part.values.data(), into.size()))
                return false;
            const Index middle = part.first + part.values.size() / 2;
            const auto one = table.stored_at(middle);
            if (one && !same_value(*one, part.values[part.values.size() / 2])) return false;
        }
        return true;
    }

  private:
    struct Part {
        Index first = 0;
        std::vector<Value> values;
    };
    std::vector<Part> parts_;
};

/// Opens damaged bytes and reads all values. Returns true if `open` or `check` reported the damage.
inline bool reported(std::span<const std::byte> bytes, const Reference& reference, const OpenOptions& options) {
    const auto table = Table::from_memory(bytes, options);
    if (!table) return true;
    EXPECT_TRUE(reference.holds_for(*table));
    (void)table->game();
    (void)table->board();
    (void)table->remoteness_histogram();
    (void)table->canonical_values();
    return !table->check();
}

/// Changes every byte once, and truncates at every byte; expects that all damage is reported.
inline void expect_to_survive_any_damage(const std::vector<std::byte>& good, const OpenOptions& options,
                                         std::uint64_t seed) {
    const Table table = Table::from_memory(std::span(good), options).value();
    const Reference reference(table);
    std::mt19937_64 random(seed);
    std::vector<std::byte> bad = good;
    for (std::size_t at = 0; at < bad.size(); ++at) {
        bad[at] ^= static_cast<std::byte>(1 + random() % 255);
        EXPECT_TRUE(reported(bad, reference, options)) << "byte " << at;
        bad[at] = good[at];
        EXPECT_FALSE(Table::from_memory(std::span(good).first(at), options)) << "length " << at;
    }
}

/// Changes one random byte, or truncates, as often as given. Every damage must be reported, and no value read may be
/// wrong.
inline void expect_to_survive_damage(const std::vector<std::byte>& good, const OpenOptions& options, std::uint64_t seed,
                                     int corruptions = 1000, int truncations = 200) {
    const Table table = Table::from_memory(std::span(good), options).value();
    ASSERT_TRUE(table.check());
    const Reference reference(table);
    std::mt19937_64 random(seed);
    std::vector<std::byte> bad = good;
    for (int i = 0; i < corruptions; ++i) {
        const std::size_t at = random() % bad.size();
        bad[at] ^= static_cast<std::byte>(1 + random() % 255);
        EXPECT_TRUE(reported(bad, reference, options)) << "byte " << at;
        bad[at] = good[at];
    }
    for (int i = 0; i < truncations; ++i) {
        const std::size_t length = random() % good.size();
        const auto cut = Table::from_memory(std::span(good).first(length), options);
        EXPECT_FALSE(cut) << "length " << length;
    }
}

}  // namespace mexbase::test

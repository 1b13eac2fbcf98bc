// SPDX-License-Identifier: MIT
/// \file
/// Code shared by the parts of cutthroat_report.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "lib/error.hpp"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::report {

inline std::string hex(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

/// Returns the text in quotes for a CSV; empty if it is too long.
inline std::string text_of(const GameArena& arena, PartizanId g) {
    std::string text;
    try {
        text = to_text(arena, g);
    } catch (const Error&) {
    }
    return text.empty() || text.size() > 160 ? "" : '"' + text + '"';
}

/// Returns the atomic weight. Throws if it is not an integer.
inline int weight_of(GameArena& arena, PartizanId g) {
    const auto weight = arena.number_of(arena.atomic_weight(g).value());
    if (!weight || !weight->is_integer())
        throw std::runtime_error("an atomic weight is no integer: " + to_text(arena, g));
    return static_cast<int>(weight->numerator());
}

/// 64-bit FNV-1a of lines, each with a line feed.
class Checksum {
  public:
    void add(const std::string& line) {
        for (const char c : line + '\n') hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t value() const { return hash_; }
    std::string text() const { return hex(hash_); }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

class Clock {
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

inline std::ofstream csv(const std::string& folder, const std::string& name, const std::string& header) {
    std::ofstream out(folder + "/cutthroat-" + name + ".csv");
    if (!out) throw std::runtime_error("cannot write in " + folder);
    out << header << '\n';
    return out;
}

/// Throws with `what` unless `right`.
inline void require(bool right, const std::string& what) {
    if (!right) throw std::runtime_error("not as it should be: " + what);
}

/// Writes the sums of stars: cutthroat-stars.csv, cutthroat-star-sums.csv, cutthroat-star-failures.csv.
void stars(const std::string& folder);

}  // namespace mexbase::report

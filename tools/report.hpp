/// \file
/// What the parts of cutthroat_report share.
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

/// In quotes, for a CSV; nothing for what is too long to read.
inline std::string text_of(const GameArena& arena, PartizanId g) {
    std::string text;
    try {
        text = to_text(arena, g);
    } catch (const Error&) {
    }
    return text.empty() || text.size() > 160 ? "" : '"' + text + '"';
}

/// The atomic weight; throws if it is no integer.
inline int weight_of(GameArena& arena, PartizanId g) {
    const auto weight = arena.number_of(arena.atomic_weight(g).value());
    if (!weight || !weight->is_integer())
        throw std::runtime_error("an atomic weight is no integer: " + to_text(arena, g));
    return static_cast<int>(weight->numerator());
}

/// FNV-1a, 64 bit, of lines with a line feed each.
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

/// Sums of stars: cutthroat-stars.csv, cutthroat-star-sums.csv, cutthroat-star-failures.csv.
void stars(const std::string& folder);

}  // namespace mexbase::report

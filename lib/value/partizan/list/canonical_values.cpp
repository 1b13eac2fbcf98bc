#include "canonical_values.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "../../../error.hpp"
#include "../notation/text.hpp"

namespace mexbase {

namespace {

constexpr char hexadecimal[] = "0123456789abcdef";

/// FNV-1a, 64 bit.
class Fnv {
  public:
    void add(char c) { hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3; }
    /// Sixteen hexadecimal digits.
    void add_number(std::uint64_t n) {
        for (int shift = 60; shift >= 0; shift -= 4) add(hexadecimal[n >> shift & 15]);
    }
    std::uint64_t hash() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

/// By the definition, see `GameArena::fingerprint`: a list has the options of every value.
std::vector<std::uint64_t> fingerprints_of(const GameList& list) {
    std::vector<std::uint64_t> all(list.games.size()), some;
    const auto add = [&](Fnv& fnv, std::span<const std::uint32_t> options) {
        some.clear();
        for (const std::uint32_t option : options) some.push_back(all[option]);
        std::sort(some.begin(), some.end());
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (i != 0) fnv.add(',');
            fnv.add_number(some[i]);
        }
    };
    for (std::uint32_t value = 0; value < all.size(); ++value) {
        Fnv fnv;
        fnv.add('{');
        add(fnv, list.left(value));
        fnv.add('|');
        add(fnv, list.right(value));
        fnv.add('}');
        all[value] = fnv.hash();
    }
    return all;
}

}  // namespace

std::vector<OutcomeClass> outcomes_of(const GameList& list) {
    std::vector<OutcomeClass> all(list.games.size());
    for (std::uint32_t value = 0; value < all.size(); ++value) {
        // Whoever moves wants an option that is won with the other to move.
        const auto wins = [&](std::span<const std::uint32_t> options, OutcomeClass own) {
            return std::any_of(options.begin(), options.end(), [&](std::uint32_t option) {
                return all[option] == OutcomeClass::previous || all[option] == own;
            });
        };
        const bool left = wins(list.left(value), OutcomeClass::left);
        const bool right = wins(list.right(value), OutcomeClass::right);
        all[value] = left ? (right ? OutcomeClass::next : OutcomeClass::left)
                          : (right ? OutcomeClass::right : OutcomeClass::previous);
    }
    return all;
}

OutcomeClass CanonicalValue::outcome() const {
    return values->outcome(number);
}

std::string CanonicalValue::text() const {
    return values->text(number);
}

std::uint64_t CanonicalValue::fingerprint() const {
    return values->fingerprint(number);
}

std::optional<CanonicalValue> CanonicalValue::atomic_weight() const {
    const auto weight = values->atomic_weight(number);
    if (!weight) return std::nullopt;
    return CanonicalValue{values, *weight};
}

std::string CanonicalValue::fingerprint_text() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += hexadecimal[fingerprint() >> shift & 15];
    return text;
}

CanonicalValues::CanonicalValues(GameList list)
    // The arena checks the list: only then may the others follow its numbers.
    : list_(std::move(list)),
      games_(load_games(arena_, list_)),
      outcomes_(outcomes_of(list_)),
      fingerprints_(fingerprints_of(list_)) {}

std::string CanonicalValues::text(std::uint32_t value) const {
    return to_text(arena_, games_[value]);
}

}  // namespace mexbase

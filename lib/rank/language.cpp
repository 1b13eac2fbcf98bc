// SPDX-License-Identifier: MIT
#include "language.hpp"

#include <algorithm>
#include <array>

#include "../board/neighbours.hpp"

namespace mexbase {

namespace {

constexpr char code(Letter letter) {
    return static_cast<char>(letter);
}
constexpr bool is_colour(char letter) {
    return letter == code(Letter::black) || letter == code(Letter::white);
}

/// Removes all vertices that are not in `step.kept` from `state`, which has `width` bytes per vertex.
void forget(std::string& state, const ScanStep& step, std::size_t width = 1) {
    std::size_t to = 0;
    for (const unsigned place : step.kept)
        for (std::size_t k = 0; k < width; ++k) state[to++] = state[place * width + k];
    state.resize(to);
}

bool may_meet(char a, char b, Forbidden forbidden) {
    return !is_colour(a) || !is_colour(b) || (a == b) != (forbidden == Forbidden::same_colour);
}

bool meets_none(const std::string& state, char letter, const ScanStep& step, Forbidden forbidden) {
    return std::all_of(step.neighbours.begin(), step.neighbours.end(),
                       [&](unsigned place) { return may_meet(state[place], letter, forbidden); });
}

/// View of a state with two bytes per frontier vertex (a read vertex with unread neighbours): its letter and the number
/// of its group. The number is 0 for other vertices, and for groups that already meet the rule, for example by a
/// liberty.
class Groups {
  public:
    explicit Groups(std::string& state) : state_(state) {}
    char letter(unsigned place) const { return state_[2 * place]; }
    char group(unsigned place) const { return state_[2 * place + 1]; }
    /// Appends a vertex. If `lacks` is true, it is a new group that does not meet the rule. Otherwise its group number
    /// is 0.
    void append(char letter, bool lacks) {
        state_ += letter;
        state_ += static_cast<char>(lacks ? fresh : 0);
    }
    /// Merges group `from` into group `to`. 0 stands for all groups that meet the rule.
    void join(char from, char to) {
        if (from == 0) return;
        for (std::size_t k = 1; k < state_.size(); k += 2)
            if (state_[k] == from) state_[k] = to;
    }
    /// Forgets the vertices that the step does not keep, and renumbers the groups by their first vertex. Returns false
    /// if a group that does not meet the rule has left the frontier.
    bool forget(const ScanStep& step) {
        std::array<bool, fresh + 1> before{}, after{};
        for (std::size_t k = 1; k < state_.size(); k += 2) before[index(state_[k])] = true;
        mexbase::forget(state_, step, 2);
        for (std::size_t k = 1; k < state_.size(); k += 2) after[index(state_[k])] = true;
        std::array<char, fresh + 1> numbers{};
        char next = 0;
        for (std::size_t k = 1; k < state_.size(); k += 2) {
            char& number = numbers[index(state_[k])];
            if (state_[k] != 0 && number == 0) number = ++next;
            state_[k] = state_[k] == 0 ? char{0} : number;
        }
        return std::equal(before.begin() + 1, before.end(), after.begin() + 1);
    }

    /// The group number of the vertex appended last.
    static constexpr char fresh = most_set_vertices + 1;

  private:
    static std::size_t index(char group) { return static_cast<unsigned char>(group); }
    std::string& state_;
};

bool read_with_liberties(std::string& state, Letter letter, const ScanStep& step) {
    if (letter == Letter::removed) return false;
    const char own = code(letter);
    Groups groups(state);
    if (letter == Letter::open) {
        groups.append(own, false);
        for (const unsigned place : step.neighbours) groups.join(groups.group(place), 0);
        return groups.forget(step);
    }
    const bool free = std::any_of(step.neighbours.begin(), step.neighbours.end(), [&](unsigned place) {
        return groups.letter(place) == code(Letter::open) || (groups.letter(place) == own && groups.group(place) == 0);
    });
    groups.append(own, !free);
    for (const unsigned place : step.neighbours)
        if (groups.letter(place) == own) groups.join(groups.group(place), free ? char{0} : Groups::fresh);
    return groups.forget(step);
}

bool read_two_coloured(std::string& state, Letter letter, const ScanStep& step, bool green) {
    if (letter == Letter::open && !green) return false;
    const char own = code(letter);
    Groups groups(state);
    if (letter == Letter::removed) {
        groups.append(own, false);
        return groups.forget(step);
    }
    const auto present = [&](unsigned place) { return groups.letter(place) != code(Letter::removed); };
    const bool two = std::any_of(step.neighbours.begin(), step.neighbours.end(), [&](unsigned place) {
        return present(place) && (groups.letter(place) != own || groups.group(place) == 0);
    });
    groups.append(own, !two);
    for (const unsigned place : step.neighbours)
        if (present(place)) groups.join(groups.group(place), two ? char{0} : Groups::fresh);
    // The colours in a two-coloured component no longer matter, so one letter stands for all.
    for (std::size_t k = 0; k < state.size(); k += 2)
        if (state[k] != code(Letter::removed) && state[k + 1] == 0) state[k] = code(Letter::open);
    return groups.forget(step);
}

/// Reads a letter for `finished_colourings`. The state has two bytes per frontier vertex: its letter and, if it is
/// open, the colours of its neighbours as bits.
bool read_finished(std::string& state, Letter letter, const ScanStep& step, Forbidden forbidden) {
    if (letter == Letter::removed) return false;
    const char own = code(letter);
    char beside = 0;
    for (const unsigned place : step.neighbours) {
        const char there = state[2 * place];
        if (!may_meet(there, own, forbidden)) return false;
        if (is_colour(there)) beside = static_cast<char>(beside | there);
        if (is_colour(own) && !is_colour(there)) state[2 * place + 1] = static_cast<char>(state[2 * place + 1] | own);
    }
    state += own;
    state += is_colour(own) ? char{0} : beside;
    // An open vertex that leaves the frontier must have neighbours of both colours, or it could still be coloured.
    constexpr char both = code(Letter::black) | code(Letter::white);
    std::size_t kept = 0;
    for (unsigned place = 0; 2 * place < state.size(); ++place) {
        const bool stays = kept < step.kept.size() && step.kept[kept] == place;
        if (stays) ++kept;
        if (!stays && !is_colour(state[2 * place]) && state[2 * place + 1] != both) return false;
    }
    forget(state, step, 2);
    return true;
}

/// Joins two states in one string: the length of the first state in one byte, the first state, the second state.
std::string paired(const std::string& a, const std::string& b) {
    return static_cast<char>(a.size()) + a + b;
}
std::pair<std::string, std::string> unpaired(const std::string& state) {
    const std::size_t length = static_cast<unsigned char>(state[0]);
    return {state.substr(1, length), state.substr(1 + length)};
}
/// The state of an automaton that has rejected the word; no other state equals it.
const std::string stopped(1, '\xff');

void read_or_stop(const Language& language, std::string& state, Letter letter, const ScanStep& step) {
    if (state == stopped || !language.read(state, letter, step)) state = stopped;
}

}  // namespace

Language proper_colourings(Forbidden forbidden) {
    return {{}, [forbidden](std::string& state, Letter letter, const ScanStep& step) {
                if (letter == Letter::removed || !meets_none(state, code(letter), step, forbidden)) return false;
                state += code(letter);
                forget(state, step);
                return true;
            }};
}

Language finished_colourings(Forbidden forbidden) {
    return {{}, [forbidden](std::string& state, Letter letter, const ScanStep& step) {
                return read_finished(state, letter, step, forbidden);
            }};
}

Language colourings_with_liberties() {
    return {{}, read_with_liberties};
}

Language two_coloured_components(bool green) {
    return {{}, [green](std::string& state, Letter letter, const ScanStep& step) {
                return read_two_coloured(state, letter, step, green);
            }};
}

Language colourings() {
    return {{}, [](std::string&, Letter letter, const ScanStep&) { return letter != Letter::removed; }};
}

Language vertex_sets() {
    return {{}, [](std::string&, Letter letter, const ScanStep&) {
                return letter == Letter::removed || letter == Letter::open;
            }};
}

Language second_phase(Language first, Language finished, Language second) {
    Language both;
    // Runs three automata in parallel. If one of them rejects a word, the others may still accept it.
    both.start = paired(first.start, paired(finished.start, second.start));
    both.read = [first, finished, second](std::string& state, Letter letter, const ScanStep& step) {
        auto [a, rest] = unpaired(state);
        auto [b, c] = unpaired(rest);
        read_or_stop(first, a, letter, step);
        read_or_stop(finished, b, letter, step);
        read_or_stop(second, c, letter, step);
        if (b == stopped && c == stopped) return false;
        state = paired(a, paired(b, c));
        return true;
    };
    both.accepts = [first, finished, second](const std::string& state) {
        const auto [a, rest] = unpaired(state);
        const auto [b, c] = unpaired(rest);
        if (b != stopped && finished.accepts(b)) return true;
        return c != stopped && second.accepts(c) && (a == stopped || !first.accepts(a));
    };
    return both;
}

Language first_is_black(Language language) {
    constexpr char none_yet = 'n', seen = 's';
    Language half;
    half.start = none_yet + language.start;
    half.read = [language](std::string& state, Letter letter, const ScanStep& step) {
        const bool colour = is_colour(code(letter));
        if (state[0] == none_yet && letter == Letter::white) return false;
        std::string inner = state.substr(1);
        if (!language.read(inner, letter, step)) return false;
        state = (colour ? seen : state[0]) + inner;
        return true;
    };
    half.accepts = [language](const std::string& state) { return language.accepts(state.substr(1)); };
    return half;
}

}  // namespace mexbase

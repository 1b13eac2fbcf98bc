// SPDX-License-Identifier: MIT
#include "canonical_values.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../../../error.hpp"
#include "../arena.hpp"
#include "../notation/text.hpp"
#include "../thermograph.hpp"
#include "game_list.hpp"

namespace mexbase {

std::vector<OutcomeClass> outcomes_of(const GameList& list) {
    std::vector<OutcomeClass> all(list.games.size());
    // The player to move wins if an option is won for this player with the opponent to move.
    const auto wins = [&](std::span<const std::uint32_t> options, OutcomeClass own) {
        return std::any_of(options.begin(), options.end(), [&](std::uint32_t option) {
            return all[option] == OutcomeClass::previous || all[option] == own;
        });
    };
    for (std::uint32_t value = 0; value < all.size(); ++value)
        all[value] =
            outcome_class(wins(list.left(value), OutcomeClass::left), wins(list.right(value), OutcomeClass::right));
    return all;
}

std::optional<CanonicalValue> CanonicalValue::atomic_weight() const {
    const auto weight = values->atomic_weight(number);
    return weight ? std::optional(CanonicalValue{values, *weight}) : std::nullopt;
}

std::string CanonicalValue::fingerprint_text() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[fingerprint() >> shift & 15];
    return text;
}

struct CanonicalValues::State {
    /// Frees memory of `calloc`. Its pages take up space only once they are used.
    struct Free {
        void operator()(void* at) const { std::free(at); }
    };
    template <class T>
    using Zeros = std::unique_ptr<T[], Free>;

    template <class T>
    static Zeros<T> zeros(std::uint32_t count) {
        Zeros<T> made(static_cast<T*>(std::calloc(std::size_t{count} + 1, sizeof(T))));
        if (!made) throw std::bad_alloc();
        return made;
    }

    explicit State(std::uint32_t count, std::unique_ptr<const GameParts> parts = nullptr)
        : size_(count),
          ids_(zeros<PartizanId>(count)),
          outcomes_(zeros<std::uint8_t>(count)),
          fingerprints_(zeros<std::uint64_t>(count)),
          weights_(zeros<std::uint32_t>(count)),
          present_(count / 64 + 1),
          parts_(std::move(parts)) {}

    bool is_whole() const { return !parts_ || all_.load(std::memory_order_acquire); }
    /// Locks the arena if it may still grow.
    std::unique_lock<std::mutex> locked() {
        return is_whole() ? std::unique_lock<std::mutex>() : std::unique_lock(mutex_);
    }
    /// Returns the part of the list that contains `value`, and its index in this part. The part must have been read.
    std::pair<const GameList&, std::uint32_t> place(std::uint32_t value) const {
        const unsigned log2 = parts_->part_log2();
        return {read_.at(value >> log2), value & ((1U << log2) - 1)};
    }
    /// Reads the parts of the list with these `numbers`. The caller must hold `lock`; it is released while reading.
    void read_parts(std::vector<std::uint32_t> numbers, std::unique_lock<std::mutex>& lock);
    /// Stores the properties of a value that was made from element `at` of a list.
    void keep(std::uint32_t value, PartizanId id, const GameList& list, std::uint32_t at);
    /// Makes a value from element `at` of a list, unless it exists, and stores its properties. Its options must exist.
    void add(std::uint32_t value, const GameList& list, std::uint32_t at);
    void mark_present(std::uint32_t value) {
        present_[value / 64].fetch_or(std::uint64_t{1} << value % 64, std::memory_order_release);
    }

    const std::uint32_t size_;
    // The next five members are written under a lock, before the value is marked as present.
    GameArena arena_;
    Zeros<PartizanId> ids_;  // id + 1, or 0 if the value is not made
    Zeros<std::uint8_t> outcomes_;
    Zeros<std::uint64_t> fingerprints_;
    Zeros<std::uint32_t> weights_;  // number of the weight + 1, or 0 without a weight
    std::vector<std::atomic<std::uint64_t>> present_;
    GameList list_;  // all values, once they are read

    const std::unique_ptr<const GameParts> parts_;  // null if all values were present from the beginning
    std::mutex mutex_;                              // guards `read_`, `maker_` and `arena_`
    std::unordered_map<std::uint32_t, GameList> read_;
    std::optional<GameMaker> maker_;
    std::atomic<bool> all_{false};
};

CanonicalValues::CanonicalValues(GameList list)
    : state_(std::make_unique<State>(static_cast<std::uint32_t>(list.games.size()))) {
    State& s = *state_;
    // `load_games` checks the list. Before this call, the numbers in the list may be out of range.
    const std::vector<PartizanId> ids = load_games(s.arena_, list);
    s.list_ = std::move(list);
    for (std::uint32_t value = 0; value < s.size_; ++value) {
        s.keep(value, ids[value], s.list_, value);
        s.mark_present(value);
    }
}

CanonicalValues::CanonicalValues(std::unique_ptr<const GameParts> parts) {
    const std::uint32_t size = parts->size();
    state_ = std::make_unique<State>(size, std::move(parts));
}

CanonicalValues::~CanonicalValues() = default;
CanonicalValues::CanonicalValues(CanonicalValues&&) noexcept = default;

void CanonicalValues::State::keep(std::uint32_t value, PartizanId id, const GameList& list, std::uint32_t at) {
    std::vector<std::uint64_t> prints;
    for (const auto options : {list.left(at), list.right(at)})
        for (const std::uint32_t option : options) prints.push_back(fingerprints_[option]);
    const std::size_t lefts = list.games[at].lefts;
    fingerprints_[value] = fingerprint_of_options(std::span(prints).first(lefts), std::span(prints).subspan(lefts));
    outcomes_[value] = static_cast<std::uint8_t>(arena_.outcome(id));
    weights_[value] = list.games[at].weight == GameList::none ? 0 : list.games[at].weight + 1;
    ids_[value] = id + 1;
}

void CanonicalValues::State::add(std::uint32_t value, const GameList& list, std::uint32_t at) {
    if (ids_[value] != 0) return;
    const auto ids_of = [this](std::span<const std::uint32_t> numbers) {
        std::vector<PartizanId> ids;
        for (const std::uint32_t number : numbers) ids.push_back(ids_[number] - 1);
        return ids;
    };
    std::vector<PartizanId> left = ids_of(list.left(at)), right = ids_of(list.right(at));
    if (!maker_) maker_.emplace(arena_, parts_->most_options());
    keep(value, maker_->make(value, left, right, list.games[at].weight != GameList::none), list, at);
}

void CanonicalValues::State::read_parts(std::vector<std::uint32_t> parts, std::unique_lock<std::mutex>& lock) {
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (parts.empty()) return;
    lock.unlock();  // reading may take long, and the reader may use values itself
    std::vector<GameList> lists = parts_->read(parts);
    lock.lock();
    for (std::size_t i = 0; i < parts.size(); ++i) read_.try_emplace(parts[i], std::move(lists[i]));
}

void CanonicalValues::need(std::span<const std::uint32_t> values) const {
    State& s = *state_;
    // A value is made after its followers. With a requested value, its atomic weight is requested too.
    struct Wanted {
        std::uint32_t value;
        bool is_asked;
    };
    std::vector<Wanted> open, waiting;
    for (const std::uint32_t value : values)
        if (!has(value)) open.push_back({value, true});
    if (open.empty()) return;
    std::vector<std::uint32_t> found, asked, parts;
    std::unordered_set<std::uint32_t> seen_found, seen_asked;
    std::unique_lock lock(s.mutex_);
    // Options and weights of a value are known once its part of the list is read. Each round reads the missing parts.
    while (!open.empty()) {
        while (!open.empty()) {
            const Wanted next = open.back();
            open.pop_back();
            const std::uint32_t part = next.value >> s.parts_->part_log2();
            if (!s.read_.contains(part)) {
                waiting.push_back(next);
                parts.push_back(part);
                continue;
            }
            const auto [list, at] = s.place(next.value);
            if (s.ids_[next.value] == 0 && seen_found.insert(next.value).second) {
                found.push_back(next.value);
                for (const auto options : {list.left(at), list.right(at)})
                    for (const std::uint32_t option : options)
                        if (s.ids_[option] == 0) open.push_back({option, false});
            }
            if (!next.is_asked || !seen_asked.insert(next.value).second) continue;
            asked.push_back(next.value);
            if (const std::uint32_t weight = list.games[at].weight; weight != GameList::none && !has(weight))
                open.push_back({weight, true});
        }
        s.read_parts(std::move(parts), lock);
        parts.clear();
        open.swap(waiting);
    }
    std::sort(found.begin(), found.end());  // options come first
    for (const std::uint32_t value : found) {
        const auto [list, at] = s.place(value);
        s.add(value, list, at);
    }
    for (const std::uint32_t value : asked) s.mark_present(value);
}

void CanonicalValues::need_all() const {
    State& s = *state_;
    if (s.is_whole()) return;
    std::vector<std::uint32_t> numbers;
    for (std::uint64_t part = 0; part << s.parts_->part_log2() < s.size_; ++part)
        numbers.push_back(static_cast<std::uint32_t>(part));
    GameList whole;
    for (const GameList& part : s.parts_->read(numbers)) {
        for (GameList::Game game : part.games) {
            game.first += whole.options.size();
            whole.games.push_back(game);
        }
        whole.options.insert(whole.options.end(), part.options.begin(), part.options.end());
    }
    const std::scoped_lock lock(s.mutex_);
    if (s.is_whole()) return;
    for (std::uint32_t value = 0; value < s.size_; ++value) s.add(value, whole, value);
    s.list_ = std::move(whole);
    for (std::uint32_t value = 0; value < s.size_; ++value) s.mark_present(value);
    s.all_.store(true, std::memory_order_release);
}

std::uint32_t CanonicalValues::import(GameImport& importer, std::uint32_t value) const {
    const auto lock = state_->locked();
    return importer(game(value));
}

std::string CanonicalValues::text(std::uint32_t value) const {
    const auto lock = state_->locked();
    return to_text(arena(), game(value));
}

std::optional<std::string> CanonicalValues::weight_text(std::uint32_t value) const {
    if (const auto weight = atomic_weight(value)) return text(*weight);
    GameArena games;
    PartizanId game = GameArena::zero;
    {
        const auto lock = state_->locked();
        const PartizanId own = this->game(value);
        const Dyadic zero;
        if (arena().left_stop(own) != zero || arena().right_stop(own) != zero) return std::nullopt;
        game = GameImport(arena(), games)(own);
    }
    const auto weight = games.atomic_weight(game);
    return weight ? std::optional(to_text(games, *weight)) : std::nullopt;
}

FormFacts CanonicalValues::facts(std::uint32_t value) const {
    const auto lock = state_->locked();
    return facts_of(arena(), game(value));
}

std::uint32_t CanonicalValues::size() const {
    return state_->size_;
}

bool CanonicalValues::has(std::uint32_t value) const {
    return (state_->present_[value / 64].load(std::memory_order_acquire) >> value % 64 & 1) != 0;
}

OutcomeClass CanonicalValues::outcome(std::uint32_t value) const {
    return static_cast<OutcomeClass>(state_->outcomes_[value]);
}

std::uint64_t CanonicalValues::fingerprint(std::uint32_t value) const {
    return state_->fingerprints_[value];
}

std::optional<std::uint32_t> CanonicalValues::atomic_weight(std::uint32_t value) const {
    const std::uint32_t weight = state_->weights_[value];
    return weight == 0 ? std::nullopt : std::optional(weight - 1);
}

const GameList& CanonicalValues::list() const {
    return state_->list_;
}

const GameArena& CanonicalValues::arena() const {
    return state_->arena_;
}

std::uint32_t CanonicalValues::game(std::uint32_t value) const {
    return state_->ids_[value] - 1;
}

}  // namespace mexbase

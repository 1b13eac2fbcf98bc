// SPDX-License-Identifier: MIT
#include "up_expansion.hpp"

#include <algorithm>
#include <utility>

namespace mexbase {
namespace {

UpExpansion negated(UpExpansion e) {
    e.number = -e.number;
    for (int& copies : e.ups) copies = -copies;
    return e;
}

/// Returns e without the powers of up after the first `length` powers.
UpExpansion first_powers(const UpExpansion& e, std::size_t length) {
    UpExpansion first{e.number, {e.ups.begin(), e.ups.begin() + static_cast<std::ptrdiff_t>(length)}, e.nimber};
    while (!first.ups.empty() && first.ups.back() == 0) first.ups.pop_back();
    return first;
}

/// Returns e plus one copy of each of the first `length` powers, plus a star. This undoes a move in the last of these.
UpExpansion raised(UpExpansion e, std::size_t length) {
    if (e.ups.size() < length) e.ups.resize(length);
    for (std::size_t i = 0; i < length; ++i) ++e.ups[i];
    while (!e.ups.empty() && e.ups.back() == 0) e.ups.pop_back();
    e.nimber ^= 1;
    return e;
}

/// Returns the number of powers up to and including the last power that has at most `copies` copies; 0 if none has.
std::size_t up_to_last_with(const UpExpansion& e, int copies) {
    std::size_t length = e.ups.size();
    while (length > 0 && e.ups[length - 1] > copies) --length;
    return length;
}

/// Returns true if e minus its number is incomparable with 0. Requires ups[0] > 0 and no negative element in `ups`.
bool is_fuzzy(const UpExpansion& e) {
    if (e.nimber != 1) return false;
    const auto other = std::find_if(e.ups.begin(), e.ups.end(), [](int copies) { return copies != 1; });
    return other == e.ups.end() || *other == 0;
}

/// Returns Left's canonical options of e. The last power of e must be the second or higher, with positive copies.
std::vector<UpExpansion> left_options(const UpExpansion& e) {
    // Left may remove a copy of the last power. If there are several, this move is reversible, and `taken` replaces it.
    const std::size_t kept = e.ups.back() == 1 ? e.ups.size() - 1 : up_to_last_with(e, 0);
    const UpExpansion taken = first_powers(e, kept);
    const std::size_t downs = up_to_last_with(e, -1);
    if (downs > 0) return {taken, raised(first_powers(e, downs), downs)};
    std::vector<UpExpansion> options;
    if (e.ups[0] == 0) {
        for (unsigned n = 0; n < e.nimber; ++n) options.push_back({e.number, {}, n});
        options.push_back(taken);
    } else if (is_fuzzy(e)) {
        options = {{e.number, {}, 0}, taken};
    } else {
        options = {taken.ups.empty() ? UpExpansion{e.number, {}, 0} : taken};
    }
    return options;
}

}  // namespace

bool UpExpansion::is_power() const {
    return std::count(ups.begin(), ups.end(), 0) + 1 == std::ssize(ups) && (ups.back() == 1 || ups.back() == -1);
}

bool UpExpansion::is_power_sum() const {
    return !ups.empty() && (ups[0] == 1 || ups[0] == -1) &&
           std::count(ups.begin(), ups.end(), ups[0]) == std::ssize(ups);
}

const UpExpansion* UpExpansions::of(PartizanId g) {
    if (!known_.contains(g)) steps_.assign(1, g);
    while (!steps_.empty()) {
        const PartizanId next = steps_.back();
        if (known_.contains(next)) {
            // `next` was pushed twice, as an option of two games.
        } else if (const std::optional<Uptimal> u = arena_->uptimal_of(next)) {
            UpExpansion& e = *(known_[next] = UpExpansion{u->number, {}, u->nimber});
            if (u->ups != 0) e.ups = {u->ups};
        } else {
            const std::size_t before = steps_.size();
            const auto left = arena_->left_of(next);
            const auto right = arena_->right_of(next);
            if (left.size() == 1 || right.size() == 1)
                for (const auto options : {left, right})
                    for (const PartizanId option : options)
                        if (!known_.contains(option)) steps_.push_back(option);
            if (steps_.size() > before) continue;
            std::optional<UpExpansion> found = find(left, right, true);
            if (!found && (found = find(right, left, false))) found = negated(*found);
            known_[next] = std::move(found);
        }
        steps_.pop_back();
    }
    const std::optional<UpExpansion>& known = known_.at(g);
    return known ? &*known : nullptr;
}

/// Returns the expansion of { lefts | rights } if its last power has a positive number of copies, else `std::nullopt`.
/// If `up` is false, negates all options first. Such an expansion has one Right option, which is a move in the last
/// power.
std::optional<UpExpansion> UpExpansions::find(std::span<const PartizanId> lefts, std::span<const PartizanId> rights,
                                              bool up) const {
    if (rights.size() != 1) return std::nullopt;
    const std::optional<UpExpansion>& right = known_.at(rights[0]);
    if (!right) return std::nullopt;
    std::vector<UpExpansion> left;
    std::size_t longest = right->ups.size();
    for (const PartizanId option : lefts) {
        const std::optional<UpExpansion>& e = known_.at(option);
        if (!e || e->number != right->number) return std::nullopt;
        left.push_back(up ? *e : negated(*e));
        longest = std::max(longest, e->ups.size());
    }
    const UpExpansion after = up ? *right : negated(*right);
    // If there was one copy of the last power, no option has this power, and the longest option is one power shorter.
    for (const std::size_t length : {after.ups.size(), longest + 1}) {
        if (length < 2 || length > GameArena::most_power) continue;
        const UpExpansion before = raised(after, length);
        if (before.ups.size() != length || before.ups.back() <= 0) continue;
        const std::vector<UpExpansion> wanted = left_options(before);
        if (std::is_permutation(left.begin(), left.end(), wanted.begin(), wanted.end())) return before;
    }
    return std::nullopt;
}

}  // namespace mexbase

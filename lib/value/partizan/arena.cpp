// SPDX-License-Identifier: MIT
#include "arena.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "../../error.hpp"
#include "../../splitmix64.hpp"

namespace mexbase {
namespace {

constexpr std::uint32_t most_birthday = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_memo_slots = std::size_t{1} << 21;

bool same(std::span<const PartizanId> a, std::span<const PartizanId> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::uint32_t hash_of(std::span<const PartizanId> left, std::span<const PartizanId> right) {
    std::uint64_t hash = left.size();
    for (const PartizanId g : left) hash = (hash ^ g) * 0x9e3779b97f4a7c15U + (hash >> 29);
    hash = splitmix64(hash);
    for (const PartizanId g : right) hash = (hash ^ g) * 0x9e3779b97f4a7c15U + (hash >> 29);
    return static_cast<std::uint32_t>(splitmix64(hash) >> 32);
}

std::uint32_t hash_of(const Dyadic& value) {
    return static_cast<std::uint32_t>(
        splitmix64(static_cast<std::uint64_t>(value.numerator()) * 67 + value.exponent()));
}

std::uint32_t hash_of(PartizanId number, int ups, unsigned nimber) {
    return static_cast<std::uint32_t>(
        splitmix64(std::uint64_t{number} << 32 ^ static_cast<std::uint64_t>(ups + 32768) << 16 ^ nimber));
}

void sort_unique(std::vector<PartizanId>& ids, std::span<const PartizanId> from) {
    ids.assign(from.begin(), from.end());
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

[[noreturn]] void refuse(const char* why) {
    throw Error(ErrorCode::not_applicable, why);
}

}  // namespace

GameArena::GameArena() : order_(most_memo_slots), sums_(most_memo_slots) {
    number(0);
}

PartizanId GameArena::append(const Node& node) {
    if (nodes_.size() >= raw_mark)
        throw Error(ErrorCode::out_of_memory,
                    "there are more than 2^31 different partizan values, which is not supported");
    nodes_.push_back(node);
    return static_cast<PartizanId>(nodes_.size() - 1);
}

std::uint32_t GameArena::append_options(Span left, Span right, bool shared) {
    const std::size_t first = pool_.size();
    if (first + left.size() + right.size() >= none)
        throw Error(ErrorCode::out_of_memory,
                    "the partizan values have more than 2^32 options in all, which is not supported");
    pool_.insert(pool_.end(), left.begin(), left.end());
    if (!shared) pool_.insert(pool_.end(), right.begin(), right.end());
    return static_cast<std::uint32_t>(first);
}

PartizanId GameArena::number(const Dyadic& value) {
    const std::uint32_t hash = hash_of(value);
    const std::uint32_t found =
        number_table_.find(hash, [&](std::uint32_t index) { return numbers_[index].value == value; });
    if (found != none) return numbers_[found].id;
    Node node;
    node.kind = Kind::number;
    node.extra = static_cast<std::uint32_t>(numbers_.size());
    node.left_stop = node.right_stop = static_cast<PartizanId>(nodes_.size());
    node.birthday = static_cast<std::uint32_t>(std::min<std::uint64_t>(value.birthday(), most_birthday));
    if (value.numerator() <= 0) node.flags |= at_most_zero;
    if (value.numerator() >= 0) node.flags |= at_least_zero;
    if (value.numerator() == 0) node.flags |= all_small;
    const PartizanId id = append(node);
    numbers_.push_back({value, id});
    number_table_.insert(hash, nodes_[id].extra);
    return id;
}

void GameArena::materialise(PartizanId g) {
    if (nodes_[g].first != none) return;
    const Dyadic x = value(g);
    const std::optional<Dyadic> left = x.left_option();
    const std::optional<Dyadic> right = x.right_option();
    PartizanId options[2];
    std::uint16_t count = 0;
    if (left) options[count++] = number(*left);
    const std::uint16_t lefts = count;
    if (right) options[count++] = number(*right);
    const std::uint32_t first = append_options({options, count}, {}, false);
    Node& node = nodes_[g];
    node.first = first;
    node.lefts = lefts;
    node.rights = static_cast<std::uint16_t>(count - lefts);
}

std::span<const PartizanId> GameArena::left_options(PartizanId g) {
    materialise(g);
    return left_of(g);
}

std::span<const PartizanId> GameArena::right_options(PartizanId g) {
    materialise(g);
    return right_of(g);
}

std::span<const PartizanId> GameArena::left_of(PartizanId g) const {
    return {pool_.data() + nodes_[g].first, nodes_[g].lefts};
}

std::span<const PartizanId> GameArena::right_of(PartizanId g) const {
    const Node& node = nodes_[g];
    return {pool_.data() + node.first + ((node.flags & shared_options) != 0 ? 0 : node.lefts), node.rights};
}

std::uint32_t GameArena::find_set(Span left, Span right, std::uint32_t hash) const {
    return sets_.find(hash, [&](std::uint32_t reference) {
        if (reference < raw_mark) return same(left_of(reference), left) && same(right_of(reference), right);
        const RawRecord& raw = raw_[reference - raw_mark];
        const PartizanId* first = pool_.data() + raw.first;
        return same({first, raw.lefts}, left) && same({first + raw.lefts, raw.rights}, right);
    });
}

PartizanId GameArena::make(Span left, Span right) {
    sort_unique(left_, left);
    sort_unique(right_, right);
    const std::uint32_t hash = hash_of(left_, right_);
    const std::uint32_t found = find_set(left_, right_, hash);
    if (found != none) return found < raw_mark ? found : raw_[found - raw_mark].id;
    const std::size_t lefts = left_.size();
    const std::size_t rights = right_.size();
    const PartizanId id = canonical(left_, right_);
    const Node& node = nodes_[id];
    if (node.kind != Kind::number && same(left_of(id), left_) && same(right_of(id), right_)) return id;
    if (raw_.size() >= raw_mark)
        throw Error(ErrorCode::out_of_memory,
                    "the partizan values have more than 2^31 different sets of options, which is not supported");
    raw_.push_back({append_options(left_, right_, false), static_cast<std::uint32_t>(lefts),
                    static_cast<std::uint32_t>(rights), id});
    sets_.insert(hash, raw_mark + static_cast<std::uint32_t>(raw_.size() - 1));
    return id;
}

PartizanId GameArena::intern(Span left, Span right) {
    const std::uint32_t hash = hash_of(left, right);
    const std::uint32_t found = find_set(left, right, hash);
    if (found != none) return found;
    if (left.size() > 65535 || right.size() > 65535)
        refuse("a partizan value has more than 65535 canonical options for one player, which is not supported");
    Node node;
    node.lefts = static_cast<std::uint16_t>(left.size());
    node.rights = static_cast<std::uint16_t>(right.size());
    node.flags = all_small | at_most_zero | at_least_zero;
    if (same(left, right)) node.flags |= shared_options;
    node.left_stop = best_stop(left, true);
    node.right_stop = best_stop(right, false);
    const auto inherit = [&](const Node& option, std::uint8_t spoiled_by, std::uint8_t spoils) {
        if ((option.flags & spoiled_by) != 0) node.flags &= static_cast<std::uint8_t>(~spoils);
        if ((option.flags & all_small) == 0) node.flags &= static_cast<std::uint8_t>(~all_small);
        node.birthday = std::max(node.birthday, option.birthday == most_birthday ? most_birthday : option.birthday + 1);
        node.depth = std::max(node.depth, static_cast<std::uint16_t>(option.depth + 1));
        node.nimber_within = std::max(node.nimber_within, option.nimber_within);
    };
    for (const PartizanId g : left) inherit(nodes_[g], at_least_zero, at_most_zero);
    for (const PartizanId g : right) inherit(nodes_[g], at_most_zero, at_least_zero);
    if (node.depth > deepest) refuse("a partizan value is more than 2000 moves deep, which is not supported");
    recognise(node, left, right);
    node.first = append_options(left, right, (node.flags & shared_options) != 0);
    const PartizanId id = append(node);
    sets_.insert(hash, id);
    if (node.kind == Kind::uptimal) {
        UptimalRecord& record = uptimals_.back();
        record.id = id;
        uptimal_table_.insert(hash_of(record.number, record.ups, record.nimber), node.extra);
    }
    return id;
}

/// Recognises uptimals (number x + n.up + *m) by their options, for n > 0 (Siegel, section II.5). The game x + *m is
/// {x, ..., x + *(m-1) | x, ..., x + *(m-1)}. The game x + up + * is {x, x + * | x}. Any other x + n.up + *m is {x | x
/// + (n-1).up + *(m xor 1)}. Downs are the mirror images.
void GameArena::recognise(Node& node, Span left, Span right) {
    UptimalRecord of{};
    const auto read = [&](PartizanId g) {
        const Node& option = nodes_[g];
        if (option.kind == Kind::number) of = {g, g, 0, 0};
        if (option.kind == Kind::uptimal) of = uptimals_[option.extra];
        return option.kind != Kind::other;
    };
    UptimalRecord found{};
    if ((node.flags & shared_options) != 0) {
        for (const PartizanId g : left) {
            if (!read(g) || of.ups != 0 || of.nimber >= left.size()) return;
            if (g == left[0]) found.number = of.number;
            if (of.number != found.number) return;
        }
        if (left.size() > largest_nimber) refuse("a nimber is greater than *1023, which is not supported");
        found.nimber = static_cast<std::uint16_t>(left.size());
    } else if (left.size() + right.size() == 2) {
        const bool up = nodes_[left[0]].kind == Kind::number;
        found.number = up ? left[0] : right[0];
        if (nodes_[found.number].kind != Kind::number || !read(up ? right[0] : left[0]) || of.number != found.number ||
            (up ? of.ups < 0 : of.ups > 0))
            return;
        if (of.ups == most_ups || of.ups == -most_ups)
            refuse("a partizan value has more than 1000 ups or downs, which is not supported");
        found.ups = static_cast<std::int16_t>(of.ups + (up ? 1 : -1));
        found.nimber = static_cast<std::uint16_t>(of.nimber ^ 1U);
    } else if (left.size() + right.size() == 3) {
        const bool up = left.size() == 2;
        const Span two = up ? left : right;
        found.number = up ? right[0] : left[0];
        const PartizanId star = two[0] == found.number ? two[1] : two[0];
        if (nodes_[found.number].kind != Kind::number || (two[0] != found.number && two[1] != found.number) ||
            !read(star) || of.number != found.number || of.ups != 0 || of.nimber != 1)
            return;
        found.ups = up ? 1 : -1;
        found.nimber = 1;
    } else {
        return;
    }
    node.kind = Kind::uptimal;
    node.extra = static_cast<std::uint32_t>(uptimals_.size());
    if (found.number == zero && found.ups == 0) node.nimber_within = found.nimber;
    uptimals_.push_back(found);
}

PartizanId GameArena::uptimal(const Uptimal& value) {
    if (value.nimber > largest_nimber) refuse("a nimber is greater than *1023, which is not supported");
    if (value.ups > most_ups || value.ups < -most_ups)
        refuse("a partizan value has more than 1000 ups or downs, which is not supported");
    return uptimal_above(number(value.number), value.ups, value.nimber);
}

PartizanId GameArena::find_uptimal(PartizanId number, int ups, unsigned nimber) const {
    if (ups == 0 && nimber == 0) return number;
    const std::uint32_t found = uptimal_table_.find(hash_of(number, ups, nimber), [&](std::uint32_t index) {
        const UptimalRecord& record = uptimals_[index];
        return record.number == number && record.ups == ups && record.nimber == nimber;
    });
    return found == none ? none : uptimals_[found].id;
}

PartizanId GameArena::uptimal_above(PartizanId number, int ups, unsigned nimber) {
    if (const PartizanId found = find_uptimal(number, ups, nimber); found != none) return found;
    if (ups == 0) {
        Ids options{number};
        for (unsigned n = 1; n < nimber; ++n) options.push_back(uptimal_above(number, 0, n));
        std::sort(options.begin(), options.end());
        return intern(options, options);
    }
    const int step = ups > 0 ? 1 : -1;
    const auto mirrored = [&](Span left, Span right) { return step > 0 ? intern(left, right) : intern(right, left); };
    const auto star_at = [&](int n) { return nimber ^ static_cast<unsigned>((ups - n) & 1); };
    int built = ups - step;  // the nearest existing one
    PartizanId g = none;
    while (built != 0 && (g = find_uptimal(number, built, star_at(built))) == none) built -= step;
    if (built == 0 && star_at(step) == 1) {
        const PartizanId star = uptimal_above(number, 0, 1);
        built = step;
        g = mirrored(Ids{std::min(number, star), std::max(number, star)}, {&number, 1});
    } else if (built == 0) {
        g = uptimal_above(number, 0, star_at(0));
    }
    for (; built != ups; built += step) g = mirrored({&number, 1}, {&g, 1});
    return g;
}

std::optional<Dyadic> GameArena::number_of(PartizanId g) const {
    return is_number(g) ? std::optional(value(g)) : std::nullopt;
}

std::optional<unsigned> GameArena::nimber_of(PartizanId g) const {
    const std::optional<Uptimal> u = uptimal_of(g);
    return u && u->number == Dyadic(0) && u->ups == 0 ? std::optional(u->nimber) : std::nullopt;
}

std::optional<Uptimal> GameArena::uptimal_of(PartizanId g) const {
    const Node& node = nodes_[g];
    if (node.kind == Kind::number) return Uptimal{value(g), 0, 0};
    if (node.kind == Kind::other) return std::nullopt;
    const UptimalRecord& record = uptimals_[node.extra];
    return Uptimal{value(record.number), record.ups, record.nimber};
}

std::size_t GameArena::followers(PartizanId g, std::size_t most) const {
    Ids all{g};
    std::unordered_set<PartizanId> seen{g};
    for (std::size_t i = 0; i < all.size() && all.size() <= most; ++i) {
        if (is_number(all[i])) continue;
        for (const Span options : {left_of(all[i]), right_of(all[i])})
            for (const PartizanId option : options)
                if (all.size() <= most && seen.insert(option).second) all.push_back(option);
    }
    return all.size();
}

std::size_t GameArena::bytes() const {
    const auto of = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
    return of(nodes_) + of(pool_) + of(numbers_) + of(uptimals_) + of(raw_) + sets_.bytes() + number_table_.bytes() +
           uptimal_table_.bytes() + order_.bytes() + sums_.bytes() + draft_memo_.bytes() + of(weights_) +
           of(fingerprints_) + of(left_) + of(right_) + of(kept_) + of(stack_);
}

PartizanId GameImport::operator()(PartizanId g) {
    if (const std::optional<Uptimal> uptimal = from_.uptimal_of(g)) return to_.uptimal(*uptimal);
    if (const auto known = ids_.find(g); known != ids_.end()) return known->second;
    const auto imported = [this](std::span<const PartizanId> options) {
        std::vector<PartizanId> ids;
        for (const PartizanId option : options) ids.push_back((*this)(option));
        std::sort(ids.begin(), ids.end());
        return ids;
    };
    const std::vector<PartizanId> left = imported(from_.left_of(g)), right = imported(from_.right_of(g));
    return ids_[g] = to_.intern(left, right);
}

}  // namespace mexbase

#include "partizan_sums.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "../lib/value/partizan/list/game_import.hpp"
#include "../lib/value/partizan/sum_search.hpp"
#include "sum_moves.hpp"

namespace mexbase {

namespace {

using Ids = std::vector<PartizanId>;

/// Steps that may be taken to choose among moves that all win.
constexpr std::uint64_t steps_to_choose = std::uint64_t{1} << 22;

void require(const SumComponent& component) {
    if (component.table == nullptr || component.parts.empty())
        throw Error(ErrorCode::bad_usage, "a component of a sum has a table and a position");
    const TableInfo& info = component.table->info();
    const auto refuse = [&info](const std::string& why) {
        throw Error(ErrorCode::not_applicable,
                    "a sum with partizan values takes tables of canonical forms and of nimbers of loop-free games, and "
                    "the table of " +
                        info.spec + " holds " + why);
    };
    if (info.value == ValueKind::canonical) return;
    if (info.value != ValueKind::nimber) refuse(std::string(to_string(info.value)) + " values");
    for (const StreamInfo& stream : component.table->streams())
        if (stream.kind != StreamKind::nimber) refuse("nimbers of a loopy game");
}

/// The values of a sum, all in one arena.
class Values {
  public:
    GameArena& arena() { return arena_; }

    /// The value of a position; `given` is one that may be asked for, others are options.
    PartizanId of(const Table& table, Index part, bool given) {
        const Value value = given ? table.at(part).value() : table.stored_at(part).value();
        if (value.kind == ValueKind::nimber) {
            if (value.nimber.infinite || value.nimber.nimber > GameArena::largest_nimber)
                throw Error(ErrorCode::not_applicable, "a sum with partizan values takes nimbers to *" +
                                                           std::to_string(GameArena::largest_nimber) +
                                                           ", and a position of " + table.info().spec + " has " +
                                                           to_string(value));
            return arena_.nimber(static_cast<unsigned>(value.nimber.nimber));
        }
        const CanonicalValues* values = value.canonical.values;
        auto& import = imports_[values];
        if (!import) import = std::make_unique<GameImport>(values->arena(), arena_);
        return (*import)(values->game(value.canonical.number));
    }
    Ids of(const Table& table, std::span<const Index> parts, bool given) {
        Ids ids;
        for (const Index part : parts) ids.push_back(of(table, part, given));
        return ids;
    }

  private:
    GameArena arena_;
    std::map<const CanonicalValues*, std::unique_ptr<GameImport>> imports_;
};

/// One sum, being looked at.
class PartizanSumSolver {
  public:
    explicit PartizanSumSolver(std::span<const SumComponent> sum)
        : sum_(sum), search_(values_.arena()), choice_(values_.arena(), steps_to_choose) {
        for (const SumComponent& component : sum) require(component);
        for (const SumComponent& component : sum) ids_.push_back(values_.of(*component.table, component.parts, true));
    }

    bool wins(Player mover) { return search_.wins(all_but(sum_.size()), mover); }

    std::optional<SumMove> move(Player mover) {
        if (!wins(mover)) return std::nullopt;
        for (std::size_t c = 0; c < sum_.size(); ++c)
            if (auto found = move_in(c, mover)) return found;
        throw Error(ErrorCode::corrupt, "the tables disagree: the sum is won, and none of its moves wins");
    }

  private:
    /// The games of all components but one.
    Ids all_but(std::size_t skipped) const {
        Ids all;
        for (std::size_t c = 0; c < ids_.size(); ++c)
            if (c != skipped) all.insert(all.end(), ids_[c].begin(), ids_[c].end());
        return all;
    }

    std::optional<SumMove> move_in(std::size_t c, Player mover) {
        const Ids rest = all_but(c);
        std::map<Ids, bool> winning;  // by the games of the component
        Ids best;
        std::optional<SumMove> found;
        detail::for_each_move(sum_.subspan(c, 1), mover, effort_,
                              [&](std::size_t, std::size_t k, std::span<const Index> option) {
                                  const SumComponent& component = sum_[c];
                                  Ids after = ids_[c];
                                  after.erase(after.begin() + static_cast<std::ptrdiff_t>(k));
                                  const Ids made = values_.of(*component.table, option, false);
                                  after.insert(after.end(), made.begin(), made.end());
                                  std::ranges::sort(after);
                                  const auto [it, fresh] = winning.try_emplace(after, false);
                                  if (!fresh) return;
                                  Ids whole = rest;
                                  whole.insert(whole.end(), after.begin(), after.end());
                                  it->second = !search_.wins(whole, other(mover));
                                  if (!it->second || (found && !better(after, best, mover))) return;
                                  found = SumMove{c, detail::parts_after(component, k, option)};
                                  best = after;
                              });
        return found;
    }

    /// Whether `a` is greater than `b` (for Right, less), as far as can be told. They differ as lists.
    bool better(const Ids& a, const Ids& b, Player mover) {
        try {
            Ids difference = a;
            for (const PartizanId g : b) difference.push_back(values_.arena().negative(g));
            return choice_.wins(difference, mover) && !choice_.wins(difference, other(mover));
        } catch (const Error&) {
            return false;
        }
    }

    std::span<const SumComponent> sum_;
    Values values_;
    SumSearch search_, choice_;
    detail::Effort effort_;
    std::vector<Ids> ids_;  // of the parts of each component
};

}  // namespace

bool is_partizan_sum(std::span<const SumComponent> sum) noexcept {
    return std::ranges::any_of(sum, [](const SumComponent& component) {
        return component.table != nullptr && component.table->info().value == ValueKind::canonical;
    });
}

Result<OutcomeClass> partizan_sum_class(std::span<const SumComponent> sum) noexcept {
    return detail::guarded<OutcomeClass>([&] {
        PartizanSumSolver examined(sum);
        const bool left = examined.wins(Player::left);
        const bool right = examined.wins(Player::right);
        if (left) return right ? OutcomeClass::next : OutcomeClass::left;
        return right ? OutcomeClass::right : OutcomeClass::previous;
    });
}

Result<PartizanMoves> partizan_sum_moves(std::span<const SumComponent> sum) noexcept {
    return detail::guarded<PartizanMoves>([&] {
        PartizanSumSolver examined(sum);
        PartizanMoves moves;
        moves.left = examined.move(Player::left);
        moves.right = examined.move(Player::right);
        return moves;
    });
}

}  // namespace mexbase

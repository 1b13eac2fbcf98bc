// SPDX-License-Identifier: MIT
// Times canonical forms of whole boards. Reads the options of every position from the rules, last positions first, and
// makes its value from the values of the options. The baselines are the rules alone, and a plain arena that simplifies
// every position anew.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lib/value/partizan/arena.hpp"

namespace mexbase {
namespace {

using Cells = std::uint32_t;

template <class F>
void for_each_cell(Cells cells, F&& f) {
    for (; cells != 0; cells &= cells - 1) f(static_cast<unsigned>(std::countr_zero(cells)));
}

/// A set of codes, with dense numbers.
class CodeSet {
  public:
    explicit CodeSet(std::size_t codes) : words_(codes / 64 + 1), before_(words_.size()) {}
    bool holds(std::uint32_t code) const { return (words_[code / 64] >> code % 64 & 1) != 0; }
    void insert(std::uint32_t code) { words_[code / 64] |= std::uint64_t{1} << code % 64; }
    void number() {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            before_[i] = size_;
            size_ += static_cast<std::uint32_t>(std::popcount(words_[i]));
        }
    }
    std::uint32_t size() const { return size_; }
    std::uint32_t rank(std::uint32_t code) const {
        const std::uint64_t below = words_[code / 64] & ((std::uint64_t{1} << code % 64) - 1);
        return before_[code / 64] + static_cast<std::uint32_t>(std::popcount(below));
    }
    /// Calls `f` for the codes, the greatest first.
    template <class F>
    void for_each_down(F&& f) const {
        for (std::size_t i = words_.size(); i-- > 0;)
            for (std::uint64_t word = words_[i]; word != 0;) {
                const auto bit = static_cast<unsigned>(std::bit_width(word) - 1);
                word ^= std::uint64_t{1} << bit;
                f(static_cast<std::uint32_t>(64 * i + bit));
            }
    }

  private:
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> before_;
    std::uint32_t size_ = 0;
};

struct Grid {
    unsigned rows, columns;
    Cells all() const { return (Cells{1} << rows * columns) - 1; }
    Cells first_column() const {
        Cells cells = 0;
        for (unsigned row = 0; row < rows; ++row) cells |= Cells{1} << row * columns;
        return cells;
    }
};

/// Sets of occupied cells reachable from the empty board. The code of a position is its set.
class DomineeringSets {
  public:
    explicit DomineeringSets(Grid grid)
        : grid_(grid), not_last_(grid.all() & ~(grid.first_column() << (grid.columns - 1))), codes_(grid.all() + 1U) {
        codes_.insert(0);
        for (Cells set = 0; set <= grid.all(); ++set)
            if (codes_.holds(set))
                for (const bool left : {true, false})
                    for_each_option(set, left, [&](Cells option) { codes_.insert(option); });
        codes_.number();
    }
    const CodeSet& codes() const { return codes_; }
    template <class F>
    void for_each_option(Cells set, bool left, F&& f) const {
        const Cells free = grid_.all() & ~set;
        const unsigned step = left ? grid_.columns : 1;
        for_each_cell(free & (free >> step) & (left ? grid_.all() : not_last_),
                      [&](unsigned cell) { f(set | Cells{1} << cell | Cells{1} << (cell + step)); });
    }

  private:
    Grid grid_;
    Cells not_last_;
    CodeSet codes_;
};

/// Left's black and Right's white cells.
struct Colours {
    Cells black = 0, white = 0;
};

/// Snort: no black cell next to a white one. NoGo: every group has an uncoloured neighbour.
enum class ColouringGame { snort, nogo };

/// Positions as numbers in base 3, with a digit per cell. Every move increases the number.
template <ColouringGame game>
class ColouredCells {
  public:
    explicit ColouredCells(Grid grid)
        : grid_(grid), not_first_(grid.all() & ~grid.first_column()), codes_(power(grid.rows * grid.columns)) {
        for (unsigned cell = 0; cell <= grid.rows * grid.columns; ++cell) powers_[cell] = power(cell);
        for (std::uint32_t half = 0; half < halves_.size(); ++half)
            for (unsigned cell = 0; cell < 8; ++cell) {
                const std::uint32_t digit = half / power(cell) % 3;
                if (digit == 1) halves_[half].black |= Cells{1} << cell;
                if (digit == 2) halves_[half].white |= Cells{1} << cell;
            }
        for (std::uint32_t code = 0; code < power(grid.rows * grid.columns); ++code)
            if (legal(colours(code))) codes_.insert(code);
        codes_.number();
    }
    const CodeSet& codes() const { return codes_; }
    template <class F>
    void for_each_option(std::uint32_t code, bool left, F&& f) const {
        const Colours now = colours(code);
        const Cells free = grid_.all() & ~(now.black | now.white);
        const std::uint32_t digit = left ? 1 : 2;
        if constexpr (game == ColouringGame::snort) {
            for_each_cell(free & ~beside(left ? now.white : now.black),
                          [&](unsigned cell) { f(code + digit * powers_[cell]); });
        } else {
            for_each_cell(free, [&](unsigned cell) {
                Colours next = now;
                (left ? next.black : next.white) |= Cells{1} << cell;
                if (legal(next)) f(code + digit * powers_[cell]);
            });
        }
    }

  private:
    static std::uint32_t power(unsigned n) { return n == 0 ? 1 : 3 * power(n - 1); }
    Colours colours(std::uint32_t code) const {
        const Colours low = halves_[code % 6561];
        const Colours high = halves_[code / 6561];
        return {low.black | high.black << 8, low.white | high.white << 8};
    }
    Cells beside(Cells cells) const {
        return ((cells << grid_.columns) | (cells >> grid_.columns) | (cells << 1 & not_first_) |
                ((cells & not_first_) >> 1)) &
               grid_.all();
    }
    bool legal(const Colours& colours) const {
        if constexpr (game == ColouringGame::snort) return (beside(colours.black) & colours.white) == 0;
        const Cells near_free = beside(grid_.all() & ~(colours.black | colours.white));
        for (const Cells stones : {colours.black, colours.white}) {
            Cells breathing = stones & near_free;
            for (Cells before = 0; before != breathing;) {
                before = breathing;
                breathing |= beside(breathing) & stones;
            }
            if (breathing != stones) return false;
        }
        return true;
    }

    Grid grid_;
    Cells not_first_;
    std::array<std::uint32_t, 17> powers_{};
    std::array<Colours, 6561> halves_{};
    CodeSet codes_;
};

/// Textbook arena: a map of option sets, a memoised <= by its definition, and no cache of simplified sets.
class PlainArena {
  public:
    using Ids = std::vector<PartizanId>;
    struct Form {
        Ids left, right;
        auto operator<=>(const Form&) const = default;
    };

    PartizanId make(const Ids& left, const Ids& right) {
        Form form{left, right};
        for (Ids* ids : {&form.left, &form.right}) sort_unique(*ids);
        while (simplify(form)) {
        }
        const auto [at, added] = ids_.emplace(form, static_cast<PartizanId>(forms_.size()));
        if (added) forms_.push_back(form);
        return at->second;
    }
    std::size_t size() const { return forms_.size(); }

  private:
    static void sort_unique(Ids& ids) {
        std::ranges::sort(ids);
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    }
    bool leq(PartizanId g, PartizanId h) {
        if (g == h) return true;
        const std::uint64_t pair = std::uint64_t{g} << 32 | h;
        if (const auto known = order_.find(pair); known != order_.end()) return known->second;
        const bool answer = std::ranges::none_of(forms_[g].left, [&](PartizanId x) { return leq(h, x); }) &&
                            std::ranges::none_of(forms_[h].right, [&](PartizanId x) { return leq(x, g); });
        return order_[pair] = answer;
    }
    bool leq(PartizanId g, const Form& h) {
        return std::ranges::none_of(forms_[g].left, [&](PartizanId x) { return geq(x, h); }) &&
               std::ranges::none_of(h.right, [&](PartizanId x) { return leq(x, g); });
    }
    bool geq(PartizanId g, const Form& h) {
        return std::ranges::none_of(forms_[g].right, [&](PartizanId x) { return leq(x, h); }) &&
               std::ranges::none_of(h.left, [&](PartizanId x) { return leq(g, x); });
    }
    bool simplify(Form& form) {
        for (const bool left : {true, false}) {
            Ids& options = left ? form.left : form.right;
            for (std::size_t i = 0; i < options.size(); ++i) {
                const PartizanId x = options[i];
                const bool dominated = std::ranges::any_of(
                    options, [&](PartizanId y) { return y != x && (left ? leq(x, y) : leq(y, x)); });
                const Ids& replies = left ? forms_[x].right : forms_[x].left;
                const auto through = dominated ? replies.end() : std::ranges::find_if(replies, [&](PartizanId y) {
                    return left ? leq(y, form) : geq(y, form);
                });
                if (!dominated && through == replies.end()) continue;
                options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
                if (!dominated) {
                    const Ids& next = left ? forms_[*through].left : forms_[*through].right;
                    options.insert(options.end(), next.begin(), next.end());
                    sort_unique(options);
                }
                return true;
            }
        }
        return false;
    }

    std::map<Form, PartizanId> ids_;
    std::vector<Form> forms_;
    std::unordered_map<std::uint64_t, bool> order_;
};

/// Computes the values of all positions into `ids`. Returns the value of the first position.
template <class Arena, class Rules>
PartizanId find_values(const Rules& rules, Arena& arena, std::vector<PartizanId>& ids) {
    const CodeSet& codes = rules.codes();
    std::vector<PartizanId> left;
    std::vector<PartizanId> right;
    std::uint32_t n = codes.size();
    codes.for_each_down([&](std::uint32_t code) {
        left.clear();
        right.clear();
        rules.for_each_option(code, true, [&](std::uint32_t option) { left.push_back(ids[codes.rank(option)]); });
        rules.for_each_option(code, false, [&](std::uint32_t option) { right.push_back(ids[codes.rank(option)]); });
        ids[--n] = arena.make(left, right);
    });
    return ids[0];
}

void count_positions(benchmark::State& state, std::uint32_t positions) {
    state.counters["positions"] = positions;
    state.counters["positions/s"] = benchmark::Counter(
        static_cast<double>(positions) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <class Rules>
void canonical_forms(benchmark::State& state, Grid grid) {
    const Rules rules(grid);
    std::vector<PartizanId> ids(rules.codes().size());
    std::size_t bytes = 0;
    std::size_t values = 0;
    for (auto _ : state) {
        GameArena arena;
        benchmark::DoNotOptimize(find_values(rules, arena, ids));
        bytes = arena.bytes();
        values = arena.size();
    }
    count_positions(state, rules.codes().size());
    state.counters["arena_bytes"] = static_cast<double>(bytes);
    state.counters["id_bytes"] = static_cast<double>(ids.size() * sizeof(PartizanId));
    state.counters["values"] = static_cast<double>(values);
}

template <class Rules>
void plain_forms(benchmark::State& state, Grid grid) {
    const Rules rules(grid);
    std::vector<PartizanId> ids(rules.codes().size());
    std::size_t values = 0;
    for (auto _ : state) {
        PlainArena arena;
        benchmark::DoNotOptimize(find_values(rules, arena, ids));
        values = arena.size();
    }
    count_positions(state, rules.codes().size());
    state.counters["values"] = static_cast<double>(values);
}

template <class Rules>
void enumerate(benchmark::State& state, Grid grid) {
    const Rules rules(grid);
    std::vector<PartizanId> ids(rules.codes().size());
    std::uint64_t options = 0;
    for (auto _ : state) {
        options = 0;
        PartizanId sum = 0;
        rules.codes().for_each_down([&](std::uint32_t code) {
            for (const bool left : {true, false})
                rules.for_each_option(code, left, [&](std::uint32_t option) {
                    ++options;
                    sum += ids[rules.codes().rank(option)];
                });
        });
        benchmark::DoNotOptimize(sum);
    }
    count_positions(state, rules.codes().size());
    state.counters["options"] = static_cast<double>(options);
}

template <class Rules>
void register_game(const std::string& name, Grid grid) {
    const auto ms = benchmark::kMillisecond;
    const std::string board = name + "/" + std::to_string(grid.rows) + "x" + std::to_string(grid.columns);
    benchmark::RegisterBenchmark(("rules/" + board).c_str(), enumerate<Rules>, grid)->Unit(ms);
    benchmark::RegisterBenchmark(("canonical/" + board).c_str(), canonical_forms<Rules>, grid)->Unit(ms);
    benchmark::RegisterBenchmark(("plain arena/" + board).c_str(), plain_forms<Rules>, grid)->Unit(ms);
}

void register_all() {
    register_game<DomineeringSets>("domineering", {5, 5});
    register_game<ColouredCells<ColouringGame::snort>>("snort", {4, 4});
    register_game<ColouredCells<ColouringGame::nogo>>("nogo", {3, 4});
}

}  // namespace
}  // namespace mexbase

int main(int argc, char** argv) {
    mexbase::register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

// SPDX-License-Identifier: MIT
#include "relatives.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>
#include <memory>
#include <set>
#include <tuple>

#include "../../lib/error.hpp"
#include "../../lib/raw_spec.hpp"
#include "../../query/kinds/kind.hpp"
#include "../encode/sink.hpp"
#include "../game_file.hpp"
#include "../make/make_table.hpp"

namespace mexbase::cli {

namespace {

/// A number in a value of a spec.
struct SpecNumber {
    std::size_t value = 0;              ///< index in `RawSpec::values`
    std::size_t begin = 0, length = 0;  ///< position of its digits
    std::uint64_t number = 0;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Returns the numbers of a normalised spec, the largest first. Skips codes and hashes of files.
std::vector<SpecNumber> numbers_in(const RawSpec& spec, const FamilyHelp& help) {
    constexpr std::size_t most_digits = 18;
    std::vector<SpecNumber> numbers;
    for (std::size_t v = 0; v < spec.values.size(); ++v) {
        const auto& [name, text] = spec.values[v];
        const auto key = std::ranges::find(help.keys, name, &KeyHelp::name);
        if (key == help.keys.end() || key->verbatim || text.starts_with('@')) continue;
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
            std::uint64_t number = 0;
            for (end = begin; end < text.size() && is_digit(text[end]); ++end)
                number = 10 * number + static_cast<std::uint64_t>(text[end] - '0');
            if (end != begin && end - begin <= most_digits) numbers.push_back({v, begin, end - begin, number});
        }
    }
    std::ranges::sort(numbers, [](const SpecNumber& a, const SpecNumber& b) {
        return std::tuple(b.number, a.value, a.begin) < std::tuple(a.number, b.value, b.begin);
    });
    return numbers;
}

/// Returns the spec with `lowered(number)` for each of these numbers.
template <class Lowered>
RawSpec with_numbers(RawSpec spec, std::vector<SpecNumber> numbers, const Lowered& lowered) {
    // Later numbers of a value first, because the length of a number may change.
    std::ranges::sort(numbers, std::ranges::greater{}, &SpecNumber::begin);
    for (const SpecNumber& n : numbers)
        spec.values[n.value].second.replace(n.begin, n.length, std::to_string(lowered(n.number)));
    return spec;
}

std::string text_of(const RawSpec& spec) {
    std::string text = spec.family;
    for (std::size_t i = 0; i < spec.values.size(); ++i) {
        const auto& [key, value] = spec.values[i];
        text += (i == 0 ? ":" : ",") + (key.empty() ? value : key + '=' + value);
    }
    return text;
}

/// A smaller game of the family, and the spec from which it was made.
struct Relative {
    RawSpec spec;
    std::unique_ptr<Game> game;
};

/// Makes smaller games of one family.
struct Relations {
    const Registry& registry;
    const Family& family;
    Distance distance;

    /// Returns null if the family refuses the spec, or the game does not have fewer than `size` positions.
    std::unique_ptr<Game> smaller_game(const RawSpec& spec, Index size) const {
        try {
            auto game = make_game_from_files(registry, text_of(spec), {}, 0, distance);
            return game->size() < size ? std::move(game) : nullptr;
        } catch (const Error&) {
            return nullptr;
        }
    }

    /// Returns the next smaller game, or one without a game.
    Relative lower(const RawSpec& spec, Index size) const {
        constexpr std::uint64_t large = 64;
        const std::vector<SpecNumber> numbers = numbers_in(spec, *family.help);
        if (numbers.empty()) return {};
        if (const std::uint64_t least = std::max(large, numbers.front().number / large);
            numbers.front().number >= least) {
            std::vector<SpecNumber> scaled = numbers;
            std::erase_if(scaled, [least](const SpecNumber& n) { return n.number < least; });
            Relative next{with_numbers(spec, scaled, [](std::uint64_t n) { return n / 10 * 7 + n % 10 * 7 / 10; }), {}};
            next.game = smaller_game(next.spec, size);
            if (next.game) return next;
        }
        for (const SpecNumber& n : numbers) {
            if (n.number == 0) continue;
            Relative next{with_numbers(spec, {n}, [](std::uint64_t old) { return old - 1; }), {}};
            next.game = smaller_game(next.spec, size);
            if (next.game) return next;
        }
        return {};
    }

    /// Returns the largest chess endings with fewer pieces for which `quick` is true.
    template <class Quick>
    std::vector<Relative> endings(const RawSpec& spec, Index size, const Quick& quick) const {
        std::vector<Relative> found;
        std::set<std::string> seen;
        const auto is_piece = [](char c) { return c >= 'A' && c <= 'Z'; };
        const auto visit = [&](const auto& self, const RawSpec& from, Index below) -> void {
            for (std::size_t i = 0; i < from.values[0].second.size(); ++i) {
                Relative next{from, {}};
                next.spec.values[0].second.erase(i, 1);
                next.game = smaller_game(next.spec, below);
                if (!next.game || !seen.insert(next.game->spec()).second) continue;
                if (quick(*next.game))
                    found.push_back(std::move(next));
                else
                    self(self, next.spec, next.game->size());
            }
        };
        if (spec.values.size() == 1 && std::ranges::all_of(spec.values[0].second, is_piece)) visit(visit, spec, size);
        return found;
    }
};

/// Returns the number of moves of an average position, or infinity if some positions have too many. Reads positions at
/// regular distances, in an order in which every beginning is spread over the game, until they have `enough` moves.
double moves_per_position(const Game& game, double enough) {
    if (readable_size(game) < game.size()) return std::numeric_limits<double>::infinity();
    constexpr Index places_log2 = 5, places = Index{1} << places_log2, chunk = 4;
    const Moves& moves = game;
    Options lists;
    SplitOptions sums;
    double counted = 0, looked_at = 0;
    for (Index k = 0; k < places && counted < enough; ++k) {
        Index place = 0;
        for (Index bit = 0; bit < places_log2; ++bit) place |= (k >> bit & 1) << (places_log2 - 1 - bit);
        const Index first = game.size() * (2 * place + 1) / (2 * places), last = std::min(game.size(), first + chunk);
        looked_at += static_cast<double>(last - first);
        for (const Player mover : {Player::left, Player::right}) {
            if (mover == Player::right && !game.partizan()) continue;
            lists.clear();
            sums.clear();
            game.whole() ? moves.options(first, last, mover, Moves::no_limit, lists)
                         : moves.parts(first, last, mover, Moves::no_limit, sums);
            counted += static_cast<double>(lists.targets.size() + sums.parts_end.size());
        }
    }
    return counted / looked_at;
}

constexpr double most_moves = 1 << 24;  // of a relative

/// Returns the moves of all positions, or their lines if the job reads those, plus one per position.
double work_of(const Game& game, ValueKind kind) {
    return static_cast<double>(game.size()) *
           (1 + (reads_lines(game, kind) ? lines_per_position(game) : moves_per_position(game, most_moves)));
}

/// Returns true if a game is solved in about a second. Moves do not count if the values are `periodic`, or if the job
/// reads lines.
bool is_quick(const Game& game, ValueKind kind, bool periodic) {
    const Index most_positions = (Index{1} << 22) / (kind == ValueKind::canonical ? 12 : 1);
    if (game.size() > most_positions) return false;
    const double most_each = most_moves / static_cast<double>(game.size());
    constexpr double most_read = 128;  // positions
    return periodic || reads_lines(game, kind) || moves_per_position(game, most_each * most_read) <= most_each;
}

/// Amounts of the jobs on one or several relatives.
struct Amounts {
    double positions = 0, work = 0;              ///< and the results of `work_of`
    double file = 0, packed = 0, directory = 0;  ///< bytes of the tables, and of two parts that grow with the game
    double least_directory = 0;                  ///< bytes of the directory if blocks were as large as is usual
    double forms = 0, remoteness = 0;
    double solving = 0, planning = 0, packing = 0;
    bool has_dictionaries = false, periodic = false;

    void add(const Game& game, const JobOptions& options) {
        MemorySink sink;
        const std::clock_t start = std::clock();
        const JobReport report = make_table(game, sink, options);
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const double size = static_cast<double>(game.size());
        positions += size;
        work += work_of(game, options.value);
        periodic |= report.info.period && report.info.period->proven;
        add_table(report.encoding, size, options.value);
        forms += static_cast<double>(report.form_bytes);
        remoteness = std::max(remoteness, static_cast<double>(report.info.longest_remoteness.value_or(0)));
        const double share = report.times.solving / std::max(report.times.total(), 1e-9);
        solving += share * seconds;
        planning += report.encoding.planning_seconds;
        packing += std::max(0.0, (1 - share) * seconds - report.encoding.planning_seconds);
    }
    /// Returns true if a position takes half a bit or more.
    bool dense() const { return packed > positions / 16; }

  private:
    void add_table(const EncodeReport& encoding, double size, ValueKind kind) {
        constexpr double per_block = 6.65, usual_block = 1 << 14;  // bytes of a block in the directory; positions
        file += static_cast<double>(encoding.file_bytes);
        if (kind == ValueKind::canonical) packed += static_cast<double>(encoding.info_bytes);  // it lists the forms
        for (const StreamInfo& stream : encoding.streams) {
            packed += static_cast<double>(stream.dictionary_bytes + stream.payload_bytes);
            has_dictionaries |= stream.dictionary_bytes != 0;
            if (!stream.small) directory += per_block * size / stream.block;
            // Outcomes and remotenesses may be joined.
            if (stream.kind != StreamKind::remoteness) least_directory += per_block * size / usual_block;
        }
    }
};

/// Extrapolates amounts from one or two sizes of a game to a larger one.
struct Growth {
    const Amounts& large;
    const Amounts* small = nullptr;  ///< may be null
    double ratio = 1;                ///< positions of the game, divided by those of `large`

    /// Extrapolates by a power of the number of positions. The two sizes give the exponent, within [low, high]. If
    /// there is only one size, it is `usual`.
    double of(double Amounts::*amount, double low, double high, double usual = 1) const {
        double exponent = usual;
        if (small != nullptr && small->*amount > 0 && large.*amount > 0)
            exponent = std::clamp(
                std::log(large.*amount / small->*amount) / std::log(large.positions / small->positions), low, high);
        return large.*amount * std::pow(ratio, exponent);
    }
};

/// Extrapolates the size of the table.
double table_bytes(const Growth& to) {
    const Amounts& large = to.large;
    if (to.ratio <= 1) return large.file;
    const double packed = to.of(&Amounts::packed, 0, 1.05);  // values that differ more in a larger game take more bits
    // If the directory were much larger than the blocks, larger blocks would be chosen.
    constexpr double fixed = 300;
    return fixed + packed +
           to.ratio * std::max(large.least_directory, std::min(large.directory, 2 * packed / to.ratio));
}

}  // namespace

bool reads_lines(const Game& game, ValueKind kind) {
    return game.traits().order.lines != 0 && kind_of(kind).has_plies && !is_partizan(kind);
}

double lines_per_position(const Game& game) {
    Lines lines;
    game.lines(0, std::min<Index>(game.size(), 256), Moves::no_limit, lines);
    return static_cast<double>(lines.lines.size()) /
           static_cast<double>(std::max<std::size_t>(lines.positions.size(), 1));
}

Index readable_size(const Game& game) {
    constexpr std::size_t most = std::size_t{1} << 15;  // an option may take 32 bytes, and twice that while lists grow
    const Moves& moves = game;
    if (!moves.traits().order.slices.empty()) return game.size();  // boards
    for (unsigned k = 6; k < 63 && Index{1} << k <= game.size(); ++k) {
        const Index i = (Index{1} << k) - 1;
        Options options;
        SplitOptions sums;
        game.whole() ? moves.options(i, i + 1, Player::left, Moves::no_limit, options)
                     : moves.parts(i, i + 1, Player::left, Moves::no_limit, sums);
        if (options.targets.size() + sums.parts_end.size() > most) return Index{1} << (k - 1);
    }
    return game.size();
}

std::optional<Forecast> forecast(const Registry& registry, const Game& game, const JobOptions& wanted) {
    JobOptions options;
    options.value = wanted.value;
    options.play = wanted.play;
    options.codec = wanted.codec;
    options.level = wanted.level;
    options.apart = wanted.apart;
    // Canonical forms may take far more memory than other values of as many positions.
    constexpr std::uint64_t most_memory = std::uint64_t{1} << 30;
    options.memory = wanted.memory == 0 ? most_memory : std::min(wanted.memory, most_memory);
    options.scratch = wanted.scratch;
    const RawSpec raw = parse_spec(game.spec());
    const Relations relations{registry, registry.at(raw.family), game.traits().distance};
    Forecast found;
    Amounts large, small;
    const auto solve = [&](Amounts& amounts, const Game& relative) {
        amounts.add(relative, options);
        found.relatives.push_back(relative.spec());
    };
    const auto solve_all = [&](bool periodic) {
        const auto quick = [&](const Game& each) { return is_quick(each, options.value, periodic); };
        large = small = {};
        found.relatives.clear();
        if (quick(game)) return solve(large, game);
        Relative next = relations.lower(raw, game.size());
        while (next.game && !quick(*next.game)) next = relations.lower(next.spec, next.game->size());
        if (!next.game) {
            for (const Relative& ending : relations.endings(raw, game.size(), quick)) solve(large, *ending.game);
            return;
        }
        solve(large, *next.game);
        const Index most = next.game->size() / 3;
        while (next.game && next.game->size() > most) next = relations.lower(next.spec, next.game->size());
        if (next.game) solve(small, *next.game);
    };
    try {
        solve_all(false);
        // A job on heaps ends when it has proven a period. Then a larger relative takes no longer.
        if (large.periodic) solve_all(true);
    } catch (const Error&) {
        return std::nullopt;
    }
    if (large.positions == 0) return std::nullopt;
    const double ratio = static_cast<double>(game.size()) / large.positions;
    const Growth growth{large, small.positions == 0 ? nullptr : &small, ratio};
    found.table_bytes = table_bytes(growth);
    found.form_bytes = growth.of(&Amounts::forms, 0.5, 1);
    found.longest_remoteness = growth.of(&Amounts::remoteness, 0, 1, 0);
    found.trains = large.has_dictionaries || large.dense();
    found.periodic = large.periodic;
    constexpr double fewest_for_time = 4096;
    found.shows_time = ratio <= 1 || large.positions >= fewest_for_time;
    found.solving = large.solving;
    if (!large.periodic && ratio > 1) {
        // A position of a large heap game has too many moves to be read.
        const bool countable =
            reads_lines(game, options.value) || (!game.extends_past_table() && readable_size(game) == game.size());
        found.solving *= (countable ? work_of(game, options.value) : growth.of(&Amounts::work, 1, 2.2)) / large.work;
    }
    // Codecs are chosen from samples, which do not grow beyond a few megabytes.
    found.planning = large.planning * std::min(std::sqrt(ratio), 4.0);
    found.packing = large.packing * ratio;
    return found;
}

}  // namespace mexbase::cli

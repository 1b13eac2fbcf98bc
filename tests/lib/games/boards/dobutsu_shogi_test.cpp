// SPDX-License-Identifier: MIT
#include "lib/games/boards/dobutsu_shogi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "board_values.hpp"
#include "gen/jobs/check/check_rules_parts.hpp"
#include "tests/sanitized.hpp"

namespace mexbase {
namespace {

// Independent rules on texts: slow, and sharing no code with the library.
namespace slow {

struct Board {
    bool sente = true;
    std::vector<std::string> ranks;  // Gote's first
    std::string hands;
};

Board read(const std::string& text) {
    Board b{text.at(0) == 'S', {}, text.substr(18)};
    for (std::size_t r = 0; r < 4; ++r) b.ranks.push_back(text.substr(2 + 4 * r, 3));
    if (b.hands == "-") b.hands = "";
    return b;
}

std::string write(const Board& b) {
    std::string text = b.sente ? "S" : "G", hands;
    for (const std::string& rank : b.ranks) text += "/" + rank;
    for (const char piece : std::string("EGCegc"))
        hands.append(static_cast<std::size_t>(std::count(b.hands.begin(), b.hands.end(), piece)), piece);
    return text + "/" + (hands.empty() ? "-" : hands);
}

char upper(char c) {
    return static_cast<char>(std::toupper(c));
}

struct Move {
    Board after;
    bool takes_lion = false;
    bool enters = false;  // the lion goes to the far rank
};

std::vector<Move> moves(const Board& b) {
    std::vector<Move> all;
    const int forward = b.sente ? -1 : 1, far = b.sente ? 0 : 3;
    const auto mine = [&](char c) { return c != '-' && (std::isupper(c) != 0) == b.sente; };
    const auto my = [&](char c) { return static_cast<char>(b.sente ? std::toupper(c) : std::tolower(c)); };
    for (int rank = 0; rank < 4; ++rank)
        for (int file = 0; file < 3; ++file) {
            const char piece = b.ranks.at(static_cast<std::size_t>(rank)).at(static_cast<std::size_t>(file));
            if (!mine(piece)) continue;
            const char kind = upper(piece);
            std::set<std::pair<int, int>> steps;  // down, right
            if (kind == 'L' || kind == 'E') steps.insert({{-1, -1}, {-1, 1}, {1, -1}, {1, 1}});
            if (kind == 'L' || kind == 'G' || kind == 'R') steps.insert({{-1, 0}, {1, 0}, {0, -1}, {0, 1}});
            if (kind == 'R') steps.insert({{forward, -1}, {forward, 1}});
            if (kind == 'C') steps.insert({forward, 0});
            for (const auto& [down, right] : steps) {
                const int to_rank = rank + down, to_file = file + right;
                if (to_rank < 0 || to_rank > 3 || to_file < 0 || to_file > 2) continue;
                Move move{b, false, kind == 'L' && to_rank == far};
                char& there =
                    move.after.ranks.at(static_cast<std::size_t>(to_rank)).at(static_cast<std::size_t>(to_file));
                if (mine(there)) continue;
                move.takes_lion = upper(there) == 'L';
                if (there != '-') move.after.hands += my(upper(there) == 'R' ? 'C' : there);
                there = kind == 'C' && to_rank == far ? my('R') : piece;
                move.after.ranks.at(static_cast<std::size_t>(rank)).at(static_cast<std::size_t>(file)) = '-';
                move.after.sente = !b.sente;
                all.push_back(move);
            }
        }
    for (const char kind : std::string("EGC")) {
        const std::size_t held = b.hands.find(my(kind));
        if (held == std::string::npos) continue;
        for (std::size_t rank = 0; rank < 4; ++rank)
            for (std::size_t file = 0; file < 3; ++file) {
                if (b.ranks[rank][file] != '-') continue;
                Move move{b, false, false};
                move.after.hands.erase(held, 1);
                move.after.ranks[rank][file] = my(kind);
                move.after.sente = !b.sente;
                all.push_back(move);
            }
    }
    return all;
}

bool can_take_lion(const Board& b) {
    const auto all = moves(b);
    return std::any_of(all.begin(), all.end(), [](const Move& m) { return m.takes_lion; });
}

// Returns true if the lion of that player is on its far rank.
bool is_in(const Board& b, bool sente) {
    return b.ranks.at(sente ? 0 : 3).find(sente ? 'L' : 'l') != std::string::npos;
}

std::optional<OutcomeValue> stopped(const Board& b) {
    if (is_in(b, b.sente)) return OutcomeValue{Outcome::win, 0};
    const auto all = moves(b);
    if (can_take_lion(b)) return OutcomeValue{Outcome::win, 1};
    if (is_in(b, !b.sente)) return OutcomeValue{Outcome::loss, 0};
    for (const Move& m : all)
        if (m.enters && !can_take_lion(m.after)) return OutcomeValue{Outcome::win, 1};
    if (all.empty()) return OutcomeValue{Outcome::loss, 0};
    return std::nullopt;
}

// Counts sequences of that many moves in which no move lets the opponent take the lion.
std::uint64_t careful_sequences(const Board& b, int length, bool stop_after_entering) {
    std::uint64_t n = 0;
    for (const Move& m : moves(b)) {
        if (can_take_lion(m.after)) continue;
        if (length == 1)
            ++n;
        else if (!m.enters || !stop_after_entering)
            n += careful_sequences(m.after, length - 1, stop_after_entering);
    }
    return n;
}

}  // namespace slow

/// Made at first use, because most processes of the program run other tests.
const DobutsuShogi& rules() {
    static const DobutsuShogi made;
    return made;
}

const Game& game() {
    static const GameOf<DobutsuShogi> made(rules(), "", nullptr);
    return made;
}

// Returns positions of random play, most of them not terminal.
std::vector<DobutsuShogi::Position> played_positions(std::size_t count) {
    std::vector<DobutsuShogi::Position> positions;
    std::mt19937_64 random(3);
    DobutsuShogi::Position p = rules().start();
    while (positions.size() < count) {
        positions.push_back(p);
        std::vector<DobutsuShogi::Position> next;
        if (!slow::stopped(slow::read(rules().format(p))))
            rules().for_each_named_move(p, Player::left,
                                        [&](const auto& after, std::string_view) { next.push_back(after); });
        p = next.empty() ? rules().start() : next[random() % next.size()];
    }
    return positions;
}

// Returns the text of a random position.
std::string random_text(std::mt19937_64& random) {
    slow::Board b{random() % 2 == 0, {"---", "---", "---", "---"}, ""};
    std::vector<std::size_t> cells(12);
    std::iota(cells.begin(), cells.end(), std::size_t{0});
    std::shuffle(cells.begin(), cells.end(), random);
    const auto put = [&](char piece) {
        b.ranks[cells.back() / 3][cells.back() % 3] = piece;
        cells.pop_back();
    };
    put('L');
    put('l');
    for (const char kind : std::string("EEGGCC")) {
        const bool in_hand = random() % 4 == 0;
        char piece = kind == 'C' && !in_hand && random() % 2 == 0 ? 'R' : kind;
        if (random() % 2 == 0) piece = static_cast<char>(std::tolower(piece));
        if (in_hand)
            b.hands += piece;
        else
            put(piece);
    }
    return slow::write(b);
}

// The moves that win at once are those that take the lion, and those that enter without being taken.
void expect_finishing_moves(const DobutsuShogi::Position& p, const slow::Board& board) {
    const std::string text = rules().format(p);
    std::multiset<std::string> expected, found;  // texts of the results; `taken` if the result is not a position
    std::set<std::string> names;
    const bool other_is_in = slow::is_in(board, !board.sente);
    for (const slow::Move& m : slow::moves(board)) {
        if (slow::stopped(board) != OutcomeValue{Outcome::win, 1}) break;
        if (m.takes_lion)
            expected.insert("taken");
        else if (m.enters && !other_is_in && !slow::can_take_lion(m.after))
            expected.insert(slow::write(m.after));
    }
    rules().for_each_finishing_move(p, Player::left, [&](const auto& after, std::string_view name) {
        found.insert(after ? rules().format(*after) : "taken");
        EXPECT_TRUE(names.insert(std::string(name)).second) << text << ' ' << name;
        if (after) {
            EXPECT_EQ(rules().settled(*after), (OutcomeValue{Outcome::loss, 0})) << text << ' ' << name;
        }
    });
    EXPECT_EQ(found, expected) << text;
}

// Compares everything that the ruleset reports of a position with the slow rules.
void expect_slow_rules(const DobutsuShogi::Position& p) {
    const std::string text = rules().format(p);
    const slow::Board board = slow::read(text);
    const auto stopped = slow::stopped(board);
    const auto settled = rules().settled(p);
    const Index index = rules().rank(p);
    EXPECT_EQ(settled.has_value(), index == no_index) << text;
    expect_finishing_moves(p, board);
    if (settled) {
        EXPECT_EQ(settled, stopped) << text;
        return;
    }
    EXPECT_EQ(game().terminal(index, Play::normal), stopped) << text;
    std::multiset<std::string> texts, named;
    std::multiset<Index> options, expected;
    std::size_t settled_options = 0, expected_settled = 0;
    for (const slow::Move& m : slow::moves(board)) {
        if (m.takes_lion) continue;
        texts.insert(slow::write(m.after));
        const auto after = rules().parse(slow::write(m.after));
        if (const auto value = rules().settled(after)) {
            ++expected_settled;
            if (!stopped) {
                EXPECT_EQ(value, (OutcomeValue{Outcome::win, 1})) << text;
            }
        } else {
            expected.insert(rules().rank(after));
        }
    }
    rules().for_each_named_move(p, Player::left,
                                [&](const auto& after, std::string_view) { named.insert(rules().format(after)); });
    EXPECT_EQ(named, texts) << text;
    const auto first = rules().unrank(index);
    rules().for_each_option(index, first, Player::left, [&](Index to) { options.insert(to); });
    EXPECT_EQ(rules().option_count(index, first), options.size()) << text;
    const std::set<Index> distinct(expected.begin(), expected.end());
    EXPECT_EQ(options, std::multiset<Index>(distinct.begin(), distinct.end())) << text;
    rules().for_each_settled_option(index, first, Player::left, [&](const OutcomeValue& value) {
        ++settled_options;
        EXPECT_EQ(value, (OutcomeValue{Outcome::win, 1})) << text;
    });
    EXPECT_EQ(settled_options, expected_settled) << text;
}

TEST(DobutsuShogi, SlowRulesHaveTheSequencesOfFairyStockfish) {
    // The source forbids leaving the lion to be taken, and its play stops when a lion has entered: from six moves on
    // that makes fewer.
    const slow::Board start = slow::read("S/gle/-c-/-C-/ELG/-");
    const std::vector<std::uint64_t> counts = {4, 13, 67, 398, 2179, 12636, 80828};
    for (int length = 1; length <= 7; ++length)
        EXPECT_EQ(slow::careful_sequences(start, length, true), counts[static_cast<std::size_t>(length - 1)]) << length;
    EXPECT_EQ(slow::careful_sequences(start, 5, false), 2179U);
    EXPECT_EQ(slow::careful_sequences(start, 6, false), 12650U);
}

TEST(DobutsuShogi, IsPlayedByTheRulesAsTheyAreWritten) {
    for (const auto& p : played_positions(4000)) expect_slow_rules(p);
    std::mt19937_64 random(4);
    for (int k = 0; k < 4000; ++k) expect_slow_rules(rules().parse(random_text(random)));
    for (const Index i : sampled_indices(rules(), 2000)) expect_slow_rules(rules().unrank(i));
}

/// The first of three pairs of lions on the middle file.
constexpr Index first_symmetric_pair = 18;

/// Returns the indices of positions that are their own mirror images.
const std::vector<Index>& symmetric_indices() {
    static const std::vector<Index> indices = [] {
        std::vector<Index> found;
        for_each_position(rules(), rules().size() / 21 * first_symmetric_pair, rules().size(),
                          [&](Index i, const auto& p) {
                              if (rules().position(i, 2) == p) found.push_back(i);
                          });
        return found;
    }();
    return indices;
}

TEST(DobutsuShogi, SymmetricPositionsNameEachOptionAndPredecessorOnce) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::size_t pairs = 0;
    for (std::size_t n = 0; n < symmetric_indices().size(); n += 47) {
        const Index i = symmetric_indices()[n];
        const auto p = rules().unrank(i);
        for (const std::string& rank : slow::read(rules().format(p)).ranks) EXPECT_EQ(rank[0], rank[2]);
        expect_slow_rules(p);
        std::vector<Index> options;
        game().options(i, Player::left, options);
        const detail::CheckedGame checked{game(), game().size(), false};
        EXPECT_NO_THROW(detail::check_images(checked, i, Player::left, options)) << rules().format(p);
        const auto stopped = rules().terminal(i, p, Player::left);
        for (const auto& [to, times] : options_of(rules(), i)) {
            EXPECT_EQ(times, 1);
            if (!stopped) {
                EXPECT_EQ(predecessors_of(rules(), to)[i], 1);
            }
        }
        for (const auto& [from, times] : predecessors_of(rules(), i)) {
            EXPECT_EQ(times, 1);
            EXPECT_EQ(options_of(rules(), from)[i], 1);
            ++pairs;
        }
    }
    EXPECT_GT(pairs, 100U);
}

TEST(DobutsuShogi, HasElevenMillionPlacementsForEachPairOfLions) {
    // Numbers of choices of owners and ranks for n pieces of a kind on squares and the rest in a hand.
    const unsigned plain[] = {3, 4, 4}, chicks[] = {3, 8, 16};
    const auto choose = [](unsigned n, unsigned k) { return k == 0 ? 1U : k == 1 ? n : n * (n - 1) / 2; };
    Index placements = 0;
    for (unsigned e = 0; e <= 2; ++e)
        for (unsigned g = 0; g <= 2; ++g)
            for (unsigned c = 0; c <= 2; ++c)
                placements += Index{choose(10, e) * choose(10 - e, g) * choose(10 - e - g, c)} *
                              (plain[e] * plain[g] * chicks[c]);
    EXPECT_EQ(placements, 11878227U);
    std::set<std::pair<int, int>> pairs;
    for (int a = 0; a < 12; ++a)
        for (int b = 0; b < 12; ++b) {
            const bool adjacent = std::abs(a / 3 - b / 3) <= 1 && std::abs(a % 3 - b % 3) <= 1;
            const auto mirrored = [](int cell) { return cell / 3 * 3 + 2 - cell % 3; };
            if (a / 3 != 3 && b / 3 != 0 && !adjacent)
                pairs.insert(std::min(std::pair(a, b), std::pair(mirrored(a), mirrored(b))));
        }
    EXPECT_EQ(pairs.size(), 21U);
    EXPECT_EQ(rules().size(), 21 * placements);
}

TEST(DobutsuShogi, HasAHoleForTheSecondOfTwoMirrorImages) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Index first = rules().size() / 21 * first_symmetric_pair;
    Index legal = 0;
    for_each_position(rules(), first, rules().size(), [&](Index, const auto&) { ++legal; });
    EXPECT_EQ(2 * legal, rules().size() - first + symmetric_indices().size());
}

TEST(DobutsuShogi, APlayerWithoutAMoveHasLostAndNoPlayLeadsThere) {
    for (const std::string text : {"S/GE-/LGE/CCl/---/-", "G/---/Lcc/egl/-eg/-"}) {
        const auto p = rules().parse(text);
        const Index i = rules().rank(p);
        EXPECT_EQ(game().terminal(i, Play::normal), (OutcomeValue{Outcome::loss, 0})) << text;
        EXPECT_TRUE(predecessors_of(rules(), i).empty()) << text;
    }
}

TEST(DobutsuShogi, SettledPositionsAreReadWrittenAndWorthWhatTheySay) {
    const auto settled = [](const std::string& text) {
        const auto p = rules().parse(text);
        EXPECT_EQ(rules().format(p), text);
        EXPECT_EQ(rules().rank(p), no_index) << text;
        return rules().settled(p).value();
    };
    EXPECT_EQ(settled("S/g-e/-l-/-L-/E-G/Cc"), (OutcomeValue{Outcome::win, 1}));  // adjacent
    EXPECT_EQ(settled("G/gLe/-c-/lC-/E-G/-"), (OutcomeValue{Outcome::win, 1}));   // entered, and attacked
    EXPECT_EQ(settled("G/L-e/-c-/lC-/EgG/-"), (OutcomeValue{Outcome::loss, 0}));  // entered
    EXPECT_EQ(settled("S/L-e/-c-/lC-/EgG/-"), (OutcomeValue{Outcome::win, 0}));   // and was not taken
}

TEST(DobutsuShogi, NamesMovesByTheSquaresOfTheDiagram) {
    const auto names = [](const std::string& text) {
        std::set<std::string> all;
        rules().for_each_named_move(rules().parse(text), Player::left,
                                    [&](const auto&, std::string_view name) { all.emplace(name); });
        return all;
    };
    EXPECT_EQ(names("S/gle/-c-/-C-/ELG/-"), (std::set<std::string>{"b3xb2", "b4-a3", "b4-c3", "c4-c3"}));
    const auto all = names("G/g-e/-l-/E-c/-LG/c");
    EXPECT_TRUE(all.contains("c3xc4+"));
    EXPECT_TRUE(all.contains("C*b3"));
    EXPECT_FALSE(all.contains("C*b2"));
    EXPECT_TRUE(all.contains("b2xa3"));
    EXPECT_TRUE(all.contains("a1-a2"));
}

TEST(DobutsuShogi, NamesTheMovesThatWinAtOnce) {
    const auto names = [](const std::string& text) {
        std::vector<std::string> all;
        rules().for_each_finishing_move(rules().parse(text), Player::left,
                                        [&](const auto&, std::string_view name) { all.emplace_back(name); });
        return all;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names("S/g-e/-l-/-L-/E-G/Cc"), Names{"b3xb2"});
    EXPECT_EQ(names("S/gle/-C-/---/ELG/c"), Names{"b2xb1+"});
    EXPECT_EQ(names("S/---/L--/--l/---/EEGGCC"), (Names{"a2-a1", "a2-b1"}));
    EXPECT_EQ(names("S/--g/L--/--l/---/EEGCC"), Names{"a2-a1"}) << "on b1 it could be taken";
    EXPECT_EQ(names("S/--g/LC-/-l-/---/EEGC"), (Names{"a2xb3", "a2-a1"}));
    EXPECT_EQ(names("S/--g/LC-/---/-lG/EEC"), Names{"c4xb4"}) << "its lion has entered";
    EXPECT_EQ(names("S/L-e/-c-/lC-/EgG/-"), Names{}) << "it has won";
    EXPECT_EQ(names("G/L-e/-c-/lC-/EgG/-"), Names{}) << "it has lost";
}

TEST(DobutsuShogi, RefusesWhatIsNoPosition) {
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"", "expected S or G first"},
        {"s/gle/-c-/-C-/ELG/-", "expected S or G first"},
        {"S:gle/-c-/-C-/ELG/-", "four ranks"},
        {"S/gle/-c-/-C-/ELG", "four ranks"},
        {"S/gle/-c-/-C-/EL/G-", "four ranks"},
        {"S/gle/-c-/-C-/ELG/", "pieces in hand are missing"},
        {"S/gle/-c-/-C-/ELG/--", "in hand are"},
        {"S/gle/.c./-C-/ELG/-", "a square has \".\""},
        {"S/gle/-c-/-C-/ELG/C", "expected two chicks"},
        {"S/gle/-c-/---/ELG/R", "a rooster is in hand"},
        {"S/gle/-c-/---/ELG/-", "expected two chicks"},
        {"S/gle/-c-/-C-/E-G/L", "both lions"},
        {"S/gle/-c-/-C-/ELL/G", "expected one L and one l (lions), found 2 and 1"},
        {"S/gle/-c-/-C-/-LG/-", "two elephants"},
        {"S/-le/-c-/-C-/ELG/-", "two giraffes"},
        {"S/gle/-c-/-C-/ELG/- ", "in hand are"},
    };
    for (const auto& [text, reason] : wrong) {
        const auto [code, message] = error_of([&, &text = text] { rules().parse(text); });
        EXPECT_EQ(code, ErrorCode::bad_position) << text;
        EXPECT_NE(message.find(reason), std::string::npos) << message;
    }
    EXPECT_EQ(rules().format(rules().parse("S/-l-/---/-c-/-LG/egEC")), "S/-l-/---/-c-/-LG/ECeg");
}

TEST(DobutsuShogi, DrawsTheBoardWithBothHands) {
    EXPECT_EQ(rules().picture(rules().parse("G/gl-/---/-c-/-LG/eEC")),
              "   a b c\n"
              " 1 g l .   Gote (small letters): e in hand, to move\n"
              " 2 . . .\n"
              " 3 . c .\n"
              " 4 . L G   Sente (capitals): E C in hand");
}

TEST(DobutsuShogi, DrawsGotesMenUpsideDown) {
    const Drawing drawing = rules().drawing(rules().parse("G/gl-/---/-c-/-LG/eEC"));
    std::multiset<std::string> sentes, gotes;
    for (const Drawing::Shape& shape : drawing.shapes)
        if (const auto* text = std::get_if<Drawing::Text>(&shape); text != nullptr && text->ink == DrawingRole::dark)
            (text->upside_down ? gotes : sentes).insert(text->text);
    EXPECT_EQ(sentes, (std::multiset<std::string>{"C", "E", "G", "L"}));
    EXPECT_EQ(gotes, (std::multiset<std::string>{"C", "E", "G", "L"}));
}

TEST(DobutsuShogi, APositionPassesToTheSameWithAnotherLetter) {
    for (const auto& p : played_positions(500)) {
        if (rules().rank(p) == no_index) continue;
        std::string text = rules().format(p);
        text[0] = text[0] == 'S' ? 'G' : 'S';
        EXPECT_EQ(rules().format(rules().passed(p).value()), text);
    }
}

}  // namespace
}  // namespace mexbase

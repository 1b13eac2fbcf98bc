// SPDX-License-Identifier: MIT
// Functions that replace the rules of games, boards, texts of positions and canonical forms in the amalgamation. This
// file is compiled only as a part of it (amalgamate.py).
#include <memory>
#include <string>
#include <vector>

#include "../../lib/games/boards/chess/reading.hpp"
#include "../../lib/raw_spec.hpp"
#include "../../query/c/answers.hpp"
#include "../../query/chess/chess.hpp"
#include "../../query/open_table.hpp"

namespace mexbase {

/// A game. The only games of this reader are chess endings, without their moves.
class Game {
  public:
    Game(const std::vector<chess::Material>& materials, Distance distance)
        : endings(materials, distance == Distance::exit) {}
    const chess::Endings endings;
};

namespace {

[[noreturn]] void throw_no_forms() {
    throw Error(ErrorCode::not_applicable, "this reader leaves out canonical forms: use the library of Mexbase");
}

/// Returns the materials of a stored spec of chess, such as `chess:KQKR` or `chess:men=4`.
std::vector<chess::Material> materials_in(const RawSpec& spec) {
    for (const auto& [key, value] : spec.values) {
        if (key.empty() || key == "material") return {chess::parse_material(value).normalised()};
        if (key == "men" && value.size() == 1 && value[0] >= '2' && value[0] <= '5')
            return chess::materials_up_to(static_cast<unsigned>(value[0] - '0'));
    }
    throw Error(ErrorCode::bad_spec, "the spec names no material");
}

}  // namespace

Result<Index> chess_index(const Table& table, const chess::Diagram& board) noexcept {
    const auto game = table.game();
    if (!game) return game.error();
    try {
        chess::BoardError fault = chess::BoardError::none;
        if (const auto index = game->endings.index_of(board, &fault)) return *index;
        return Failure{ErrorCode::bad_position, "the board is not a position: " + to_string(fault, board)};
    } catch (...) {
        return detail::current_failure();
    }
}

const Registry* c::rulesets() {
    return nullptr;
}

const Table& c::ruled(const mexquery_table* table) noexcept {
    return table->table;
}

// No object of this class is made, because `TableData::values` throws.
struct CanonicalValues::State {};
CanonicalValues::~CanonicalValues() = default;
CanonicalValues::CanonicalValues(CanonicalValues&&) noexcept = default;
std::uint32_t CanonicalValues::size() const {
    return 0;
}
bool CanonicalValues::has(std::uint32_t) const {
    return false;
}
void CanonicalValues::need(std::span<const std::uint32_t>) const {
    throw_no_forms();
}
OutcomeClass CanonicalValues::outcome(std::uint32_t) const {
    throw_no_forms();
}
std::uint64_t CanonicalValues::fingerprint(std::uint32_t) const {
    throw_no_forms();
}
std::string CanonicalValues::text(std::uint32_t) const {
    throw_no_forms();
}
std::optional<std::string> CanonicalValues::weight_text(std::uint32_t) const {
    throw_no_forms();
}
FormFacts CanonicalValues::facts(std::uint32_t) const {
    throw_no_forms();
}
std::string CanonicalValue::fingerprint_text() const {
    throw_no_forms();
}
std::optional<CanonicalValue> CanonicalValue::atomic_weight() const {
    throw_no_forms();
}

namespace detail {

OpenTable::OpenTable(Source&& from, const OpenOptions& options)
    : TableData(std::move(from), options.cache_bytes, options.budget),
      registry(options.registry),
      move_provider(options.move_provider) {}

OpenTable::~OpenTable() = default;

const Result<std::unique_ptr<Game>>& OpenTable::game() const {
    return game_.get([this]() -> Result<std::unique_ptr<Game>> {
        return guarded<std::unique_ptr<Game>>([this] {
            const RawSpec spec = parse_spec(info.spec);
            if (spec.family != "chess")
                throw Error(ErrorCode::not_applicable, "the table of " + info.spec + " is not a table of chess");
            if (info.rules_version != chess::Endings::version)
                throw Error(ErrorCode::unsupported_version, "the table has another version of the rules of chess");
            auto made = std::make_unique<Game>(materials_in(spec), info.distance);
            if (made->endings.size != info.indices)
                throw Error(ErrorCode::corrupt, "the table does not have the positions of its spec, " + info.spec);
            return made;
        });
    });
}

void check_legal(const OpenTable&, Index) {
    throw Error(ErrorCode::not_applicable,
                "this reader has no rules to decide which indices of this table are positions: call a function for "
                "stored values instead, such as mexquery_stored_at");
}

// Sections that this reader does not parse are only compared with their checksums.

std::shared_ptr<const Board> TableData::whole_board() const {
    for (const auto type : {format::board_section, format::names_section, format::arcs_section})
        if (has(type)) (void)section_bytes(type);
    return nullptr;
}

void StoredPositions::check() const {
    for (const auto type : {format::keys_section, format::moves_section})
        if (table_.has(type)) (void)table_.section_bytes(type);
}

const CanonicalValues* TableData::values(ReadAhead*) const {
    if (has(format::values_section)) throw_no_forms();
    return nullptr;
}

void TableData::need_all_values() const {
    for (const auto type : {format::values_section, format::values_directory_section})
        if (has(type)) (void)section_bytes(type);
}

}  // namespace detail

}  // namespace mexbase

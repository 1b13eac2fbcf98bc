/// \file
/// Games from specs as people write them, files included.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "../lib/rules/family.hpp"

namespace mexbase {

/// The game of a spec. A family of boards, where the spec names one, is put into its normal form, and its board
/// attached. A board file that the spec names is read, parsed and attached, and stands in the normalised spec
/// as `@` and 16 hexadecimal digits: the XXH3 of its canonical content, as `docs/format.md` lays it out.
/// Throws `Error{bad_spec}`, `Error{bad_file}`, `Error{not_found}` or `Error{io}`.
/// `kind` is the kind of value asked for, if any: some families then imply a key. Where reading a graph takes more than
/// `memory` bytes (0: no limit), throws `Error{out_of_memory}`.
std::unique_ptr<Game> make_game_from_files(const Registry&, std::string_view spec, std::optional<ValueKind> kind = {},
                                           std::uint64_t memory = 0);

/// `@` and the hash of the board's canonical content, as it stands in a normalised spec.
std::string board_reference(const Board& board);

/// Whether a value in `spec`, which is normalised, stands for this very board: as a family of boards or by reference.
bool names_board(std::string_view spec, const Board& board);

}  // namespace mexbase

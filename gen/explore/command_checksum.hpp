/// \file
/// What tells the rules that a command says from those that it said before.
#pragma once

#include <cstdint>
#include <string_view>

namespace mexbase {

/// A checksum of a shell command and of what is in the files that its words name, from the current folder, the root, or
/// a folder that a word before names: another one where the command is another, or a script that stands in it was
/// changed. Not of files that its output goes to by `>`, and what the files read for themselves is not looked at.
std::uint64_t command_checksum(std::string_view command);

}  // namespace mexbase

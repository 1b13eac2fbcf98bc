// SPDX-License-Identifier: MIT
// Compiles the one function of {fmt} that our programs call from its headers, because Debian has no archive of {fmt}.
#include <fmt/format.h>

namespace {

[[gnu::used]] std::string (*const kept)(fmt::string_view, fmt::format_args) = &fmt::vformat;

}

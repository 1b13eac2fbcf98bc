// SPDX-License-Identifier: MIT
/// \file
/// The version both programs print.
#pragma once

#include <string_view>

namespace mexbase::cli {
inline constexpr std::string_view version = MEXBASE_VERSION;
}

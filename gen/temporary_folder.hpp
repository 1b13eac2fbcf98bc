// SPDX-License-Identifier: MIT
/// \file
/// The folder for temporary files.
#pragma once

#include <cstdlib>
#include <string>

namespace mexbase {

/// Returns `$TMPDIR`, or /tmp if it is not set.
inline std::string temporary_folder() {
    const char* folder = std::getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace mexbase

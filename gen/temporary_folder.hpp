// SPDX-License-Identifier: MIT
/// \file
/// Folders for temporary files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "../lib/error.hpp"

namespace mexbase {

/// Returns `$TMPDIR`, or /tmp if it is not set.
inline std::string temporary_folder() {
    const char* folder = std::getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

/// Throws `Error{io}` if the user's folder for scratch files does not exist.
inline void expect_scratch_folder(const std::string& path) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(path, unknown))
        throw Error(ErrorCode::io,
                    "cannot make scratch space in " + in_quotes(path) + ": expected a folder that exists");
}

}  // namespace mexbase

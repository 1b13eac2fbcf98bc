/// \file
/// What a refusal says.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "lib/error.hpp"

namespace mexbase::test {

/// What the `Error` of this code says that `f` throws.
inline std::string refusal_of(const std::function<void()>& f, ErrorCode code) {
    try {
        f();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), code) << e.what();
        return e.what();
    }
    return "nothing was thrown";
}

}  // namespace mexbase::test

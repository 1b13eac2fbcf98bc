// SPDX-License-Identifier: MIT
// For tests that take long under sanitizers, and whose code other tests run.
#pragma once
#include <gtest/gtest.h>

/// Skips the test that begins with it, in builds with a sanitizer.
#ifdef MEXBASE_SANITIZED
#define MEXBASE_SKIP_IN_SANITIZERS() GTEST_SKIP() << "takes long under sanitizers"
#else
#define MEXBASE_SKIP_IN_SANITIZERS() static_assert(true)
#endif

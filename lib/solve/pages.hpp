// SPDX-License-Identifier: MIT
/// \file
/// Paging of large arrays. The platform call is in pages.cpp.
#pragma once

#include <cstddef>

namespace mexbase {

/// Requests large pages for `bytes` bytes at `memory`, so that random access to a large array misses the TLB less. A
/// hint: it changes no content and cannot fail. Ignores small arrays.
void advise_large_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace mexbase

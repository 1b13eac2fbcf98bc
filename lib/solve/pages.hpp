/// \file
/// How the system pages large arrays. The platform call stands in pages.cpp.
#pragma once

#include <cstddef>

namespace mexbase {

/// Asks for large pages under `bytes` bytes at `memory`: random access to a large array then misses the address cache
/// less. A hint: it changes no content and cannot fail. Small arrays are left alone.
void advise_large_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace mexbase

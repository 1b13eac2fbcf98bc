/// \file
/// How long jobs tell where they are.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace mexbase {

/// Receives the phase (`exploring`, `solving`, `writing`, `verifying`), what is done and what there is in all, in
/// positions (0: unknown). Called from one thread at a time, a few times a second at most in effect: it must return
/// quickly.
using ProgressSink = std::function<void(std::string_view phase, std::uint64_t done, std::uint64_t total)>;

}  // namespace mexbase

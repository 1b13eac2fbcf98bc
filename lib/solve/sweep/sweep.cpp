// SPDX-License-Identifier: MIT
#include "sweep.hpp"

namespace mexbase {

template std::vector<NimberFold::Value> sweep<NimberFold>(const Moves&, const SweepOptions&, std::span<const Index>);
template std::vector<ObligedFold::Value> sweep<ObligedFold>(const Moves&, const SweepOptions&, std::span<const Index>);

}  // namespace mexbase

// SPDX-License-Identifier: MIT
#include "../encoder.hpp"

namespace mexbase::detail {

std::shared_ptr<const Encoder> make_raw_encoder() {
    return std::make_shared<const Encoder>(Codec::raw, Encoder::Traits{});
}

}  // namespace mexbase::detail

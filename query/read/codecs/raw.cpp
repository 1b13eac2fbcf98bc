// SPDX-License-Identifier: MIT
#include "../decoder.hpp"

namespace mexbase::detail {

std::unique_ptr<const Decoder> make_raw_decoder(const format::StreamHeader& header, std::span<const std::byte>) {
    return std::make_unique<Decoder>(header);
}

}  // namespace mexbase::detail

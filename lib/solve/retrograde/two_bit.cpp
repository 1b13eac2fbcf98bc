#include "two_bit.hpp"

#include <string>

#include "../../error.hpp"
#include "../pages.hpp"

namespace mexbase {

TwoBitStates::TwoBitStates(Index size) : size_(size) {
    const Index bytes = size / 4 + 1;
    bytes_.reset(static_cast<std::uint8_t*>(std::calloc(bytes, 1)));
    if (!bytes_) throw Error(ErrorCode::out_of_memory, "no memory for " + std::to_string(size) + " states of two bits");
    advise_large_pages(bytes_.get(), bytes);
}

}  // namespace mexbase

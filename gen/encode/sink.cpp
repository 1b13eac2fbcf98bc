#include "sink.hpp"

#include <algorithm>

#include "../../lib/error.hpp"

namespace mexbase {

void MemorySink::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
        throw Error(ErrorCode::bad_usage, "a sink is overwritten only where bytes were appended before");
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace mexbase

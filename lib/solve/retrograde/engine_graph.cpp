#include "engine_graph.hpp"

#include <algorithm>
#include <utility>

namespace mexbase::detail {

void send(Worker& w, SendBuffer& buffer, bool won, const CellMemory& cells, const ApplyOffsets& apply) {
    const auto owner = static_cast<std::size_t>(&buffer - w.send_buffers.data());
    w.edges += buffer.count;
    if (owner == w.number) {
        for (std::uint32_t j = 0; j < buffer.count; ++j) cells.fetch(w.first + buffer.offsets[j]);
        apply(w.under_way.data(), w.under_way_count, w.first);
        std::copy_n(buffer.offsets.data(), buffer.count, w.under_way.data());
        w.under_way_count = buffer.count;
    } else {
        std::vector<std::uint32_t>& message = w.outbox[owner][won];
        message.insert(message.end(), buffer.offsets.data(), buffer.offsets.data() + buffer.count);
    }
    buffer.count = 0;
}

}  // namespace mexbase::detail

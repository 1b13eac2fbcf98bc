// SPDX-License-Identifier: MIT
// Reads and writes the section of sets of nimbers.
#include <utility>
#include <vector>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "contents.hpp"

namespace mexbase::format {

std::vector<std::byte> encode_sets(const NimberSets& sets) {
    detail::ByteWriter out;
    out.put_varint(sets.size());
    for (std::size_t id = 0; id < sets.size(); ++id) {
        const auto set = sets[id];
        out.put_varint(set.size());
        std::uint32_t next = 0;  // minimum of the next value
        for (const std::uint32_t n : set) {
            out.put_varint(n - next);
            next = n + 1;
        }
    }
    return std::move(out.bytes);
}

NimberSets parse_sets(std::span<const std::byte> bytes) {
    detail::ByteReader reader(bytes, "the table's list of sets");
    const std::uint64_t count = reader.get_varint();
    if (count > reader.left()) throw Error(ErrorCode::corrupt, "the table's list of sets ends too soon");
    NimberSets sets;
    std::vector<std::uint32_t> set;
    for (std::uint64_t id = 0; id < count; ++id) {
        const std::uint64_t size = reader.get_varint();
        if (size > reader.left()) throw Error(ErrorCode::corrupt, "the table's list of sets ends too soon");
        set.clear();
        std::uint64_t next = 0;
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t step = reader.get_varint();
            if (step > 0xfffffffe - next)
                throw Error(ErrorCode::corrupt, "a set of the table has a nimber that is too large");
            set.push_back(static_cast<std::uint32_t>(next + step));
            next += step + 1;
            if (next > 0xfffffffe && i + 1 != size)
                throw Error(ErrorCode::corrupt, "a set of the table has a nimber that is too large");
        }
        sets.add(set);
    }
    reader.finish();
    return sets;
}

}  // namespace mexbase::format

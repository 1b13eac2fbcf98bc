#include "checkpoint.hpp"

#include <algorithm>
#include <vector>

#include "archive.hpp"

namespace mexbase {

namespace {

constexpr std::size_t values_a_segment = std::size_t{1} << 22;

/// Values from `first` on, in the narrowest of the three that holds them.
struct Segment {
    std::uint64_t first = 0;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint16_t> narrow;
    std::vector<std::uint32_t> wide;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& first& bytes& narrow& wide;
    }
};

}  // namespace

void Checkpoint::load(const std::function<void(std::uint32_t)>& take) {
    file_.load([&](const std::string& archive) {
        const auto segment = detail::parsed<Segment>(archive);
        if (!segment || segment->first != saved_) return SegmentFile::Found::wrong;
        const auto take_all = [&](const auto& values) {
            for (const auto value : values) take(value);
            saved_ += values.size();
        };
        take_all(segment->bytes);
        take_all(segment->narrow);
        take_all(segment->wide);
        return SegmentFile::Found::whole;
    });
}

template <class T>
void Checkpoint::save(std::span<const T> values) {
    if (values.size() <= saved_) return;
    file_.begin();
    while (saved_ < values.size()) {
        const auto first = static_cast<std::size_t>(saved_);
        const auto part = values.subspan(first, std::min(values_a_segment, values.size() - first));
        Segment segment;
        segment.first = saved_;
        if constexpr (sizeof(T) == 1)
            segment.bytes.assign(part.begin(), part.end());
        else if constexpr (sizeof(T) == 2)
            segment.narrow.assign(part.begin(), part.end());
        else
            segment.wide.assign(part.begin(), part.end());
        file_.append(detail::archived(segment));
        saved_ += part.size();
    }
}

template void Checkpoint::save(std::span<const std::uint8_t>);
template void Checkpoint::save(std::span<const std::uint16_t>);
template void Checkpoint::save(std::span<const std::uint32_t>);

}  // namespace mexbase

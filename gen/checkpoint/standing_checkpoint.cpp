#include "standing_checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "archive.hpp"

namespace mexbase {

namespace {

constexpr Index cells_a_part = Index{1} << 20;

/// What a file begins with.
struct StandingHead {
    Standing at;
    unsigned cell_bytes = 0;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& at.slice& at.begun& at.ply& at.ties& at.cells& cell_bytes;
        for (Summary* s : {&at.below, &at.here})
            archive & s->vertices & s->positions & s->wins & s->losses & s->ties & s->longest & s->edges;
    }
};

/// Cells from `first` on; after all cells, vertices that are due; at last an empty one.
struct StandingPart {
    std::uint64_t number = 0;  ///< of the part: 0, 1, …
    std::uint64_t first = 0;
    std::vector<std::uint16_t> narrow;  ///< one of these, as wide as the cells are
    std::vector<std::uint32_t> wide;
    std::vector<std::uint64_t> widest;
    Due due;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& number& first& narrow& wide& widest& due.ply& due.won& due.vertices;
    }

    template <class T>
    std::vector<T>& cells() {
        if constexpr (sizeof(T) == 2)
            return narrow;
        else if constexpr (sizeof(T) == 4)
            return wide;
        else
            return widest;
    }
};

/// Reads a file part by part.
class Reader {
  public:
    explicit Reader(Index size) : size_(size) {}

    SegmentFile::Found take(const std::string& archive) { return !begun_ ? take_head(archive) : take_part(archive); }
    std::optional<Resumption> result() { return whole_ ? std::optional(std::move(found_)) : std::nullopt; }

  private:
    using Found = SegmentFile::Found;

    Found take_head(const std::string& archive) {
        const auto head = detail::parsed<StandingHead>(archive);
        if (!head || head->at.cells > size_ ||
            (head->cell_bytes != 2 && head->cell_bytes != 4 && head->cell_bytes != 8))
            return Found::wrong;
        begun_ = true;
        found_.at = head->at;
        found_.cells = OutcomeCells(size_, head->cell_bytes);
        return Found::part;
    }
    Found take_part(const std::string& archive) {
        auto part = detail::parsed<StandingPart>(archive);
        if (whole_ || !part || part->number != parts_++) return Found::wrong;
        if (part->first != cells_) return Found::wrong;
        if (cells_ < found_.at.cells) return found_.cells.visit([&](auto* cells) { return take_cells(cells, *part); });
        whole_ = part->due.vertices.empty();
        if (!whole_) found_.due.push_back(std::move(part->due));
        return whole_ ? Found::whole : Found::part;
    }
    template <class T>
    Found take_cells(T* cells, StandingPart& part) {
        const std::vector<T>& values = part.cells<T>();
        if (values.empty() || values.size() > found_.at.cells - cells_) return Found::wrong;
        std::ranges::copy(values, cells + cells_);
        cells_ += values.size();
        return Found::part;
    }

    Index size_;
    Resumption found_;
    bool begun_ = false, whole_ = false;
    std::uint64_t parts_ = 0;
    Index cells_ = 0;
};

}  // namespace

std::optional<Resumption> StandingCheckpoint::load(Index size) {
    Reader reader(size);
    file_.load([&reader](const std::string& archive) { return reader.take(archive); });
    return reader.result();
}

void StandingCheckpoint::save(const Standing& at, const OutcomeCells& cells, const DueSource& due) {
    file_.replace([&](const SegmentFile::Append& append) {
        append(detail::archived(StandingHead{at, cells.cell_bytes()}));
        std::uint64_t number = 0;
        StandingPart part;
        const auto put = [&] {
            part.number = number++;
            append(detail::archived(part));
        };
        cells.visit([&](const auto* all) {
            using T = std::remove_cvref_t<decltype(*all)>;
            for (; part.first < at.cells; part.first += part.cells<T>().size()) {
                const Index last = std::min<Index>(at.cells, part.first + cells_a_part);
                part.cells<T>().assign(all + part.first, all + last);
                put();
            }
            part.cells<T>() = {};
        });
        due([&](std::uint64_t ply, bool won, Index v) {
            Due& run = part.due;
            if (!run.vertices.empty() && (run.ply != ply || run.won != won || run.vertices.size() == cells_a_part)) {
                put();
                run.vertices.clear();
            }
            run.ply = ply;
            run.won = won;
            run.vertices.push_back(v);
        });
        if (!part.due.vertices.empty()) put();
        part.due = {};
        put();
    });
}

}  // namespace mexbase

#include "standing_checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "archive.hpp"

namespace mexbase {

namespace {

constexpr Index elements_a_part = Index{1} << 20;

/// What a file begins with.
struct StandingHead {
    Standing at;
    unsigned cell_bytes = 0;           ///< 0 without cells
    Index cells = 0;                   ///< how many there are
    std::vector<std::uint64_t> words;  ///< how many there are in each array
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& at.strategy& at.slice& at.begun& at.passing& at.tying& at.ply& at.ties& at.cells& at.numbers;
        for (Summary* s : {&at.below, &at.here})
            archive & s->vertices & s->positions & s->wins & s->losses & s->ties & s->longest & s->edges;
        archive& at.now.wins& at.now.losses& at.now.ties& at.now.edges;
        std::vector<Index> seen;
        for (const Stretch& each : at.seen) seen.insert(seen.end(), {each.first, each.last});
        archive& seen;
        at.seen.clear();
        for (std::size_t k = 0; k + 1 < seen.size(); k += 2) at.seen.push_back({seen[k], seen[k + 1]});
        archive& cell_bytes& cells& words;
    }
};

/// Elements of an array from `first` on; after all arrays, vertices that are due; at last an empty one.
struct StandingPart {
    std::uint64_t number = 0;           ///< of the part: 0, 1, …
    std::uint64_t array = 0;            ///< 0: the cells
    std::uint64_t first = 0;            ///< not before the end of the part before
    std::vector<std::uint16_t> narrow;  ///< one of these, as wide as the elements are
    std::vector<std::uint32_t> wide;
    std::vector<std::uint64_t> widest;
    Due due;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& number& array& first& narrow& wide& widest& due.ply& due.won& due.vertices;
    }

    template <class T>
    std::vector<T>& elements() {
        if constexpr (sizeof(T) == 2)
            return narrow;
        else if constexpr (sizeof(T) == 4)
            return wide;
        else
            return widest;
    }
};

/// Reads a file part by part.
class StandingReader {
  public:
    SegmentFile::Found take(const std::string& archive) { return !begun_ ? take_head(archive) : take_part(archive); }
    std::optional<Resumption> result() { return whole_ ? std::optional(std::move(found_)) : std::nullopt; }

  private:
    using Found = SegmentFile::Found;

    Found take_head(const std::string& archive) {
        auto head = detail::parsed<StandingHead>(archive);
        if (!head || head->at.cells > head->cells || (head->cells != 0 && head->cell_bytes == 0)) return Found::wrong;
        begun_ = true;
        found_.at = std::move(head->at);
        if (head->cell_bytes != 0) found_.cells = OutcomeCells(head->cells, head->cell_bytes);
        for (const std::uint64_t size : head->words) found_.words.emplace_back(static_cast<std::size_t>(size));
        return Found::part;
    }
    Found take_part(const std::string& archive) {
        auto part = detail::parsed<StandingPart>(archive);
        if (whole_ || !part || part->number != parts_++ || part->array > found_.words.size()) return Found::wrong;
        const bool of_cells = !part->narrow.empty() || !part->wide.empty() || !part->widest.empty();
        if (of_cells && part->array == 0)
            return found_.cells.visit([&](auto* cells) { return put(cells, found_.at.cells, *part); });
        if (of_cells) {
            std::vector<std::uint32_t>& words = found_.words[static_cast<std::size_t>(part->array - 1)];
            return put(words.data(), words.size(), *part);
        }
        whole_ = part->due.vertices.empty();
        if (!whole_) found_.due.push_back(std::move(part->due));
        return whole_ ? Found::whole : Found::part;
    }
    template <class T>
    static Found put(T* all, Index size, StandingPart& part) {
        const std::vector<T>& elements = part.elements<T>();
        if (elements.empty() || part.first > size || elements.size() > size - part.first) return Found::wrong;
        std::ranges::copy(elements, all + part.first);
        return Found::part;
    }

    Resumption found_;
    bool begun_ = false, whole_ = false;
    std::uint64_t parts_ = 0;
};

/// Writes a file part by part.
class Writer {
  public:
    explicit Writer(const SegmentFile::Append& append) : append_(append) {}

    /// The elements of an array, but for parts that are all zero.
    template <class T>
    void put_array(std::uint64_t array, const T* all, Index size) {
        part_.array = array;
        std::vector<T>& elements = part_.elements<T>();
        for (part_.first = 0; part_.first < size; part_.first += elements_a_part) {
            const Index last = std::min<Index>(size, part_.first + elements_a_part);
            if (std::all_of(all + part_.first, all + last, [](T each) { return each == 0; })) continue;
            elements.assign(all + part_.first, all + last);
            put();
        }
        elements = {};
    }
    void put_due(std::uint64_t ply, bool won, Index v) {
        Due& run = part_.due;
        if (!run.vertices.empty() && (run.ply != ply || run.won != won || run.vertices.size() == elements_a_part)) {
            put();
            run.vertices.clear();
        }
        run.ply = ply;
        run.won = won;
        run.vertices.push_back(v);
    }
    void finish() {
        if (!part_.due.vertices.empty()) put();
        part_.due = {};
        put();
    }

  private:
    void put() {
        part_.number = number_++;
        append_(detail::archived(part_));
    }
    const SegmentFile::Append& append_;
    std::uint64_t number_ = 0;
    StandingPart part_;
};

}  // namespace

std::optional<Resumption> StandingCheckpoint::load() {
    StandingReader reader;
    file_.load([&reader](const std::string& archive) { return reader.take(archive); });
    return reader.result();
}

std::optional<Standing> StandingCheckpoint::look() {
    std::optional<Standing> found;
    file_.load([&found](const std::string& archive) {
        if (auto head = detail::parsed<StandingHead>(archive)) found = std::move(head->at);
        return SegmentFile::Found::wrong;
    });
    return found;
}

void StandingCheckpoint::save(const Standing& at, const Kept& kept) {
    file_.replace([&](const SegmentFile::Append& append) {
        StandingHead head{at, 0, 0, {}};
        if (kept.cells != nullptr) {
            head.cell_bytes = kept.cells->cell_bytes();
            head.cells = kept.cells->size();
        }
        for (const auto& words : kept.words) head.words.push_back(words.size());
        append(detail::archived(head));
        Writer writer(append);
        if (kept.cells != nullptr) kept.cells->visit([&](const auto* all) { writer.put_array(0, all, at.cells); });
        for (std::size_t k = 0; k < kept.words.size(); ++k)
            writer.put_array(k + 1, kept.words[k].data(), kept.words[k].size());
        kept.due([&writer](std::uint64_t ply, bool won, Index v) { writer.put_due(ply, won, v); });
        writer.finish();
    });
}

}  // namespace mexbase

#include "standing_checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
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
    std::uint64_t array = 0;  ///< 0: the cells
    std::uint64_t first = 0;
    std::string elements;  ///< their bytes
    Due due;
    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& array& first& elements& due.ply& due.won& due.vertices;
    }
};

/// Puts the elements of a part into an array. Returns false if they do not fit.
template <class T>
bool put(const StandingPart& part, T* all, Index size) {
    const std::size_t count = part.elements.size() / sizeof(T);
    if (part.elements.size() % sizeof(T) != 0 || part.first > size || count > size - part.first) return false;
    std::memcpy(all + part.first, part.elements.data(), part.elements.size());
    return true;
}
bool put(const StandingPart& part, Resumption& found) {
    if (part.array == 0) return found.cells.visit([&](auto* cells) { return put(part, cells, found.at.cells); });
    if (part.array > found.words.size()) return false;
    std::vector<std::uint32_t>& words = found.words[static_cast<std::size_t>(part.array - 1)];
    return put(part, words.data(), words.size());
}

}  // namespace

std::optional<Resumption> load_standing(SegmentFile& file) {
    using Found = SegmentFile::Found;
    std::optional<Resumption> found;
    bool whole = false;
    file.load([&](const std::string& archive) {
        if (!found) {
            auto head = detail::parsed<StandingHead>(archive);
            if (!head || head->at.cells > head->cells || (head->cells != 0 && head->cell_bytes == 0))
                return Found::wrong;
            found.emplace();
            found->at = std::move(head->at);
            if (head->cell_bytes != 0) found->cells = OutcomeCells(head->cells, head->cell_bytes);
            for (const std::uint64_t size : head->words) found->words.emplace_back(static_cast<std::size_t>(size));
            return Found::part;
        }
        auto part = detail::parsed<StandingPart>(archive);
        if (whole || !part) return Found::wrong;
        if (!part->elements.empty()) return put(*part, *found) ? Found::part : Found::wrong;
        whole = part->due.vertices.empty();
        if (!whole) found->due.push_back(std::move(part->due));
        return whole ? Found::whole : Found::part;
    });
    if (!whole) found.reset();
    return found;
}

std::optional<Standing> look_at_standing(SegmentFile& file) {
    std::optional<Standing> found;
    file.load([&found](const std::string& archive) {
        if (auto head = detail::parsed<StandingHead>(archive)) found = std::move(head->at);
        return SegmentFile::Found::wrong;
    });
    return found;
}

void save_standing(SegmentFile& file, const Standing& at, const Kept& kept) {
    file.replace([&](const SegmentFile::Append& append) {
        StandingHead head{at, 0, 0, {}};
        if (kept.cells != nullptr) {
            head.cell_bytes = kept.cells->cell_bytes();
            head.cells = kept.cells->size();
        }
        for (const auto& words : kept.words) head.words.push_back(words.size());
        append(detail::archived(head));

        StandingPart part;
        const auto put_array = [&]<class T>(std::uint64_t array, const T* all, Index size) {
            part.array = array;
            for (part.first = 0; part.first < size; part.first += elements_a_part) {
                const T *first = all + part.first, *last = all + std::min<Index>(size, part.first + elements_a_part);
                if (std::all_of(first, last, [](T each) { return each == 0; })) continue;
                part.elements.assign(reinterpret_cast<const char*>(first), reinterpret_cast<const char*>(last));
                append(detail::archived(part));
            }
            part.elements = {};
        };
        if (kept.cells != nullptr) kept.cells->visit([&](const auto* all) { put_array(0, all, at.cells); });
        for (std::size_t k = 0; k < kept.words.size(); ++k)
            put_array(k + 1, kept.words[k].data(), kept.words[k].size());

        Due& run = part.due;
        kept.due([&](std::uint64_t ply, bool won, Index v) {
            if (!run.vertices.empty() && (run.ply != ply || run.won != won || run.vertices.size() == elements_a_part)) {
                append(detail::archived(part));
                run.vertices.clear();
            }
            run.ply = ply;
            run.won = won;
            run.vertices.push_back(v);
        });
        if (!run.vertices.empty()) append(detail::archived(part));
        run = {};
        append(detail::archived(part));
    });
}

}  // namespace mexbase

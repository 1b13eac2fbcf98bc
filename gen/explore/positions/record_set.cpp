// SPDX-License-Identifier: MIT
#include "record_set.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"
#include "../../../lib/programs/answers.hpp"
#include "../../../lib/splitmix64.hpp"
#include "../../../lib/thread_team.hpp"
#include "../../text_order.hpp"
#include "position_set.hpp"

namespace mexbase {

namespace {

template <std::size_t Width>
using FixedRecord = std::array<char, Width>;

struct RecordKey {
    template <std::size_t Width>
    std::uint64_t hash(const FixedRecord<Width>& record) const {
        std::uint64_t hash = 0;
        for (std::size_t at = 0; at < Width; at += sizeof hash) {
            std::uint64_t word = 0;
            std::memcpy(&word, record.data() + at, std::min(sizeof word, Width - at));
            hash = splitmix64(hash + word + 0x9e3779b97f4a7c15U);
        }
        return hash;
    }
    template <std::size_t Width>
    bool same(const FixedRecord<Width>& a, const FixedRecord<Width>& b) const {
        return std::memcmp(a.data(), b.data(), Width) == 0;  // inlined, unlike `==` of arrays
    }
};

/// Element that is sorted by its text. If two keys differ, the texts are in the order of the keys (`TextOrder::key`).
template <class What>
struct Keyed {
    std::uint64_t key;
    What what;
};

/// Collects the bytes that occur at each offset in the texts.
template <class TextOf>
TextOrder order_of(const RecordSet& set, unsigned threads, const TextOf& text) {
    std::vector<TextOrder> orders(threads);
    share_out(threads, threads, [&](unsigned, unsigned k) {
        for (std::uint64_t n = set.size() * k / threads; n < set.size() * (k + 1) / threads; ++n) {
            const std::string each = text(set[n]);
            check_position_text(each);
            orders[k].add(each);
        }
    });
    TextOrder order;
    for (const TextOrder& each : orders) order.add(each);
    order.finish();
    return order;
}

/// Computes the keys and sorts by text. Throws `Error{bad_file}` if two texts are equal.
template <class What, class TextOf>
void sort_by_texts(std::vector<Keyed<What>>& all, const TextOrder& order, unsigned threads, const TextOf& text_of) {
    const auto less = [&](const Keyed<What>& a, const Keyed<What>& b) {
        if (a.key != b.key || order.exact()) return a.key < b.key;
        return text_of(a.what) < text_of(b.what);
    };
    const auto begin_of = [&](unsigned part) {
        return all.begin() + static_cast<std::ptrdiff_t>(all.size() * part / threads);
    };
    share_out(threads, threads, [&](unsigned, unsigned k) {
        std::for_each(begin_of(k), begin_of(k + 1),
                      [&](Keyed<What>& each) { each.key = order.key(text_of(each.what)); });
    });
    // Partitions the elements among the threads first, so that the sorted parts need no merge.
    for (unsigned k = 1; k < threads; ++k) std::nth_element(begin_of(k - 1), begin_of(k), all.end(), less);
    share_out(threads, threads, [&](unsigned, unsigned k) { std::sort(begin_of(k), begin_of(k + 1), less); });
    for (std::size_t n = 1; n < all.size(); ++n)
        if (!less(all[n - 1], all[n]))
            throw Error(ErrorCode::bad_file, "two positions have the text " + in_quotes(text_of(all[n].what)));
}

template <std::size_t Width>
class FixedRecordSet final : public RecordSet {
  public:
    using Record = FixedRecord<Width>;

    std::uint64_t size() const override { return set_.size(); }
    std::string_view operator[](std::uint64_t number) const override { return view(set_[number]); }
    void find(const Records& records, std::uint32_t* numbers) const override { set_.find(all_of(records), numbers); }
    void add(const Records& records, std::uint32_t* numbers) override {
        set_.add(all_of(records));
        if (numbers != nullptr) find(records, numbers);
    }
    void drain(const std::function<void(std::string_view)>& take) override {
        set_.drain([&take](Record&& record) { take(view(record)); });
    }
    std::uint64_t bytes() const override {
        return set_.size() * std::max(sizeof(Keyed<Record>) + sizeof(Record), sizeof(Record) + 12);
    }
    std::vector<std::uint32_t> sort(unsigned threads,
                                    const std::function<std::string(std::string_view)>& text) override {
        const TextOrder order = order_of(*this, threads, text);
        std::vector<Keyed<Record>> all;
        all.reserve(static_cast<std::size_t>(set_.size()));
        set_.drain([&all](Record&& record) { all.push_back({0, record}); });
        sort_by_texts(all, order, threads, [&text](const Record& record) { return text(view(record)); });
        for (const Keyed<Record>& each : all) set_.append(each.what);
        all = std::vector<Keyed<Record>>();  // {} would keep the memory
        set_.index();
        return {};
    }

  private:
    static std::string_view view(const Record& record) { return {record.data(), Width}; }
    static std::span<const Record> all_of(const Records& records) {
        if (records.size() == 0) return {};
        // Records are contiguous, and an array of bytes needs no alignment.
        return {reinterpret_cast<const Record*>(records[0].data()), records.size()};
    }

    PositionSet<Record, RecordKey> set_{RecordKey()};
};

class AnyRecordSet final : public RecordSet {
  public:
    std::uint64_t size() const override { return names_.size(); }
    std::string_view operator[](std::uint64_t number) const override {
        return names_.text(static_cast<Vertex>(number));
    }
    void find(const Records& records, std::uint32_t* numbers) const override {
        for (std::size_t k = 0; k < records.size(); ++k) {
            const std::uint64_t found = names_.find(records[k]);
            numbers[k] = found == names_.size() ? none : static_cast<std::uint32_t>(found);
        }
    }
    void add(const Records& records, std::uint32_t* numbers) override {
        for (std::size_t k = 0; k < records.size(); ++k) {
            const std::uint32_t number = names_.add(records[k]).first;
            if (numbers != nullptr) numbers[k] = number;
        }
    }
    void drain(const std::function<void(std::string_view)>& take) override {
        for (std::uint64_t n = 0; n < size(); ++n) take((*this)[n]);
        names_ = VertexNames();
    }
    VertexNames take_names() override { return std::exchange(names_, VertexNames()); }
    std::uint64_t bytes() const override { return 2 * names_.bytes() + 24 * size(); }
    std::vector<std::uint32_t> sort(unsigned threads,
                                    const std::function<std::string(std::string_view)>& text) override {
        const auto text_of = [&](std::uint32_t number) { return text((*this)[number]); };
        std::vector<Keyed<std::uint32_t>> all;
        all.reserve(static_cast<std::size_t>(size()));
        for (std::uint64_t n = 0; n < size(); ++n) all.push_back({0, static_cast<std::uint32_t>(n)});
        sort_by_texts(all, order_of(*this, threads, text), threads, text_of);
        VertexNames sorted;
        std::vector<std::uint32_t> order;
        order.reserve(all.size());
        for (const auto& [key, number] : all) {
            sorted.add(names_.text(number));
            order.push_back(number);
        }
        names_ = std::move(sorted);
        return order;
    }

  private:
    VertexNames names_;
};

/// Makes a set of records of `width` bytes if `width` is in `record_widths`, which is searched from entry K on.
/// Otherwise makes a set of records of any length.
template <std::size_t K = 0>
std::unique_ptr<RecordSet> set_of_width(std::size_t width) {
    if constexpr (K == record_widths.size())
        return std::make_unique<AnyRecordSet>();
    else if (width == record_widths[K])
        return std::make_unique<FixedRecordSet<record_widths[K]>>();
    else
        return set_of_width<K + 1>(width);
}

}  // namespace

VertexNames RecordSet::take_names() {
    VertexNames names;
    drain([&names](std::string_view record) { names.add(record); });
    return names;
}

std::unique_ptr<RecordSet> record_set(std::size_t width) {
    return set_of_width(width);
}

}  // namespace mexbase

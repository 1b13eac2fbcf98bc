// SPDX-License-Identifier: MIT
// Finds the moves between positions in scratch files.
#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "../../../lib/error.hpp"
#include "../../../lib/splitmix64.hpp"
#include "../../../query/format/checksum.hpp"
#include "../../parallel_ordered.hpp"
#include "numbers.hpp"
#include "position_set.hpp"
#include "scratch_positions.hpp"

namespace mexbase {

namespace {

constexpr std::uint64_t source_block = 4096;  // positions expanded at once
constexpr std::size_t number_bytes = sizeof(std::uint32_t);

using Bytes = std::vector<std::byte>;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}
void put(Bytes& out, std::string_view record, std::size_t width) {
    if (width == 0) put_number(out, record.size());
    const auto bytes = bytes_of(record);
    out.insert(out.end(), bytes.begin(), bytes.end());
}
std::string_view take(std::span<const std::byte> bytes, std::size_t& at, std::size_t width) {
    const std::size_t length = width != 0 ? width : static_cast<std::size_t>(take_number(bytes, at));
    const std::string_view record(reinterpret_cast<const char*>(bytes.data()) + at, length);
    at += length;
    return record;
}
void put_fixed(Bytes& out, std::uint32_t number) {
    for (unsigned byte = 0; byte < number_bytes; ++byte) out.push_back(static_cast<std::byte>(number >> 8 * byte));
}
std::uint32_t take_fixed(std::span<const std::byte> bytes, std::size_t& at) {
    std::uint32_t number = 0;
    for (unsigned byte = 0; byte < number_bytes; ++byte)
        number |= std::to_integer<std::uint32_t>(bytes[at++]) << 8 * byte;
    return number;
}

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

std::uint64_t short_number(std::string_view record) {
    std::uint64_t number = 0;
    std::memcpy(reinterpret_cast<char*>(&number), record.data(), record.size());
    return number;
}
std::uint64_t hash_of(std::string_view record) {
    return record.size() <= word_bytes ? splitmix64(short_number(record) + 0x9e3779b97f4a7c15U)
                                       : checksum64(bytes_of(record));
}

/// Hash and comparison of positions of at most eight bytes, stored as numbers. `LongKey` is for longer positions.
struct ShortKey {
    using Position = std::uint64_t;
    static Position of(std::string_view record) { return short_number(record); }
    std::uint64_t hash(Position p) const { return splitmix64(p ^ 0xd1b54a32d192ed03U); }
    bool same(Position p, Position q) const { return p == q; }
};
struct LongKey {
    using Position = std::string_view;
    static Position of(std::string_view record) { return record; }
    std::uint64_t hash(Position p) const { return splitmix64(checksum64(bytes_of(p))); }
    bool same(Position p, Position q) const { return p == q; }
};

/// File of parts (byte strings of any length), in sequence.
class Parts {
  public:
    Parts(const std::string& folder, std::uint64_t memory) : bytes_(folder, memory) {}
    void add(std::span<const std::byte> part) {
        bytes_.append(part);
        ends_.push_back(bytes_.size());
    }
    std::span<const std::byte> read(std::uint64_t k, Bytes& room) const {
        const std::uint64_t begin = k == 0 ? 0 : ends_[k - 1];
        return bytes_.read(begin, static_cast<std::size_t>(ends_[k] - begin), room);
    }
    std::uint64_t size() const { return ends_.size(); }

  private:
    SpillingBytes bytes_;
    std::vector<std::uint64_t> ends_;
};

class MoveFinder {
  public:
    MoveFinder(RecordRules& rules, const SortBudget& budget, std::shared_ptr<const CodedRecords> records)
        : rules_(rules),
          budget_(budget),
          records_(std::move(records)),
          width_(rules.width()),
          blocks_((records_->size() + source_block - 1) / source_block),
          records_size_(records_->size()) {
        const std::uint64_t here = std::max<std::uint64_t>(budget_.memory / 2 / budget_.threads, 1 << 16);
        // Bytes of memory per position: the position itself, its number and its slots in the hash set.
        const bool is_short = width_ != 0 && width_ <= word_bytes;
        const std::uint64_t each = is_short ? 20 : 28 + (width_ != 0 ? width_ : usual_length());
        const std::uint64_t buckets = records_->size() * each / here + 1;
        if (buckets > most_buckets)
            throw Error(ErrorCode::out_of_memory,
                        "numbering " + std::to_string(records_->size()) + " positions needs " +
                            std::to_string((2 * budget_.threads * records_->size() * each / most_buckets >> 20) + 1) +
                            " MiB of memory");
        // A bucket has the positions and options whose hashes are in one range, and is stored in one file. The moves to
        // these positions, with numbers as targets, get another file later.
        for (std::uint64_t k = 0; k < buckets; ++k)
            partitioned_.push_back(std::make_unique<Parts>(budget_.folder, budget_.memory / 16 / buckets));
        resolved_.resize(partitioned_.size());
    }

    /// Step 1: distributes the positions of every block and their options to buckets, by their hash. Each block adds
    /// two parts to every bucket: first positions, then options.
    void partition(const std::vector<bool>& aside, CodedRecords& marks) {
        struct PartitionedMoves {
            std::vector<Bytes> positions, options;
            CodedRecords::Coder marks;
        };
        partizan_ = rules_.partizan();
        detail::parallel_ordered(
            blocks_, budget_.threads,
            [&](unsigned worker, std::uint64_t block) {
                PartitionedMoves partitioned{std::vector<Bytes>(partitioned_.size()),
                                             std::vector<Bytes>(partitioned_.size()), CodedRecords::Coder(marks)};
                const std::uint64_t first = block * source_block,
                                    last = std::min(first + source_block, records_->size());
                Records asked(width_);
                std::vector<std::uint32_t> rows;
                const std::string beyond(1, static_cast<char>(Board::beyond));
                for_each_record(first, last, [&](std::uint64_t number, std::string_view record) {
                    Bytes& part = partitioned.positions[bucket_of(record)];
                    put(part, record, width_);
                    put_fixed(part, static_cast<std::uint32_t>(number));
                    if (!aside.empty() && aside[static_cast<std::size_t>(number)]) return;
                    asked.add(record);
                    rows.push_back(static_cast<std::uint32_t>(number - first));
                });
                AskedRecords answers(width_);
                rules_.ask(worker, asked, std::nullopt, answers);
                deal_options(answers, rows, partitioned.options);
                std::size_t k = 0;
                for (std::uint32_t row = 0; row < last - first; ++row)
                    if (k < rows.size() && rows[k] == row)
                        partitioned.marks.add(std::string(1, static_cast<char>(answers.marks[k++])));
                    else
                        partitioned.marks.add(beyond);
                return partitioned;
            },
            [&](std::uint64_t, const PartitionedMoves& partitioned) {
                for (std::size_t k = 0; k < partitioned_.size(); ++k) {
                    partitioned_[k]->add(partitioned.positions[k]);
                    partitioned_[k]->add(partitioned.options[k]);
                }
                marks.take(partitioned.marks);
            });
        records_.reset();
    }
    /// Step 2: looks up the number of each option among the positions of its bucket (one range of hashes).
    void resolve() {
        detail::parallel_ordered(
            partitioned_.size(), budget_.threads,
            [&](unsigned, std::uint64_t k) {
                const auto bucket = std::move(partitioned_[static_cast<std::size_t>(k)]);
                return width_ != 0 && width_ <= word_bytes ? resolved<ShortKey>(*bucket) : resolved<LongKey>(*bucket);
            },
            [&](std::uint64_t k, std::unique_ptr<Parts>&& parts) {
                resolved_[static_cast<std::size_t>(k)] = std::move(parts);
            });
    }
    /// Step 3: gathers the moves of each block of positions from the files of all buckets (`resolved_`).
    void gather(std::uint64_t size, CodedRecords& rows) const {
        detail::parallel_ordered(
            blocks_, budget_.threads,
            [&](unsigned, std::uint64_t block) {
                return gathered(block, std::min(source_block, size - block * source_block), rows);
            },
            [&](std::uint64_t, const CodedRecords::Coder& coder) { rows.take(coder); });
    }

  private:
    static constexpr std::uint64_t most_buckets = 400;  // files open at once

    std::size_t bucket_of(std::string_view record) const {
        return static_cast<std::size_t>((hash_of(record) >> 32) * partitioned_.size() >> 32);
    }
    std::uint64_t usual_length() const {
        constexpr std::uint64_t samples = 16;
        Records some(width_);
        Bytes room;
        std::uint64_t bytes = 0, count = 0;
        for (std::uint64_t k = 0; k < samples; ++k) {
            some.clear();
            records_->read(records_->blocks() * k / samples, some, room);
            bytes += some.bytes();
            count += some.size();
        }
        return bytes / count;
    }
    template <class F>
    void for_each_record(std::uint64_t first, std::uint64_t last, const F& f) const {
        Records some(width_);
        Bytes room;
        for (std::uint64_t number = first; number < last;) {
            some.clear();
            records_->read(number / records_->block_size(), some, room);
            for (std::size_t k = 0; k < some.size() && number < last; ++k) f(number++, some[k]);
        }
    }
    void deal_options(const AskedRecords& answers, const std::vector<std::uint32_t>& rows,
                      std::vector<Bytes>& parts) const {
        std::vector<std::uint64_t> last(parts.size());
        std::size_t at = 0;
        for (std::size_t end = 0; end < answers.ends.size(); ++end)
            for (; at < answers.ends[end]; ++at) {
                // `source` is a number for the position and, in a partizan game, the player to move.
                const std::uint64_t row = rows[end / 2], source = partizan_ ? 2 * row + end % 2 : row;
                const std::string_view record = answers.options[at];
                const std::size_t bucket = bucket_of(record);
                put_number(parts[bucket], source - std::exchange(last[bucket], source));
                put(parts[bucket], record, width_);
            }
    }
    template <class Key>
    std::unique_ptr<Parts> resolved(const Parts& bucket) const {
        using Set = PositionSet<typename Key::Position, Key>;
        constexpr bool is_short = std::is_same_v<Key, ShortKey>;
        std::vector<std::uint32_t> numbers;
        numbers.reserve(static_cast<std::size_t>(records_size_ / partitioned_.size() * 9 / 8));
        Records all(width_);  // storage for records that the set only refers to
        Set set{Key()};
        Bytes room;
        for (std::uint64_t k = 0; k < bucket.size(); k += 2) {
            const auto part = bucket.read(k, room);
            for (std::size_t at = 0; at < part.size();) {
                const std::string_view record = take(part, at, width_);
                if constexpr (is_short)
                    set.append(Key::of(record));
                else
                    all.add(record);
                numbers.push_back(take_fixed(part, at));
            }
        }
        for (std::size_t k = 0; k < all.size(); ++k) set.append(Key::of(all[k]));
        set.index();
        auto out = std::make_unique<Parts>(budget_.folder, budget_.memory / 16 / partitioned_.size());
        std::vector<typename Key::Position> options;
        std::vector<std::uint64_t> steps;
        std::vector<std::uint32_t> found;
        Bytes moves;
        for (std::uint64_t k = 1; k < bucket.size(); k += 2) {
            const auto part = bucket.read(k, room);
            options.clear();
            steps.clear();
            moves.clear();
            for (std::size_t at = 0; at < part.size();) {
                steps.push_back(take_number(part, at));
                options.push_back(Key::of(take(part, at, width_)));
            }
            found.resize(options.size());
            set.find(options, found.data());
            for (std::size_t j = 0; j < found.size(); ++j) {
                if (found[j] == Set::none) throw_other_answers();
                put_number(moves, steps[j]);
                put_fixed(moves, numbers[found[j]]);
            }
            out->add(moves);
        }
        return out;
    }
    CodedRecords::Coder gathered(std::uint64_t block, std::uint64_t count, const CodedRecords& list) const {
        std::vector<std::uint64_t> moves;  // each is a source in the upper 32 bits and a target in the lower
        Bytes room;
        for (const auto& parts : resolved_) {
            const auto part = parts->read(block, room);
            std::uint64_t source = 0;
            for (std::size_t at = 0; at < part.size();) {
                source += take_number(part, at);
                moves.push_back(source << 32 | take_fixed(part, at));
            }
        }
        std::ranges::sort(moves);
        CodedRecords::Coder coder(list);
        Bytes row;
        std::size_t at = 0;
        const auto take_targets = [&](std::uint64_t source, std::vector<std::uint32_t>& targets) {
            targets.clear();
            for (; at < moves.size() && moves[at] >> 32 == source; ++at)
                targets.push_back(static_cast<std::uint32_t>(moves[at]));
        };
        std::vector<std::uint32_t> left, right;
        for (std::uint64_t k = 0; k < count; ++k) {
            take_targets(partizan_ ? 2 * k : k, left);
            if (partizan_) take_targets(2 * k + 1, right);
            coder.add(moves_row(left, right, partizan_, row));
        }
        return coder;
    }

    RecordRules& rules_;
    SortBudget budget_;
    std::shared_ptr<const CodedRecords> records_;
    std::size_t width_;
    std::uint64_t blocks_, records_size_;
    bool partizan_ = false;
    std::vector<std::unique_ptr<Parts>> partitioned_, resolved_;
};

}  // namespace

void find_moves(RecordRules& rules, const SortBudget& budget, std::shared_ptr<const CodedRecords> records,
                const std::vector<bool>& aside, CodedRecords& marks, CodedRecords& rows) {
    const std::uint64_t size = records->size();
    MoveFinder finder(rules, budget, std::move(records));
    finder.partition(aside, marks);
    finder.resolve();
    finder.gather(size, rows);
}

std::string_view moves_row(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, bool partizan,
                           std::vector<std::byte>& room) {
    room.clear();
    if (partizan) put_number(room, left.size());
    for (const auto& targets : {left, right}) {
        std::uint32_t last = 0;
        for (const std::uint32_t target : targets) put_number(room, target - std::exchange(last, target));
    }
    return {reinterpret_cast<const char*>(room.data()), room.size()};
}

void take_moves(std::string_view row, Player player, bool partizan, std::vector<std::uint32_t>& targets) {
    const auto bytes = bytes_of(row);
    std::size_t at = 0;
    std::uint64_t target = 0;
    const auto next = [&] { return static_cast<std::uint32_t>(target += take_number(bytes, at)); };
    if (partizan) {
        for (std::uint64_t left = take_number(bytes, at); left != 0; --left)
            if (const std::uint32_t to = next(); player == Player::left) targets.push_back(to);
        if (player == Player::left) return;
        target = 0;
    }
    while (at < bytes.size()) targets.push_back(next());
}

}  // namespace mexbase

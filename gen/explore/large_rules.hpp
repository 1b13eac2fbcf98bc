// SPDX-License-Identifier: MIT
/// \file
/// Explores games of up to hundreds of millions of positions, whose rules are two C++ functions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "check_canonical.hpp"
#include "explored.hpp"
#include "moves_by_rules.hpp"
#include "rules_answers.hpp"

namespace mexbase {

namespace detail {

/// Adapter that converts positions of rules `R` to records (byte strings). The record of a plain value is its bytes,
/// padded with zeros. The record of a string is the string. The record of any other position is its text; a map stores
/// the position of each text.
template <ExploredRules R>
class RecordsOfRules final : public RecordRules {
  public:
    using Position = typename R::Position;

    explicit RecordsOfRules(const R& rules) : rules_(rules), answers_(rules_) {}
    RecordsOfRules(const RecordsOfRules&) = delete;
    RecordsOfRules& operator=(const RecordsOfRules&) = delete;

    std::size_t width() const override { return is_plain ? record_width(sizeof(Position)) : 0; }
    bool is_text() const override { return !is_plain && !(is_string && shows_text<R>); }
    std::string_view needs_memory() const override {
        return is_plain || is_string
                   ? ""
                   : "scratch files cannot be used, because the positions are neither plain values nor strings";
    }
    bool partizan() const override { return answers_.partizan(); }
    Records starts() override {
        Records records(width());
        for (const Position& p : rules_.starts()) add(records, answers_.kept(p));
        return records;
    }
    void ask(unsigned, const Records& positions, std::optional<Player> player, AskedRecords& answers) override {
        for (std::size_t k = 0; k < positions.size(); ++k) {
            const Position p = position_of(positions[k]);
            answers.marks.push_back(answers_.mark(p));
            for (const Player each : {Player::left, Player::right}) {
                if (answers.marks.back() == Board::plain && (each == Player::left || partizan()) &&
                    (!player || !partizan() || each == *player))
                    answers_.for_each_option(p, each, [&](const Position& q) { add(answers.options, q); });
                answers.ends.push_back(static_cast<std::uint32_t>(answers.options.size()));
            }
        }
    }
    std::uint8_t mark(std::string_view position) override { return answers_.mark(position_of(position)); }
    std::string text(std::string_view position) const override { return answers_.text(position_of(position)); }

  private:
    static constexpr bool is_string = std::same_as<Position, std::string>;
    static constexpr bool is_plain =
        std::is_trivially_copyable_v<Position> && std::has_unique_object_representations_v<Position>;

    void add(Records& records, const Position& p) {
        if constexpr (is_plain) {
            std::array<char, std::max(record_width(sizeof p), sizeof p)> bytes{};
            std::memcpy(bytes.data(), &p, sizeof p);
            records.add({bytes.data(), bytes.size()});
        } else if constexpr (is_string) {
            records.add(p);
        } else {
            std::string text = answers_.text(p);
            records.add(text);
            const std::scoped_lock lock(mutex_);
            positions_.try_emplace(std::move(text), p);
        }
    }
    Position position_of(std::string_view record) const {
        if constexpr (is_plain) {
            std::array<char, sizeof(Position)> bytes;
            std::copy_n(record.begin(), bytes.size(), bytes.begin());
            return std::bit_cast<Position>(bytes);
        } else if constexpr (is_string) {
            return Position(record);
        } else {
            const std::scoped_lock lock(mutex_);
            const auto found = positions_.find(std::string(record));
            if (found == positions_.end()) throw_other_answers();
            return found->second;
        }
    }

    const R rules_;
    RulesAnswers<R> answers_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Position> positions_;  // by text; empty if positions are plain values or strings
};

}  // namespace detail

/// Explores a game from its rules, up to hundreds of millions of positions.
///
/// `R::Position` should be a plain value without padding: then a position takes its own bytes and 8 more. A string is
/// stored unchanged. Any other position is stored by its text, which is made at every lookup. If plain values or
/// strings exceed the memory, they can go to scratch files. The options of each position are generated about four times
/// in memory, or two or three times with scratch files.
///
/// Throws `Error{out_of_memory}` if there are too many positions, or if memory is exceeded without a scratch folder.
/// Throws `Error{bad_file}` and `Error{verification_failed}` for faulty rules, and `Error{io}`.
template <ExploredRules R>
Explored explore_large(const R& rules, const LargeOptions& options = {}) {
    sample_rules(rules);
    return explore_records(std::make_shared<detail::RecordsOfRules<R>>(rules), options);
}

}  // namespace mexbase

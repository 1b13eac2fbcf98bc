// SPDX-License-Identifier: MIT
/// \file
/// Tables in which errors are planted, with the expected results.
#pragma once

#include <set>

#include "planted_errors.hpp"
#include "value_tables.hpp"

namespace mexbase::test::planted {

struct Case {
    const char* name;
    std::string spec;
    ValueKind kind = ValueKind::outcome;
    Play play = Play::normal;
    bool apart = true;  // separate outcomes and remotenesses, or else results

    friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

inline std::vector<Case> cases() {
    const auto board = [](const char* family, const char* file) {
        return std::string(family) + ":" + data_board(file);
    };
    using enum ValueKind;
    return {{"indices_past_the_admitted", "square-but-one:max=40"},
            {"misere", "nim:piles=2,max=5", outcome, Play::misere},
            {"cut_off", "put-or-take-a-square:max=60,bound=60"},
            {"results", "square-but-one:max=40", outcome, Play::normal, false},
            {"results_cut_off", "put-or-take-a-square:max=60,bound=60", outcome, Play::normal, false},
            {"marks", board("graph", "bounded.dot")},
            {"home", board("horsefly", "horsefly.dot")},
            {"loop_free_nimbers", "wythoff:max=5", nimber},
            {"sums", "grundy:max=40", nimber},
            {"named_board", "go-cut:board=path-4", nimber},
            {"period", "octal:code=0.3,max=30", nimber},
            {"loopy_nimbers", board("graph", "nims-island.dot"), nimber},
            {"counters", "square-but-one:max=40", nimber},
            {"races", board("horsefly", "horsefly.dot"), nimber},
            {"obliged", "knight:size=5", obliged},
            {"obliged_period", "octal:code=0.07,max=60", obliged},
            {"owners", board("graph", "tidewater.dot"), partizan_outcome},
            {"loop_free_results", "cutthroat:board=star-3", partizan_outcome, Play::misere},
            {"canonical", "cutthroat:board=star-3", canonical},
            {"canonical_with_holes", "nogo:board=path-4", canonical}};
}

inline JobOptions job(ValueKind kind, Play play, bool apart = true) {
    JobOptions options = job_of(kind, 1, play);
    options.apart = apart;
    return options;
}

/// Returns true if a table made anew from this table's spec is equal to it, and its period holds far past its end.
/// `spec` names the board file of the right table.
inline bool tells_the_truth(const Bytes& file, const TableInfo& right, const std::string& spec) {
    const Table table = Table::from_memory(view_of(file)).value();
    const TableInfo& info = table.info();
    const Judge made(text_of(make_table_bytes(info.spec == right.spec ? spec : info.spec, job(info.value, info.play))));
    TableInfo without = info;
    without.period = made.table().info().period;
    Parts parts(file);
    parts.find(format::info_section)->bytes = text_of(format::encode_info(without));
    if (made.of(parts.file()) != Fate::no_change) return false;
    if (!info.period || info.period == without.period) return true;
    const auto at = info.spec.find("max=") + 4;
    const std::string longer = info.period->proven
                                   ? info.spec.substr(0, at) + std::to_string(10 * std::stoul(info.spec.substr(at)))
                                   : info.spec;
    const auto values = all_values(Table::from_memory(make_table_bytes(longer, job(info.value, info.play))).value());
    for (Index i = info.period->preperiod; i + info.period->period < values.size(); ++i) {
        Value value = values[i];
        value.nimber.nimber += info.period->saltus;
        if (!(value == values[i + info.period->period])) return false;
    }
    return true;
}

/// Fixture for one table: changes that must be refused, and changes that may be accepted.
class PlantedErrors : public ::testing::TestWithParam<Case> {
  protected:
    PlantedErrors()
        : judge_(text_of(make_table_bytes(GetParam().spec, job(GetParam().kind, GetParam().play, GetParam().apart)))),
          right_(judge_.right()) {}

    ~PlantedErrors() override { EXPECT_GT(refused_, 0); }

    /// Expects a refusal, unless all statements of the table are true.
    void plant(const Bytes& file, const std::string& what) { expect(file, what, false); }
    void plant(const Parts& parts, const std::string& what) { plant(parts.file(), what); }
    /// Accepts also the right table in another encoding.
    void plant_or_vary(const Bytes& file, const std::string& what) { expect(file, what, true); }

    /// As `plant`, with a section changed by `change(bytes)`.
    template <class Change>
    void plant_in(std::uint32_t type, const std::string& what, Change change) {
        Parts parts(right_);
        change(parts.find(type)->bytes);
        plant(parts, what);
    }

    const Judge judge_;
    const Bytes& right_;

  private:
    void expect(const Bytes& file, const std::string& what, bool may_vary) {
        if (file == right_) return;
        const Fate fate = judge_.of(file);
        refused_ += fate == Fate::refused ? 1 : 0;
        if (fate == Fate::refused || (may_vary && fate == Fate::no_change)) return;
        EXPECT_TRUE(fate == Fate::taken && tells_the_truth(file, judge_.table().info(), GetParam().spec)) << what;
    }

    int refused_ = 0;
};

/// Returns the replacements of a byte.
inline std::set<unsigned char> instead_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    std::set<unsigned char> others;
    for (const unsigned other : {0U, 1U, 0xffU, byte ^ 1U, byte ^ 0x80U, byte + 1U, byte - 1U, byte ^ 0x14U})
        others.insert(static_cast<unsigned char>(other));
    others.erase(byte);
    return others;
}

}  // namespace mexbase::test::planted

// SPDX-License-Identifier: MIT
// Errors planted in every field of every section of tables of every kind, with right checksums: none is accepted. For
// streams and lists of values see planted_streams_test.cpp.
#include "planted_cases.hpp"

namespace mexbase::test::planted_errors_test {

using namespace planted;

TEST_P(PlantedErrors, InBytesOfSectionsThatAreNoStreamsAreFound) {
    const Parts parts(right_);
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        const by_hand::Section& section = parts.sections[s];
        if (is_stream(section.type)) continue;
        // Readers ignore the flags of known fields. The theorem of a period is optional.
        std::set<std::size_t> ignored;
        if (section.type == format::info_section)
            for (std::size_t at = 0; at < section.bytes.size();) {
                ignored.insert({at + 2, at + 3});
                if (detail::load<std::uint16_t>(view_of(section.bytes).data() + at) == format::tag_theorem)
                    ignored.insert({at, at + 1});
                at += 8 + detail::load<std::uint32_t>(view_of(section.bytes).data() + at + 4);
            }
        for (std::size_t at = 0; at < section.bytes.size(); ++at)
            for (const unsigned char other : instead_of(section.bytes[at])) {
                Parts bad = parts;
                bad.sections[s].bytes[at] = static_cast<char>(other);
                const std::string what = "section " + std::to_string(section.type) + " byte " + std::to_string(at) +
                                         ": " + std::to_string(other);
                ignored.contains(at) ? plant_or_vary(bad.file(), what) : plant(bad, what);
            }
        for (const Bytes& more : {Bytes(1, '\0'), Bytes("\1")}) {
            Parts bad = parts;
            bad.sections[s].bytes += more;
            plant(bad, "section " + std::to_string(section.type) + " with a byte more");
            bad.sections[s].bytes = section.bytes.substr(0, section.bytes.size() - 1);
            plant(bad, "section " + std::to_string(section.type) + " with a byte less");
        }
    }
}

/// Fields of an info section, with functions that parse and write it.
struct Field {
    int tag, flags;
    Bytes content;
};

std::vector<Field> fields_of(const Bytes& info) {
    std::vector<Field> fields;
    detail::ByteReader reader(view_of(info), "a test");
    while (reader.left() != 0) {
        const int tag = reader.get<std::uint16_t>(), flags = reader.get<std::uint16_t>();
        fields.push_back({tag, flags, reader.take_text(reader.get<std::uint32_t>())});
    }
    return fields;
}

Bytes section_of(const std::vector<Field>& fields) {
    Bytes all;
    for (const Field& field : fields) all += by_hand::field(field.tag, field.flags, field.content);
    return all;
}

std::vector<std::uint64_t> numbers_in(const Bytes& content) {
    std::vector<std::uint64_t> numbers;
    detail::ByteReader reader(view_of(content), "a test");
    while (reader.left() != 0) numbers.push_back(reader.get_varint());
    return numbers;
}

Bytes varints(const std::vector<std::uint64_t>& numbers) {
    Bytes all;
    for (const std::uint64_t n : numbers) all += by_hand::varint(n);
    return all;
}

TEST_P(PlantedErrors, InFieldsOfTheInfoAreFound) {
    const auto fields = fields_of(Parts(right_).find(format::info_section)->bytes);
    const auto plant_fields = [&](const std::vector<Field>& changed, const std::string& what) {
        plant_in(format::info_section, what, [&](Bytes& bytes) { bytes = section_of(changed); });
    };
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::string name = "tag " + std::to_string(fields[f].tag);
        auto changed = fields;
        changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(f));
        // A period and its theorem are optional for a reader that has the rules.
        const bool optional = fields[f].tag == format::tag_period || fields[f].tag == format::tag_theorem;
        if (!optional) plant_fields(changed, name + " left out");
        changed = fields;
        changed.push_back(fields[f]);
        plant_fields(changed, name + " twice");
        for (int tag = 0; tag < 20; ++tag) {
            changed = fields;
            changed[f].tag = tag;
            for (const int flags : {0, 1}) {
                changed[f].flags = flags;
                if (tag != fields[f].tag && !optional) plant_fields(changed, name + " as tag " + std::to_string(tag));
            }
        }
        if (fields[f].tag == format::tag_spec) continue;
        const auto numbers = numbers_in(fields[f].content);
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            const std::uint64_t old = numbers[n];
            for (const std::uint64_t other :
                 {std::uint64_t{0}, std::uint64_t{1}, old + 1, old - 1, old + 2, 2 * old, std::uint64_t{1} << 12,
                  std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
                if (other == old) continue;
                auto lie = numbers;
                lie[n] = other;
                changed = fields;
                changed[f].content = varints(lie);
                plant_fields(changed, name + " number " + std::to_string(n) + ": " + std::to_string(other));
            }
        }
        for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{1}}) {
            changed = fields;
            changed[f].content += by_hand::varint(more);
            plant_fields(changed, name + " with a number more");
        }
    }
    // Fields that this table must not have.
    for (int tag = format::tag_longest_remoteness; tag <= format::tag_value_counts; ++tag) {
        if (std::ranges::find(fields, tag, &Field::tag) != fields.end()) continue;
        for (const Bytes& content :
             {Bytes(), Bytes(1, '\0'), Bytes("\1"), Bytes("\x50"), Bytes(4, '\0'), Bytes(9, '\0')}) {
            auto changed = fields;
            changed.push_back({tag, 1, content});
            plant_fields(changed, "tag " + std::to_string(tag) + " added");
        }
    }
}

TEST_P(PlantedErrors, InTheSpecAreFound) {
    const auto fields = fields_of(Parts(right_).find(format::info_section)->bytes);
    ASSERT_EQ(fields.front().tag, format::tag_spec);
    const Bytes& spec = fields.front().content;
    const auto plant_spec = [&](const Bytes& other, bool printable) {
        auto changed = fields;
        changed.front().content = other;
        Parts parts(right_);
        parts.find(format::info_section)->bytes = section_of(changed);
        plant(parts, other);
        if (printable) return;
        EXPECT_EQ(Table::from_memory(view_of(parts.file())).error().code, ErrorCode::corrupt) << other;
    };
    for (const char* other : {"", ":", "x", "=", "nim", "nim:", "nim:piles", "nim:piles=2,", "nim:=2", "octal:max=3"})
        plant_spec(other, true);
    for (std::size_t at = 0; at <= spec.size(); ++at) {
        for (const Bytes& bad : {Bytes(1, '\0'), Bytes("\n"), Bytes("\x1b"), Bytes("\x7f"), Bytes("\xc2\x9b"),
                                 Bytes("\xff"), Bytes("\xc3"), Bytes("\xed\xa0\x80")})
            plant_spec(spec.substr(0, at) + bad + spec.substr(at), false);
        for (const Bytes& other : {Bytes("0"), Bytes("1"), Bytes(","), Bytes("="), Bytes(":"), Bytes("-"), Bytes("é")})
            plant_spec(spec.substr(0, at) + other + spec.substr(at), true);
        if (at == spec.size()) continue;
        plant_spec(spec.substr(0, at) + spec.substr(at + 1), true);
        for (const unsigned char other : instead_of(spec[at]))
            plant_spec(spec.substr(0, at) + static_cast<char>(other) + spec.substr(at + 1), true);
    }
}

/// Description and histogram of a table, changed together.
struct Description {
    TableInfo info;
    RemotenessHistogram histogram;

    /// Makes the derived fields agree with the others.
    void settle() {
        while (!info.nimbers.empty() && info.nimbers.back() == 0) info.nimbers.pop_back();
        if (info.value == ValueKind::nimber) {
            info.largest_nimber.reset();
            if (!info.nimbers.empty()) info.largest_nimber = info.nimbers.size() - 1;
        }
        if (info.value != ValueKind::outcome) return;
        while (!histogram.empty() && histogram.back() == std::array<std::uint64_t, 3>{}) histogram.pop_back();
        info.longest_remoteness.reset();
        if (!histogram.empty()) info.longest_remoteness = histogram.size() - 1;
        const Outcome columns[] = {Outcome::loss, Outcome::win, Outcome::tie};
        for (std::size_t c = 0; c < 3; ++c) {
            std::uint64_t& sum = info.outcomes[static_cast<std::size_t>(columns[c])];
            sum = 0;
            for (const auto& row : histogram) sum += row[c];
        }
    }
    /// Returns the counters of positions, which the test changes one by one.
    std::vector<std::uint64_t*> counts() {
        std::vector<std::uint64_t*> all;
        const auto add = [&all](auto& list) {
            for (std::uint64_t& n : list) all.push_back(&n);
        };
        if (info.value == ValueKind::nimber) {
            info.nimbers.push_back(0);
            all.push_back(&info.infinite);
            add(info.nimbers);
        }
        if (info.value == ValueKind::obliged) add(info.obliged);
        if (info.value == ValueKind::partizan_outcome) add(info.partizan);
        if (info.value == ValueKind::canonical) add(info.classes);
        if (info.value != ValueKind::outcome) return all;
        for (const Outcome o : {Outcome::draw, Outcome::unknown})
            all.push_back(&info.outcomes[static_cast<std::size_t>(o)]);
        histogram.push_back({});
        for (auto& row : histogram) add(row);
        return all;
    }
};

// Wrong counts with the right sum: a position counted in the wrong place, or not at all, consistently everywhere.
TEST_P(PlantedErrors, InCountsThatAgreeWithEachOtherAreFound) {
    const Description right{judge_.table().info(), judge_.table().remoteness_histogram().value()};
    const auto plant_description = [&](Description lie, const std::string& what) {
        lie.settle();
        Parts parts(right_);
        parts.find(format::info_section)->bytes = text_of(format::encode_info(lie.info));
        by_hand::Section* histogram = parts.find(format::histogram_section);
        if (histogram != nullptr && lie.histogram.empty())
            parts.sections.erase(parts.sections.begin() + (histogram - parts.sections.data()));
        else if (histogram != nullptr)
            histogram->bytes = text_of(format::encode_histogram(lie.histogram));
        else if (!lie.histogram.empty())
            parts.sections.push_back({format::histogram_section, 0, text_of(format::encode_histogram(lie.histogram))});
        plant(parts, what);
    };
    Description counted = right;
    const std::size_t places = counted.counts().size();
    for (std::size_t from = 0; from < places; ++from) {
        for (std::size_t to = 0; to < places; ++to) {
            Description lie = right;
            const auto counts = lie.counts();
            if (from == to || *counts[from] == 0) continue;
            --*counts[from];
            ++*counts[to];
            plant_description(lie, "a position moved from " + std::to_string(from) + " to " + std::to_string(to));
        }
        for (const std::uint64_t more : {std::uint64_t{1}, ~std::uint64_t{0}}) {
            Description lie = right;
            *lie.counts()[from] += more;
            lie.info.positions += more;
            plant_description(lie, "a position more or less at " + std::to_string(from));
        }
    }
    Description lie = right;
    lie.info.play = right.info.play == Play::normal ? Play::misere : Play::normal;
    plant_description(lie, "the other play");
    lie = right;
    lie.info.remoteness_exact = !right.info.remoteness_exact;
    plant_description(lie, "the other claim of exactness");
}

TEST_P(PlantedErrors, InTheListOfSectionsAreFound) {
    const Parts parts(right_);
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        const std::string name = "section " + std::to_string(parts.sections[s].type);
        Parts bad = parts;
        bad.sections.erase(bad.sections.begin() + static_cast<std::ptrdiff_t>(s));
        plant(bad, name + " left out");
        bad = parts;
        bad.sections.push_back(parts.sections[s]);
        plant(bad, name + " twice");
        for (const std::uint32_t flags : {0U, 1U, 2U, 0xffffffffU}) {
            bad = parts;
            bad.sections[s].flags = flags;
            plant_or_vary(bad.file(), name + " with other flags");  // used by readers that do not know the section
            for (std::uint32_t type = 0; type < 0x300; type += type == 0x10 ? 0xf0 : type == 0x110 ? 0xf0 : 1) {
                bad.sections[s].type = type;
                if (type != parts.sections[s].type && type < 0x220) plant(bad, name + " as " + std::to_string(type));
            }
        }
    }
    for (int minor = 0; minor < 4; ++minor) {
        Parts bad = parts;
        bad.minor = minor;
        const std::string what = "version 1." + std::to_string(minor);
        // A later version than needed is allowed.
        minor > parts.minor || GetParam().kind == ValueKind::outcome ? plant_or_vary(bad.file(), what)
                                                                     : plant(bad, what);
    }
    Parts with_small = parts;
    with_small.minor = 1;
    if (std::ranges::any_of(parts.sections, [](const auto& s) { return is_small(s.type); }))
        plant(with_small, "small streams before their time");
}

INSTANTIATE_TEST_SUITE_P(Tables, PlantedErrors, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace mexbase::test::planted_errors_test

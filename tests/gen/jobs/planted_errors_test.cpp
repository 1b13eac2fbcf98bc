// Errors planted in every field of every section of tables of every kind, with all checksums right: none passes.
#include "planted_errors.hpp"

#include <algorithm>
#include <set>

#include "lib/rules/spec.hpp"
#include "value_tables.hpp"

namespace mexbase::test {
namespace planted_errors_test {

struct Case {
    const char* name;
    std::string spec;
    ValueKind kind = ValueKind::outcome;
    Play play = Play::normal;
};

std::vector<Case> cases() {
    const auto board = [](const char* family, const char* file) {
        return std::string(family) + ":" + data_board(file);
    };
    using enum ValueKind;
    return {{"indices_past_the_admitted", "square-but-one:max=40"},
            {"misere", "nim:piles=2,max=5", outcome, Play::misere},
            {"cut_off", "put-or-take-a-square:max=60,bound=60"},
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

JobOptions job(ValueKind kind, Play play) {
    JobOptions options = job_of(kind, 1);
    options.play = play;
    return options;
}

/// Whether a table that was made anew from what this one says it is says the same, and its period holds far beyond it.
/// `spec` names the board of the right table by its file.
bool tells_the_truth(const Bytes& file, const TableInfo& right, const std::string& spec) {
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

class PlantedErrors : public ::testing::TestWithParam<Case> {
  protected:
    PlantedErrors()
        : judge_(text_of(make_table_bytes(GetParam().spec, job(GetParam().kind, GetParam().play)))),
          right_(judge_.right()) {}

    ~PlantedErrors() override { EXPECT_GT(refused_, 0); }

    /// A table that must be refused, unless all that it says is true.
    void plant(const Bytes& file, const std::string& what) { expect(file, what, false); }
    void plant(const Parts& parts, const std::string& what) { plant(parts.file(), what); }
    /// A table that may also be the right one, written in another way.
    void plant_or_vary(const Bytes& file, const std::string& what) { expect(file, what, true); }

    /// The same with other contents of a section, changed by `change(bytes)`.
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

/// What a byte is replaced by.
std::set<unsigned char> instead_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    std::set<unsigned char> others;
    for (const unsigned other : {0U, 1U, 0xffU, byte ^ 1U, byte ^ 0x80U, byte + 1U, byte - 1U, byte ^ 0x14U})
        others.insert(static_cast<unsigned char>(other));
    others.erase(byte);
    return others;
}

TEST_P(PlantedErrors, InBytesOfSectionsThatAreNoStreams) {
    const Parts parts(right_);
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        const by_hand::Section& section = parts.sections[s];
        if (is_stream(section.type)) continue;
        std::set<std::size_t> ignored;  // flags of fields: no reader asks for them where it knows the field
        if (section.type == format::info_section)
            for (std::size_t at = 0; at < section.bytes.size();) {
                ignored.insert({at + 2, at + 3});
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

/// The fields of an info section, and the section of such fields.
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

TEST_P(PlantedErrors, InFieldsOfTheInfo) {
    const auto fields = fields_of(Parts(right_).find(format::info_section)->bytes);
    const auto plant_fields = [&](const std::vector<Field>& changed, const std::string& what) {
        plant_in(format::info_section, what, [&](Bytes& bytes) { bytes = section_of(changed); });
    };
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::string name = "tag " + std::to_string(fields[f].tag);
        auto changed = fields;
        changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(f));
        // Nobody needs to claim a period.
        if (fields[f].tag != format::tag_period) plant_fields(changed, name + " left out");
        changed = fields;
        changed.push_back(fields[f]);
        plant_fields(changed, name + " twice");
        for (int tag = 0; tag < 20; ++tag) {
            changed = fields;
            changed[f].tag = tag;
            for (const int flags : {0, 1}) {
                changed[f].flags = flags;
                if (tag != fields[f].tag && fields[f].tag != format::tag_period)
                    plant_fields(changed, name + " as tag " + std::to_string(tag));
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
        for (const std::uint64_t more : {0, 1}) {
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

TEST_P(PlantedErrors, InTheSpec) {
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

/// The description and the histogram of a table, changed together.
struct Description {
    TableInfo info;
    RemotenessHistogram histogram;

    /// Makes what follows from the rest agree with it.
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
    /// Where the positions are counted, one by one: each is moved, or left out.
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

// Lies that no sum betrays: a position counted where another one belongs, or not at all, everywhere alike.
TEST_P(PlantedErrors, InCountsThatAgreeWithEachOther) {
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

TEST_P(PlantedErrors, InTheListOfSections) {
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
            plant_or_vary(bad.file(), name + " with other flags");  // they tell those who do not know the section
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
        // A later version than is needed may be named.
        minor > parts.minor || GetParam().kind == ValueKind::outcome ? plant_or_vary(bad.file(), what)
                                                                     : plant(bad, what);
    }
    Parts with_small = parts;
    with_small.minor = 1;
    if (std::ranges::any_of(parts.sections, [](const auto& s) { return is_small(s.type); }))
        plant(with_small, "small streams before their time");
}

// Streams can be written in many ways, and hold anything where they mean nothing: what is taken must be the right
// table.
TEST_P(PlantedErrors, InBytesOfSmallStreams) {
    for (const Bytes& file : {right_, plainly_stored(right_, true)}) {
        const Parts parts(file);
        ASSERT_NE(judge_.of(file), Fate::refused);
        for (std::size_t s = 0; s < parts.sections.size(); ++s) {
            const by_hand::Section& section = parts.sections[s];
            if (!is_small(section.type)) continue;
            for (std::size_t at = 0; at < section.bytes.size(); ++at)
                for (const unsigned char other : instead_of(section.bytes[at])) {
                    Parts bad = parts;
                    bad.sections[s].bytes[at] = static_cast<char>(other);
                    plant_or_vary(bad.file(), "stream " + std::to_string(section.type) + " byte " + std::to_string(at) +
                                                  ": " + std::to_string(other));
                }
        }
    }
}

/// Makes the checksums within a stream's section right again: of its blocks, its directory and its dictionary, which
/// lie where `header` has them.
void seal(Bytes& section, const format::StreamHeader& header) {
    const auto put = [&section](std::size_t at, std::uint64_t number, int bytes) {
        section.replace(at, static_cast<std::size_t>(bytes), by_hand::number(number, bytes));
    };
    const auto get = [&section](std::size_t at, std::size_t bytes) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            number |= std::uint64_t{static_cast<unsigned char>(section[at + i])} << (8 * i);
        return number;
    };
    const std::size_t directory = header.encoded_bytes(), dictionary = directory + header.directory_bytes();
    if (header.dictionary_length != 0)
        put(40, by_hand::checksum(section.substr(dictionary, header.dictionary_length)), 8);
    for (std::uint64_t s = 0; s < header.superblocks(); ++s) {
        const std::size_t record = directory + s * header.record_bytes();
        std::size_t at = dictionary + header.dictionary_length + get(record + 4, 8);
        for (std::uint64_t b = 0; b < header.superblock(); ++b) {
            const std::size_t length = get(record + 12 + 2 * b, 2);
            if (length != 0 && at < section.size())
                put(record + 12 + 2 * header.superblock() + 4 * b,
                    by_hand::checksum(section.substr(at, length)) & 0xffffffff, 4);
            at += length;
        }
        put(record, by_hand::checksum(section.substr(record + 4, header.record_bytes() - 4), s) & 0xffffffff, 4);
    }
}

TEST_P(PlantedErrors, InBytesOfStreamsWithADirectory) {
    const Bytes file = plainly_stored(right_, false);
    const Parts parts(file);
    ASSERT_EQ(judge_.of(file), Fate::no_change);
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        const by_hand::Section& section = parts.sections[s];
        if (!is_stream(section.type)) continue;
        const format::StreamHeader header = header_of(section);
        for (std::size_t at = 0; at < section.bytes.size(); ++at)
            for (const unsigned char other : instead_of(section.bytes[at])) {
                Parts bad = parts;
                Bytes& bytes = bad.sections[s].bytes;
                bytes[at] = static_cast<char>(other);
                if (at >= header.encoded_bytes()) seal(bytes, header);
                plant_or_vary(bad.file(), "stream " + std::to_string(section.type) + " byte " + std::to_string(at) +
                                              ": " + std::to_string(other));
            }
    }
}

// The same of blocks that are packed with every codec, and with a dictionary where the table is large enough for one.
TEST(PlantedErrorsInPackedBlocks, AreFound) {
    const struct {
        const char* spec;
        Codec codec;
        bool dictionary;
        int rounds;
    } packings[] = {{"wythoff:max=63", Codec::raw, false, 300},
                    {"wythoff:max=63", Codec::palette, false, 300},
                    {"wythoff:max=63", Codec::zstd, false, 300},
                    {"nim:piles=3,max=40", Codec::zstd, true, 60}};
    int refused = 0;
    std::mt19937_64 random(1);
    for (const auto& packing : packings) {
        const Judge judge(text_of(make_table_bytes(packing.spec, job(ValueKind::nimber, Play::normal))));
        const auto numbers = numbers_of(Parts(judge.right()).sections.back());
        TableContents contents;
        contents.info = judge.table().info();
        contents.streams.push_back({StreamKind::nimber, [&numbers](Index first, std::span<std::uint32_t> out) {
                                        for (std::uint32_t& n : out) n = static_cast<std::uint32_t>(numbers[first++]);
                                    }});
        EncodeOptions options;
        options.codec = packing.codec;
        options.block_log2 = 6;
        MemorySink sink;
        write_table(sink, contents, options);
        const Parts parts(text_of(sink.take()));
        const by_hand::Section& section = parts.sections.back();
        const format::StreamHeader header = header_of(section);
        ASSERT_EQ(header.codec, packing.codec);
        ASSERT_EQ(header.dictionary_length != 0, packing.dictionary);
        const std::size_t dictionary = header.encoded_bytes() + header.directory_bytes();
        for (int round = 0; round < packing.rounds; ++round) {
            const std::size_t at = packing.dictionary ? dictionary + random() % header.dictionary_length
                                   : round < 60       ? static_cast<std::size_t>(round) % header.encoded_bytes()
                                                      : random() % section.bytes.size();
            Parts bad = parts;
            Bytes& bytes = bad.sections.back().bytes;
            bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
            if (at >= header.encoded_bytes()) seal(bytes, header);
            const Fate fate = judge.of(bad.file());
            EXPECT_NE(fate, Fate::taken) << packing.spec << ' ' << to_string(packing.codec) << " byte " << at;
            refused += fate == Fate::refused ? 1 : 0;
        }
    }
    EXPECT_GT(refused, 600);
}

// Every number of every stream, one at a time; the header goes on to tell what it did.
TEST_P(PlantedErrors, InNumbersOfStreams) {
    Parts parts(plainly_stored(right_, true));
    for (std::size_t s = 0; s < parts.sections.size(); ++s) {
        if (!is_stream(parts.sections[s].type)) continue;
        const format::StreamHeader header = header_of(parts.sections[s]);
        const auto right = numbers_of(parts.sections[s]);
        const std::uint64_t greatest = *std::ranges::max_element(right);
        for (std::size_t i = 0; i < right.size(); ++i)
            for (const std::uint64_t other : std::set<std::uint64_t>{0, 1, right[i] + 1, right[i] - 1, right[i] + 2,
                                                                     right[i] ^ 1, greatest, greatest + 1}) {
                if (other == right[i] || other > greatest + 2) continue;
                auto wrong = right;
                wrong[i] = other;
                Parts bad = parts;
                bad.sections[s] =
                    plain_stream(static_cast<int>(header.kind), (header.flags & format::flag_parity) != 0, true, wrong);
                plant_or_vary(bad.file(), std::string(to_string(header.kind)) + " of index " + std::to_string(i) +
                                              ": " + std::to_string(other));
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, PlantedErrors, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

// A list of partizan values holds what positions are worth and what that is made of; no reader looks for the rest.
TEST(PlantedValues, ThatNoPositionHasAreFound) {
    const Judge judge(text_of(make_table_bytes("cutthroat:board=star-3", job(ValueKind::canonical, Play::normal))));
    Parts parts(judge.right());
    const GameList right = format::parse_values(view_of(parts.find(format::values_section)->bytes));
    int read = 0;
    for (std::uint32_t option = 0; option < right.games.size(); ++option) {
        GameList list = right;
        list.games.push_back({list.options.size(), 1, 0, GameList::none});
        list.options.push_back(option);
        parts.find(format::values_section)->bytes = text_of(format::encode_values(list));
        const Bytes file = parts.file();
        EXPECT_EQ(judge.of(file), Fate::refused) << option;
        read += Table::from_memory(view_of(file))->check() ? 1 : 0;
    }
    EXPECT_GT(read, 0);
}

// Values of a kind that a game does not have, though they are consistent: nimbers and canonical forms of what is known
// within a bound only.
TEST(PlantedValues, OfACutOffGameDoNotAddUp) {
    const Board::Arc arcs[] = {{0, 1}, {0, 2}};
    for (const bool partizan : {false, true}) {
        const std::uint8_t owners[] = {Board::left, Board::left};
        const Board board(true, {"a", "b", "c"}, arcs, {Board::plain, Board::plain, Board::beyond},
                          partizan ? std::span<const std::uint8_t>(owners) : std::span<const std::uint8_t>());
        TableContents contents;
        contents.info.spec = "graph:file=" + board_reference(board);
        contents.info.value = partizan ? ValueKind::canonical : ValueKind::nimber;
        contents.info.indices = contents.info.admitted = 3;
        contents.board = &board;
        GameList list;  // 0 and {0 | }, which is 1
        list.games = {{0, 0, 0, 0}, {0, 1, 0, GameList::none}};
        list.options = {0};
        if (partizan) contents.values = &list;
        contents.streams.push_back(
            {partizan ? StreamKind::game_value : StreamKind::nimber,
             [partizan](Index first, std::span<std::uint32_t> out) {
                 const std::uint32_t values[] = {partizan ? 1U : 2U, partizan ? 0U : 1U, dont_care};
                 std::copy_n(values + first, out.size(), out.begin());
             }});
        MemorySink sink;
        write_table(sink, contents);
        const Table table = Table::from_memory(sink.take()).value();
        ASSERT_TRUE(table.check());
        EXPECT_FALSE(passes(table)) << partizan;
    }
}

// Heaps that are worth what they should be, with counters that no heap has.
TEST(PlantedValues, OfALoopFreeGameHaveNoCounters) {
    const Judge judge(text_of(make_table_bytes("grundy:max=40", job(ValueKind::nimber, Play::normal))));
    for (const StreamKind kind : {StreamKind::counter, StreamKind::race_nimber}) {
        Parts parts(judge.right());
        parts.sections.push_back(plain_stream(static_cast<int>(kind), false, true, std::vector<std::uint64_t>(41, 3)));
        EXPECT_TRUE(Table::from_memory(view_of(parts.file())));
        EXPECT_EQ(judge.of(parts.file()), Fate::refused);
    }
}

}  // namespace planted_errors_test
}  // namespace mexbase::test

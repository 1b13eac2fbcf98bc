// The section of partizan values, both ways.
#include <string>

#include "../../lib/error.hpp"
#include "bytes.hpp"
#include "contents.hpp"

namespace mexbase::format {

namespace {

using detail::ByteReader;
using detail::ByteWriter;

constexpr const char* name = "the table's list of values";

[[noreturn]] void corrupt(std::uint32_t value, const char* what) {
    throw Error(ErrorCode::corrupt, "value " + std::to_string(value) + " of the table " + what);
}

void put_options(ByteWriter& out, std::span<const std::uint32_t> options) {
    std::uint32_t next = 0;  // the least that may follow
    for (const std::uint32_t option : options) {
        out.put_varint(option - next);
        next = option + 1;
    }
}

/// Options of `value`, which must be below it.
void get_options(ByteReader& reader, std::uint32_t value, std::uint32_t count, std::vector<std::uint32_t>& options) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t step = reader.get_varint();
        if (next >= value || step >= value - next) corrupt(value, "has an option that does not come before it");
        options.push_back(next + static_cast<std::uint32_t>(step));
        next = options.back() + 1;
    }
}

}  // namespace

std::vector<std::byte> encode_values(const GameList& values) {
    ByteWriter out;
    out.put_varint(values.games.size());
    for (std::uint32_t value = 0; value < values.games.size(); ++value) {
        const GameList::Game& game = values.games[value];
        out.put_varint(game.lefts);
        out.put_varint(game.rights);
        put_options(out, values.left(value));
        put_options(out, values.right(value));
        out.put_varint(game.weight == GameList::none ? 0 : std::uint64_t{game.weight} + 1);
    }
    return std::move(out.bytes);
}

GameList parse_values(std::span<const std::byte> bytes) {
    ByteReader reader(bytes, name);
    const std::uint64_t count = reader.get_varint();
    // A value takes at least three bytes, and an option one, so that a false count cannot ask for more memory than a
    // few times the length of the file.
    if (count > reader.left() / 3) throw Error(ErrorCode::corrupt, std::string(name) + " ends too soon");
    if (count >= GameList::none) throw Error(ErrorCode::corrupt, std::string(name) + " is too long");
    GameList values;
    values.games.resize(static_cast<std::size_t>(count));
    for (std::uint32_t value = 0; value < count; ++value) {
        GameList::Game& game = values.games[value];
        game.first = values.options.size();
        const std::uint64_t lefts = reader.get_varint(), rights = reader.get_varint();
        if (lefts > value || rights > value) corrupt(value, "has more options than values come before it");
        game.lefts = static_cast<std::uint32_t>(lefts);
        game.rights = static_cast<std::uint32_t>(rights);
        get_options(reader, value, game.lefts, values.options);
        get_options(reader, value, game.rights, values.options);
        const std::uint64_t weight = reader.get_varint();
        if (weight > count) corrupt(value, "has an atomic weight that is none of them");
        if (weight != 0) game.weight = static_cast<std::uint32_t>(weight - 1);
    }
    reader.finish();
    return values;
}

}  // namespace mexbase::format

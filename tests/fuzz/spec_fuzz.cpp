// Any text is a game or gets one line of error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lib/error.hpp"
#include "lib/rules/registry.hpp"

using namespace mexbase;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const auto game = make_game(stock_registry(), text);
        // A normalised spec names the same game, and is its own normal form.
        const auto again = make_game(stock_registry(), game->spec());
        if (again->spec() != game->spec() || again->size() != game->size()) std::abort();
    } catch (const Error& error) {
        if (std::string_view{error.what()}.find('\n') != std::string_view::npos) std::abort();
    }
    return 0;
}

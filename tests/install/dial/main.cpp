#include <cstdio>
#include <mexbase/gen/cli/mexgen.hpp>
#include <mexbase/lib/rules/registry.hpp>
#include <mexbase/query/cli/mexquery.hpp>
#include <string_view>

#include "dial.hpp"

// `dial gen …` is mexgen and `dial query …` is mexquery, for this one game.
int main(int argc, char** argv) {
    const mexbase::Registry registry({mexbase::family_of<Dial>()});
    if (argc > 1 && std::string_view(argv[1]) == "gen") return mexbase::run_mexgen(argc - 1, argv + 1, registry);
    if (argc > 1 && std::string_view(argv[1]) == "query") return mexbase::run_mexquery(argc - 1, argv + 1, registry);
    std::fputs("usage: dial gen ... or dial query ...\n", stderr);
    return 2;
}

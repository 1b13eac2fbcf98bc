#include <exception>
#include <iostream>
#include <mexbase/gen/encode/atomic_file.hpp>
#include <mexbase/gen/explore/explored_rules.hpp>
#include <mexbase/gen/jobs/jobs.hpp>
#include <mexbase/gen/make/make_table.hpp>
#include <mexbase/query/table.hpp>
#include <string>
#include <vector>

/// Take one, two or three from a heap of 21. The player who takes the last one wins.
struct TwentyOne {
    using Position = int;
    std::vector<int> starts() const { return {21}; }
    std::string text(int heap) const { return std::to_string(heap); }
    template <class F>
    void for_each_option(int heap, mexbase::Player, F f) const {
        for (int taken = 1; taken <= 3 && taken <= heap; ++taken) f(heap - taken);
    }
};

int main() try {
    const auto game = mexbase::explored_game("twenty-one", TwentyOne{});
    mexbase::JobOptions options;
    options.arcs = true;  // stores the moves too
    mexbase::AtomicFile file("twenty-one.mxb");
    mexbase::make_table(*game, file, options);
    file.commit();
    const auto table = mexbase::Table::open("twenty-one.mxb").value();
    std::cout << "21: " << to_string(table.probe("21").value()) << '\n';
} catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
}

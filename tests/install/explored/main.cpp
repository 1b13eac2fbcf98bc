#include <exception>
#include <iostream>
#include <mexbase/gen/encode/atomic_file.hpp>
#include <mexbase/gen/explore/explored_rules.hpp>
#include <mexbase/gen/jobs/jobs.hpp>
#include <mexbase/gen/make/make_table.hpp>
#include <mexbase/query/best_play.hpp>
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
    const TwentyOne rules;
    const auto game = mexbase::explored_game("twenty-one", rules);
    mexbase::AtomicFile file("twenty-one.mxb");
    mexbase::make_table(*game, file, mexbase::JobOptions{});
    file.commit();
    const auto table = mexbase::Table::open("twenty-one.mxb", {.move_provider = rules}).value();
    std::cout << "21: " << to_string(table.probe("21").value()) << '\n';
    const auto best = mexbase::best_moves(table, table.resolve("21").value()).value();
    std::cout << "move to " << best.front().to.text << '\n';
} catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
}

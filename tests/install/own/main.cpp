#include <charconv>
#include <cstdio>
#include <mexbase/gen/cli/mexgen.hpp>
#include <mexbase/lib/error.hpp>
#include <mexbase/lib/rules/own_game.hpp>
#include <mexbase/query/cli/mexquery.hpp>

using mexbase::Index;

// A hand on a dial of `hours` hours. A move turns it forward by 3 or 4 hours, or back by 1; who brings it to 0 wins.
class Dial : public mexbase::OwnGame {
  public:
    static constexpr std::string_view family = "dial";
    static const mexbase::FamilyHelp& help() {
        static constexpr mexbase::KeyHelp keys[] = {{"hours", "12", "5..1000000000", "hours on the dial"}};
        static constexpr mexbase::FamilyHelp text{"a hand on a dial that must be brought to 0", "the hour, as 7",
                                                  "made up for this page", keys, "dial:hours=12"};
        return text;
    }
    explicit Dial(const mexbase::Parameters& p)
        : OwnGame(family, p, mexbase::OwnFacts{.size = p.number("hours", 5, 1000000000), .start = 1}) {}

    void add_options(Index hour, mexbase::Player, std::vector<Index>& out) const override {
        if (hour != 0) out.insert(out.end(), {(hour + 3) % size(), (hour + 4) % size(), hour - 1});
    }
    std::string format(Index hour, unsigned) const override { return std::to_string(hour); }
    Index parse_index(std::string_view text) const override {
        Index hour = size();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hour);
        if (error == std::errc{} && end == text.data() + text.size() && hour < size()) return hour;
        throw mexbase::Error(mexbase::ErrorCode::bad_position, mexbase::in_quotes(text) + " is no hour of this dial");
    }
};

// `dial gen …` is mexgen and `dial query …` is mexquery, for this one game.
int main(int argc, char** argv) {
    const mexbase::Registry registry({mexbase::own_family<Dial>()});
    if (argc > 1 && std::string_view(argv[1]) == "gen") return mexbase::run_mexgen(argc - 1, argv + 1, registry);
    if (argc > 1 && std::string_view(argv[1]) == "query") return mexbase::run_mexquery(argc - 1, argv + 1, registry);
    std::fputs("usage: dial gen ... or dial query ...\n", stderr);
    return 2;
}

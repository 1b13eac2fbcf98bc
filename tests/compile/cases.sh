# The cases of run.sh, one a line.
# shellcheck shell=bash disable=SC2154,SC2016

# Required members, missing or wrong.
refused "not copyable" "ruleset: it must be copyable" "$(with 'Dial(const Dial&) = delete;')"
refused "no Position" "ruleset: it needs a public type Position" 's/Position/Place/g'
refused "no family" "ruleset: it needs a public static constexpr std::string_view family" '/family = /d'
refused "rules_version is a text" "ruleset: it needs a public static constexpr unsigned rules_version" \
    's/unsigned rules_version = 1/std::string_view rules_version = "1"/'
refused "help misspelt" "ruleset: it needs a public static const FamilyHelp& help()" 's/help()/halp()/'
refused "make makes something else" "ruleset: it needs a public static R make(const Parameters&)" \
    's/static Dial make(.*/static const Dial* make(const mexbase::Parameters\&) { return nullptr; }/'
refused "size is an int" "ruleset: it needs a public Index size() const" 's/mexbase::Index size()/int size()/'
refused "legal is not const" "ruleset: it needs a public bool legal(Index) const" '/bool legal/s/ const//'
refused "unrank misspelt" "ruleset: it needs a public Position unrank(Index) const" 's/unrank/un_rank/'
refused "rank is an int" "ruleset: it needs a public Index rank(const Position&) const" 's/mexbase::Index rank/int rank/'
refused "parse takes a file" "ruleset: it needs a public Position parse(std::string_view) const" \
    's/^    Position parse(.*/    Position parse(std::FILE*) const {\n        const std::string_view text;/'
refused "format gives characters" "ruleset: it needs a public std::string format(const Position&) const" \
    's/std::string format(Position hour).*/const char* format(Position) const { return "7"; }/'
refused "format is private" "ruleset: it needs a public std::string format(const Position&) const" \
    's/^    std::string format.*/  private:\n&\n  public:/'
refused "no options" "ruleset: it needs a public template <class F> void for_each_option(" \
    's/for_each_option/each_option/; s/for_each_predecessor/each_predecessor/'
refused "options without a player" "ruleset: optional member for_each_option is there, but is not a public template" \
    '/void for_each_option/s/mexbase::Player, //'
refused "a final class" "ruleset: it must not be final" 's/^class Dial {/class Dial final {/'
refused "no class" "ruleset: it must be a class" "" 'auto family = mexbase::family_of<int>();'

# Optional members whose name is there.
wrong() { # NAME MEMBER SIGNATURE: a member of that name is added, and the message gives the right signature
    local member=${2//\//\\/}
    refused "$1" "ruleset: optional member $3" "$(with "$member")"
}
is="is there, but is not a public"
wrong "terminal without a player" "$value terminal($place) const;" \
    "terminal $is std::optional<OutcomeValue> terminal(Index, const Position&, Player mover) const"
wrong "terminal gives bool" "bool terminal($place, mexbase::Player) const;" "terminal $is std::optional<OutcomeValue>"
wrong "terminal is not const" "$value terminal($place, mexbase::Player);" "terminal $is std::optional<OutcomeValue>"
wrong "terminal overloaded" "bool terminal($place) const; $value terminal($place) const = delete;" "terminal $is"
wrong "terminal is a template" "template <class P> $value terminal(P) const;" "terminal $is"
wrong "terminal is data" "bool terminal = false;" "terminal $is"
wrong "partizan is not const" "bool partizan() { return true; }" "partizan $is bool partizan() const"
wrong "partizan is data" "static constexpr bool partizan = true;" "partizan $is bool partizan() const"
wrong "option_count is an int" "int option_count($place) const;" "option_count $is std::uint64_t option_count(Index, "
wrong "a walk of one index" "template <class F> void for_each_position(mexbase::Index, F&& f) const;" \
    "for_each_position $is template <class F> void for_each_position(Index first, Index last, F&& f) const"
wrong "moves without can_move" "template <class F> void for_each_move(const Position&, mexbase::Player, F&& f) const;" \
    "for_each_move $is template <class F> void for_each_move(const Position&, Player, F&& f) const, beside bool can_move("
wrong "finishing moves without names" \
    "template <class F> void for_each_finishing_move(const Position&, mexbase::Player, F&& f) const;" \
    "for_each_finishing_move $is template <class F> void for_each_finishing_move(const Position&, Player, F&& f) const, which"
wrong "components by index" "template <class F> void for_each_component($place, F&& f) const;" \
    "for_each_component $is template <class F> void for_each_component(const Position&, F&& f) const"
wrong "layers without the rest" "mexbase::Index layers() const;" \
    "layers $is Index layers() const, beside layer_size and for_each_in_layer"
wrong "one range of digits" "mexbase::DigitRange digit_ranges() const;" \
    "digit_ranges $is std::vector<DigitRange> digit_ranges() const"
wrong "the bound by index alone" "std::uint64_t leaves_bound(mexbase::Index) const;" \
    "leaves_bound $is std::uint64_t leaves_bound(Index, const Position&) const"
wrong "queryable_size is a bool" "bool queryable_size() const;" "queryable_size $is Index queryable_size() const"
wrong "a picture for a stream" "void picture(Position, std::FILE*) const;" "picture $is std::string picture("
wrong "a drawing as a text" "std::string drawing(Position) const;" "drawing $is Drawing drawing(const Position&) const"
wrong "composition without images" "unsigned compose(unsigned, unsigned) const;" \
    "compose $is unsigned compose(unsigned, unsigned) const, beside images"
wrong "numbered moves without numbers" \
    "template <class F> void for_each_numbered_move(mexbase::Index, Position, mexbase::Player, F) const {}" \
    "for_each_numbered_move $is template <class F> void for_each_numbered_move(Index, const Position&, Player, F&& f)"
wrong "engine names without a notation" \
    "std::vector<std::string> engine_names(const Position&, mexbase::Player) const;" \
    "engine_names $is std::vector<std::string> engine_names(const Position&, Player) const, beside engine_notation"
wrong "a notation without names" 'static constexpr std::string_view engine_notation = "uci";' \
    "engine_notation $is static constexpr std::string_view engine_notation, beside engine_names"
wrong "passing without names" "std::optional<Position> passed(const Position&) const;" \
    "passed $is std::optional<Position> passed(const Position&) const, beside for_each_named_move"
wrong "descending options are a function" "static constexpr bool options_descend() { return true; }" \
    "options_descend $is static constexpr bool options_descend"
wrong "heaps without a shift" "mexbase::TakeAndBreak heap_game() const;" "heap_game $is HeapGame heap_game() const"
wrong "words without moves" "const mexbase::Words& word_game() const;" "word_game $is WordGame word_game() const"
wrong "normalise of a copy" "static void normalise(mexbase::Parameters*);" "normalise $is static void normalise(Parameters&)"
wrong "make_game is not static" "std::unique_ptr<mexbase::Game> make_game(mexbase::Parameters);" \
    "make_game $is static std::unique_ptr<Game> make_game(Parameters)"
wrong "a sum without parts" "std::vector<Position> parse_sum(std::string_view) const;" \
    "parse_sum $is std::vector<Position> parse_sum(std::string_view) const, in a ruleset with for_each_split_option"
wrong "a race by index" "bool ends_race($place) const;" "ends_race $is bool ends_race(const Position&) const"
wrong "parts without a player" "template <class F> void for_each_split_option($place, F&& f) const;" \
    "for_each_split_option $is template <class F> void for_each_split_option(Index, const Position&, Player, F&& f) const"
wrong "kinds are one text" "static constexpr std::string_view value_kinds = \"nimber\";" \
    "value_kinds $is static constexpr std::array<ValueKind, N> value_kinds"
refused "the start is not const" "optional member start $is Position start() const" '/Position start()/s/ const//'
refused "predecessors of no player" "optional member for_each_predecessor $is template <class F>" \
    '/void for_each_predecessor/s/, mexbase::Player//'
refused "a private member" "optional member partizan $is bool partizan() const" \
    's/^  private:/&\n    bool partizan() const { return true; }/'
refused "a member of a base class" "optional member terminal $is std::optional<OutcomeValue>" \
    "s/^class Dial {/struct Base { $value terminal(int) const; };\nclass Dial : public Base {/"

# Members that do not go together.
kinds() { with "static constexpr std::array value_kinds{$1}; $2"; }
stops="$value terminal($place, mexbase::Player) const { return std::nullopt; }"
refused "kinds by their names" "optional member value_kinds $is static constexpr std::array<ValueKind, N>" \
    "$(kinds 'std::string_view(\"nimber\")' '')"
refused "canonical and impartial" "ruleset: value_kinds names partizan_outcome or canonical" "$(kinds mexbase::ValueKind::canonical '')"
refused "nimbers though play stops" "ruleset: value_kinds names values in sums" "$(kinds mexbase::ValueKind::nimber "$stops")"
refused "a race that stops" "ruleset: it has terminal and ends_race" \
    "$(with "bool ends_race(const Position&) const { return false; } $stops")"
refused "parts though play stops" "ruleset: it has terminal and for_each_split_option" \
    "$(with "template <class F> void for_each_split_option($place, mexbase::Player, F&&) const {} $stops")"

# Every way in.
two_faults='s/mexbase::Index size()/int size()/'
refused "a game" "it needs a public Index size() const" "$two_faults" 'void f(mexbase::GameOf<Dial>&) {}'
refused "a game by its parameters" "it needs a public Index size() const" "$two_faults" \
    'auto game(mexbase::Parameters p) { return mexbase::make_game_of<Dial>(p); }'
old_terminal=$(with "$value terminal($place) const;")
refused "solving" "optional member terminal" "$old_terminal" 'auto solution = mexbase::solve(Dial(12));'
refused "loopy nimbers" "optional member terminal" "$old_terminal" 'auto values = mexbase::loopy_nimbers(Dial(12));'

# What is right.
accepted "every optional member" "$(with "bool partizan() const { return false; } $stops
    std::uint64_t option_count($place p) const { return p == 0 ? 0 : 3; }
    mexbase::Index queryable_size() const { return hours_; }
    std::string picture(Position hour) const { return format(hour); }
    static constexpr bool options_descend = false;
    static void normalise(mexbase::Parameters&) {}" | tr '\n' ' ')" "$family
    auto solution = mexbase::solve(Dial(12));"
clause="template <class F> void for_each_position(mexbase::Index, mexbase::Index, F&&) const requires(sizeof(F) == 0);"
accepted "a member that a clause takes away" \
    "$(with "static constexpr std::array<std::string_view, 1> constrained_members{\"for_each_position\"}; $clause")"
refused "a member that a clause takes away, not listed" "optional member for_each_position $is" "$(with "$clause")"

# Visitors.
visitor() { # BODY [HEAD]
    printf '%s { %s }; void run() { Bar bar; mexbase::solve(Dial(12), {}, bar); }' "${2:-struct Bar}" "$1"
}
hears='using hears = mexbase::Events<mexbase::Event::finish_ply>;'
told='void finish_ply(std::uint64_t, const mexbase::PlyCounts&) {}'
accepted "a visitor" "" "$(visitor "$hears $told")"
refused "a visitor without a list" "visitor: it must list its events" "" "$(visitor "$told")"
refused "a misspelt event" "visitor: either hears lists Event::finish_ply and there is a member finish_ply" "" \
    "$(visitor "$hears void finish_plies(std::uint64_t, const mexbase::PlyCounts&) {}")"
refused "an event that is not listed" "visitor: either hears lists Event::scan and there is a member scan" "" \
    "$(visitor "$hears $told void scan(mexbase::Index, mexbase::Index) {}")"
refused "an event with other arguments" "visitor: finish_ply must be a public void finish_ply(std::uint64_t ply, " "" \
    "$(visitor "$hears void finish_ply(std::uint64_t) {}")"
# The compiler's own words.
most_errors=4 refused "an event listed under no name" "finish_plies" "" \
    "$(visitor "using hears = mexbase::Events<mexbase::Event::finish_plies>; $told")"
refused "a final visitor" "visitor: it must not be final" "" "$(visitor "$hears $told" 'struct Bar final')"
refused "an event that is never told" "visitor: hears lists an event that this algorithm never tells" "" \
    "struct Bar { using hears = mexbase::Events<mexbase::Event::seed_vertex>;
        void seed_vertex(mexbase::Index, const mexbase::OutcomeValue&) {} }; void run() { Bar bar; mexbase::loopy_nimbers(Dial(12), {}, bar); }"

# Explored rules.
explored() {
    cat <<END
#include <mexbase/gen/explore/explored_rules.hpp>
struct Heap {
    using Position = int;
    std::vector<int> starts() const;
    std::string text(int) const;
    template <class F> void for_each_option(int, mexbase::Player, F f) const;
    $1
};
void run(const Heap& heap) { mexbase::explored_game(mexbase::stock_registry(), "heap", heap); }
END
}
refused "explored terminal without a player" "explored rules: terminal is there, but is not std::optional<OutcomeValue>" "" \
    "$(explored "$value terminal(int) const;")"
refused "explored canonical that is not const" "explored rules: canonical is there, but is not Position canonical" "" \
    "$(explored "int canonical(int);")"

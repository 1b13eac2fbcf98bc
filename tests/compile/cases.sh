# SPDX-License-Identifier: MIT
# The cases of run.sh, one a line.
# shellcheck shell=bash disable=SC2154,SC2016

# Required members, missing or wrong.
required() { # NAME MESSAGE EDIT
    refused "$1" "ruleset: it needs a public $2" "$3" "$check"
}
refused "not copyable" "ruleset: it must be copyable" "$(with 'Dial(const Dial&) = delete;')" "$check"
refused "no Position" "ruleset: it must be a class with a public type Position" 's/Position/Place/g' "$check"
refused "no class" "ruleset: it must be a class" "" 'static_assert(mexbase::check_ruleset<int>());'
required "no family" "static constexpr std::string_view family" '/family = /d'
required "rules_version is a text" "static constexpr unsigned rules_version" \
    's/unsigned rules_version = 1/std::string_view rules_version = "1"/'
required "help misspelt" "member for R::help(), which gives const FamilyHelp&" 's/help()/halp()/'
required "make makes something else" "member for R::make(" \
    's/static Dial make(.*/static const Dial* make(const mexbase::Parameters\&) { return nullptr; }/'
required "size is an int" "member for r.size(), which gives Index" 's/mexbase::Index size()/int size()/'
required "legal is not const" "member for r.legal(i), which gives bool" '/bool legal/s/ const//'
required "unrank misspelt" "member for r.unrank(i)" 's/unrank/un_rank/'
required "rank is an int" "member for r.rank(p), which gives Index" 's/mexbase::Index rank/int rank/'
required "parse takes a file" "member for r.parse(text)" \
    's/^    Position parse(.*/    Position parse(std::FILE*) const {\n        const std::string_view text;/'
required "format gives characters" "member for r.format(p), which gives std::string" \
    's/std::string format(Position hour).*/const char* format(Position) const { return "7"; }/'
required "format is private" "member for r.format(p), which gives std::string" \
    's/^    std::string format.*/  private:\n&\n  public:/'

# Optional members: FLAG[,FLAG that it needs...]|TYPE|NAME|the rest. Members of one flag follow each other.
read -r -d '' members <<'END' || true
options|template <class F> void|for_each_option|(Index, const Position&, Player, F&&) const {}
split_options|template <class F> void|for_each_split_option|(Index, const Position&, Player, F&&) const {}
parse_sum,split_options|std::vector<Position>|parse_sum|(std::string_view) const { return {}; }
heap_game|HeapGame|heap_game|() const { return {}; }
word_game|WordGame|word_game|() const { return {}; }
layers|Index|layers|() const { return {}; }
layers|Index|layer_size|(Index) const { return {}; }
layers|template <class F> void|for_each_in_layer|(Index, Index, Index, F&&) const {}
lines,options_descend|Index|line_count|() const { return {}; }
lines,options_descend|template <class F> void|for_each_line|(Index, const Position&, F&&) const {}
predecessors|template <class F> void|for_each_predecessor|(Index, const Position&, Player, F&&) const {}
terminal|std::optional<OutcomeValue>|terminal|(Index, const Position&, Player) const { return {}; }
settled_options|template <class F> void|for_each_settled_option|(Index, const Position&, Player, F&&) const {}
settled_options|std::optional<OutcomeValue>|settled|(const Position&) const { return {}; }
leaves_bound|std::uint64_t|leaves_bound|(Index, const Position&) const { return {}; }
partizan|bool|partizan|() const { return {}; }
ends_race|bool|ends_race|(const Position&) const { return {}; }
slices|Index|slices|() const { return {}; }
slices|Slice|slice|(Index) const { return {}; }
lower_options,slices|template <class F> std::uint64_t|for_each_lower_option|(Index, const Position&, F&&) const { return {}; }
exits,slices|Own|with_exits|() const { return *this; }
exits,slices|static constexpr std::uint64_t|exit_limit|= 4;
digit_ranges|std::vector<DigitRange>|digit_ranges|() const { return {}; }
queryable_size|Index|queryable_size|() const { return {}; }
start|Position|start|() const { return {}; }
named_moves|template <class F> void|for_each_named_move|(const Position&, Player, F&&) const {}
finishing_moves,named_moves|template <class F> void|for_each_finishing_move|(const Position&, Player, F&&) const {}
engine_names,named_moves|std::vector<std::string>|engine_names|(const Position&, Player) const { return {}; }
engine_names,named_moves|static constexpr std::string_view|engine_notation|= "uci";
images,named_moves|unsigned|images|() const { return {}; }
images,named_moves|Position|position|(Index, unsigned) const { return {}; }
images,named_moves|unsigned|image|(const Position&) const { return {}; }
compose,images,named_moves|unsigned|compose|(unsigned, unsigned) const { return {}; }
numbered_moves,compose,images,named_moves|Index|numbers|() const { return {}; }
numbered_moves,compose,images,named_moves|Position|numbered|(Index, unsigned) const { return {}; }
numbered_moves,compose,images,named_moves|unsigned|least_image|(Index, unsigned) const { return {}; }
numbered_moves,compose,images,named_moves|OutcomeValue|numbered_value|(Index) const { return {}; }
numbered_moves,compose,images,named_moves|template <class F> void|for_each_numbered_move|(Index, const Position&, Player, F&&) const {}
passed,named_moves|std::optional<Position>|passed|(const Position&) const { return {}; }
picture|std::string|picture|(const Position&) const { return {}; }
drawing|Drawing|drawing|(const Position&) const { return {}; }
graph_drawing|GraphDrawing|graph_drawing|(const Position&) const { return {}; }
positions|template <class F> void|for_each_position|(Index, Index, F&&) const {}
option_count|std::uint64_t|option_count|(Index, const Position&) const { return {}; }
moves|template <class F> void|for_each_move|(const Position&, Player, F&&) const {}
moves|bool|can_move|(const Position&) const { return {}; }
components|template <class F> void|for_each_component|(const Position&, F&&) const {}
searched|Colouring|colouring|(const Position&) const { return {}; }
searched|static constexpr ColouringGame|searched|= ColouringGame::col;
searched|OwnBoard|board|() const;
value_kinds|static constexpr std::array<ValueKind, 1>|value_kinds|{ValueKind::outcome};
normalise|static void|normalise|(Parameters&) {}
make_game|static std::unique_ptr<Game>|make_game|(Parameters) { return {}; }
table_group|static std::string|table_group|(std::string_view) { return {}; }
table_group|static bool|may_hold|(const Parameters&, std::string_view) { return {}; }
END

# A class with a set of flags and members, beside what every ruleset has.
ruleset() { # FLAGS MEMBERS
    local set="" flag
    for flag in ${1//,/ }; do set+="all.$flag = true; "; done
    cat <<END
using namespace mexbase;
struct Wrong {};
struct OwnBoard {
    const Neighbours& neighbours() const;
};
struct Own {
    using Position = Index;
    static constexpr std::string_view family = "own";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has = [] { Has all; all.options = false; $set return all; }();
    static const FamilyHelp& help();
    static Own make(const Parameters&);
    Index size() const;
    bool legal(Index) const;
    Position unrank(Index) const;
    Index rank(const Position&) const;
    Position parse(std::string_view) const;
    std::string format(const Position&) const;
$2
};
static_assert(check_ruleset<Own>());
END
}
# All members of some flags. With a NAME: but for the one of that name, in whose place is REPLACEMENT.
members_of() { # FLAGS [NAME REPLACEMENT]
    local needed type name rest
    while IFS='|' read -r needed type name rest; do
        [[ ",$1," == *",${needed%%,*},"* ]] || continue
        if [ "$name" = "${2:-}" ]; then echo "    $3"; else echo "    $type $name$rest"; fi
    done <<<"$members"
}
while IFS='|' read -r needed type name rest; do
    flag=${needed%%,*}
    all=$needed
    [[ ",$needed," == *,split_options,* ]] || all=$needed,options  # a whole form, but for sums
    wrong() { # HOW REPLACEMENT
        refused "$name $1" "ruleset: has.$flag needs a public member for" "" "$(ruleset "$all" "$(members_of "$all" "$name" "$2")")"
    }
    wrong "missing" ""
    wrong "misspelt" "$type ${name}s$rest"
    wrong "private" "private: $type $name$rest public:"
    case $type in
        "template <class F>"*) wrong "of another type" "template <class F> Wrong $name${rest%%\{*}{ return {}; }" ;;
        static*) wrong "of another type" "static constexpr Wrong $name{};" ;;
        *) wrong "of another type" "Wrong $name${rest%%\{*};" ;;
    esac
    [[ $rest == *') const'* ]] && wrong "not const" "$type $name${rest/) const/)}"
    base=options
    [ "$flag" = options ] && base=split_options
    case $name in
        can_move | colouring | searched | board) ;;  # names that a ruleset without the flag may have
        *)
            refused "$name without its flag" "ruleset: there is a member $name, so it must set has.$flag" "" \
                "$(ruleset $base "$(members_of $base; echo "    $type $name$rest")")"
            ;;
    esac
done <<<"$members"
accepted "every member that agrees with the others" "" \
    "$(f=options,options_descend,layers,lines,predecessors,ends_race,digit_ranges,queryable_size,start
       f+=,named_moves,finishing_moves,engine_names,images,compose,numbered_moves,passed,picture,drawing,positions,option_count
       f+=,moves,components,searched,value_kinds,normalise,make_game,table_group,heap_game,word_game,slices,lower_options
       ruleset "$f" "$(members_of "$f")")"
privately() { echo "  private:"; sed 's/^[^|]*|\([^|]*\)|\([^|]*\)|/    \1 \2/' <<<"$members" | grep -v for_each_option; echo "  public:"; }
accepted "private members with the names of all optional ones" "" "$(ruleset options "$(members_of options; privately)")"
accepted "private data with the names of optional members" "" \
    "$(ruleset options "$(members_of options; echo 'private: int start, layers, passed, terminal, partizan, for_each_move, normalise, exit_limit; public:')")"
accepted "a bound" "" \
    "$(f=options,predecessors,leaves_bound,ties_beyond,queryable_size
       ruleset "$f" "$(members_of "$f")")"

# The literal.
literal() { printf 's/has{[^}]*}/has{%s}/' "$1"; }
most_errors=999 refused "an unknown name" "predecesors" "$(literal '.predecesors = true, .start = true')" "$check"
refused "a forgotten flag" "ruleset: there is a member start, so it must set has.start" "$(literal '.predecessors = true')" "$check"
refused "a forgotten literal" "ruleset: there is a member for_each_predecessor, so it must set has.predecessors" \
    '/mexbase::Has has{/d' "$check"
refused "another type without its flag" "ruleset: there is a member terminal, so it must set has.terminal" \
    "$(with "$value terminal(int) const;")" "$check"
refused "a member of a base class" "ruleset: there is a member terminal, so it must set has.terminal" \
    "s/^class Dial {/struct Base { $value terminal(int) const; };\nclass Dial : public Base {/" "$check"
refused "a flag that was a member" "ruleset: there is a member options_descend, so it must set has.options_descend" \
    "$(with 'static constexpr bool options_descend = true;')" "$check"
refused "a final class without a member" "has.partizan needs a public member" \
    "$(literal '.predecessors = true, .partizan = true, .start = true'); s/^class Dial {/class Dial final {/" "$check"
refused "no options" "ruleset: it needs has.options or has.split_options, or both" "" "$(ruleset start "$(members_of start)")"
refused "options without a player" "ruleset: has.options needs a public member for r.for_each_option (i, p, mover, f)" \
    '/void for_each_option/s/mexbase::Player, //' "$check"
clause="template <class F> void for_each_position(mexbase::Index, mexbase::Index, F&&) const requires(has.positions) {}"
accepted "a member that a clause takes away" "$(with "$clause")"

# Members that do not go together.
apart() { # NAME MESSAGE FLAGS [MEMBERS]
    refused "$1" "ruleset: $2" "" "$(ruleset "$3" "$(members_of "$3"; echo "    ${4:-}")")"
}
kinds() { echo "static constexpr std::array value_kinds{ValueKind::$1};"; }
apart "lines in any order" "has.lines needs" options,lines
apart "a bound of a game in slices" "has.leaves_bound needs" options,leaves_bound,slices
apart "a bound beside settled options" "has.leaves_bound needs" options,leaves_bound,settled_options
apart "ties past no bound" "has.ties_beyond needs" options,ties_beyond
apart "lower options without slices" "has.lower_options needs" options,lower_options
apart "exits without slices" "has.exits needs" options,exits
apart "numbers without composition" "has.numbered_moves needs" options,named_moves,images,numbered_moves
apart "sums of whole positions" "has.parse_sum needs" options,parse_sum
apart "parts though play stops" "has.terminal and has.split_options exclude each other" options,split_options,terminal
apart "a race that stops" "has.terminal and has.ends_race exclude each other" options,terminal,ends_race
apart "slices of a partizan game" "has.partizan excludes has.slices, has.settled_options and has.passed" options,slices,partizan
kinds_apart() { # NAME MESSAGE FLAGS KIND
    refused "$1" "ruleset: $2" "" "$(ruleset "$3,value_kinds" "$(members_of "$3"; kinds "$4")")"
}
kinds_apart "canonical and impartial" "value_kinds has a kind of value of partizan games" options canonical
kinds_apart "nimbers though play stops" "value_kinds has values in sums, which has.terminal excludes" options,terminal nimber
kinds_apart "nimbers with settled options" "value_kinds has values in sums, which has.settled_options excludes" options,settled_options nimber
kinds_apart "outcomes of parts" "value_kinds has a kind of value other than nimber and obliged" split_options outcome

# Every way in. What follows from the fault is reported too.
fault='s/mexbase::Index size()/int size()/'
way() { most_errors=99 refused "$1" "ruleset: it needs a public member for r.size(), which gives Index" "$fault" "$2"; }
way "a family" "$family"
way "a game" 'void f(mexbase::GameOf<Dial>& game) { game.size(); }'
way "a game by its parameters" 'auto game(mexbase::Parameters p) { return mexbase::make_game_of<Dial>(p); }'
fault=$(with "$value terminal(int) const;")
way() { most_errors=99 refused "$1" "ruleset: there is a member terminal, so it must set has.terminal" "$fault" "$2"; }
way "solving" 'auto solution = mexbase::solve(Dial(12));'
way "loopy nimbers" 'auto values = mexbase::loopy_nimbers(Dial(12));'
accepted "solving the dial" "" 'auto solution = mexbase::solve(Dial(12));'

# Listeners.
listener() { # BODY
    printf 'struct Bar : mexbase::AnalysisListener { %s }; void run() { Bar bar; mexbase::solve(Dial(12), {}, bar); }' "$1"
}
accepted "a listener" "" "$(listener 'void finish_ply(std::uint64_t, const mexbase::PlyCounts&) override {}')"
refused "a misspelt event" "override" "" "$(listener 'void finish_plies(std::uint64_t, const mexbase::PlyCounts&) override {}')"

# Explored rules.
explored() {
    cat <<END
#include <mexbase/gen/explore/explored_rules.hpp>
struct Heap {
    using Position = int;
    std::vector<int> starts() const;
    std::string text(int) const;
    template <class F> void for_each_option(int, mexbase::Player, F f) const { f(0); }
    $1
};
void run(const Heap& heap) { mexbase::explored_game("heap", heap); }
END
}
refused "explored terminal without a player" "explored rules: the member terminal must be std::optional<OutcomeValue>" "" \
    "$(explored "$value terminal(int) const;")"
refused "explored canonical that is not const" "explored rules: the member canonical must be Position canonical" "" \
    "$(explored "int canonical(int);")"

refused "explored terminal with overloads" "explored rules: the member terminal must be std::optional<OutcomeValue>" "" \
    "$(explored "int terminal() const; int terminal(int, int, int) const;")"
refused "an explored template of another type" "explored rules: the member terminal must be std::optional<OutcomeValue>" "" \
    "$(explored "template <class P> int* terminal(P) const;")"
accepted "an explored template" "" \
    "$(explored "template <class P> std::optional<mexbase::OutcomeValue> terminal(P, mexbase::Player) const { return {}; }")"
accepted "explored private members with the names of optional ones" "" \
    "$(explored "private: int terminal = 0; int canonical(int); template <class P> void partizan(P); int partizan();")"
accepted "explored rules as a source of moves" "" \
    "$(explored "std::optional<mexbase::Outcome> unused() const;")
#include <mexbase/query/table.hpp>
mexbase::OpenOptions options() { return {.move_provider = Heap{}}; }"

# Own games: their constructor, and their functions.
own() { # CONSTRUCTOR FUNCTION
    cat <<END
#include <mexbase/lib/rules/own_game.hpp>
using mexbase::Index;
struct Own : mexbase::OwnGame {
    static constexpr std::string_view family = "own";
    static const mexbase::FamilyHelp& help();
    $1
    $2
    std::string format(Index, unsigned) const override;
    Index parse_index(std::string_view) const override;
};
auto own = mexbase::own_family<Own>();
END
}
made='explicit Own(const mexbase::Parameters& p) : OwnGame(family, p, mexbase::OwnFacts{.size = 1}) {}'
moves='void add_options(Index, mexbase::Player, std::vector<Index>&) const override;'
accepted "an own game" "" "$(own "$made" "$moves")"
most_errors=3 refused "an own game without moves" "override add_options, parse_index and format" "" "$(own "$made" "")"
most_errors=3 refused "an own game without its constructor" "a class D derived from OwnGame needs the constructor explicit D" "" \
    "$(own "explicit Own(int) : OwnGame(family, mexbase::Parameters({}, help()), {.size = 1}) {}" "$moves")"
refused "an own game without a family" "a class derived from OwnGame needs a public static constexpr std::string_view family" "" \
    "$(own "$made" "$moves" | sed '/ family = /d')"
refused "an own game with a misspelt override" "override" "" "$(own "$made" "$moves bool leagl(Index) const override;")"
refused "an own game with a misspelt fact" "partisan" "" \
    "$(own "${made/.size = 1/.size = 1, .partisan = true}" "$moves")"
refused "a family of something else" "own_family" "" \
    '#include <mexbase/lib/rules/own_game.hpp>
     struct None { static constexpr std::string_view family = "none"; static const mexbase::FamilyHelp& help(); };
     auto own = mexbase::own_family<None>();'

#include <algorithm>
#include <iostream>

#include "../../lib/error.hpp"
#include "../partizan_sums.hpp"
#include "../sums.hpp"
#include "commands.hpp"
#include "json.hpp"

namespace mexbase::cli {

namespace {

/// Says who wins a sum, and by which moves.
class SumAnswer {
  public:
    /// `number` is what each component is called, from 0.
    SumAnswer(std::span<const SumComponent> sum, std::span<const std::size_t> number, bool as_json)
        : sum_(sum), number_(number), as_json_(as_json) {}

    /// The result, at once: moves may take long to find.
    void tell(const char* key, std::string_view result) {
        if (as_json_)
            json_[key] = result;
        else
            std::cout << result << std::endl;
    }
    /// The one move there may be.
    void tell_move(const std::optional<SumMove>& move) { tell_move(json_["move"], "move", move); }
    /// The move of one of two players, or for one of two plays.
    void tell_move_of(const char* who, const std::optional<SumMove>& move) {
        tell_move(json_["moves"][who], std::string("move ") + who, move);
    }
    void finish() const {
        if (as_json_) std::cout << to_line(json_) << '\n';
    }

  private:
    void tell_move(Json& object, const std::string& head, const std::optional<SumMove>& move) {
        if (!move) return;
        const std::size_t component = number_[move->component] + 1;
        const SumComponent& before = sum_[move->component];
        const std::string from = before.table->text_of(before.parts).value();
        const std::string to = before.table->text_of(move->parts).value();
        if (as_json_)
            object = {{"component", component}, {"from", from}, {"to", to}};
        else
            std::cout << head << ": " << component << ": " << from << " -> " << to << '\n';
    }

    std::span<const SumComponent> sum_;
    std::span<const std::size_t> number_;
    bool as_json_;
    Json json_;
};

}  // namespace

int print_sum(std::span<const std::string> words, const OpenOptions& options, bool obliged,
              std::optional<std::size_t> begun, bool as_json) {
    if (words.empty() || words.size() % 2 != 0)
        throw Error(ErrorCode::bad_usage, "a sum is FILE POSITION FILE POSITION …: a table and a position each");
    std::vector<Table> tables;
    std::vector<SumComponent> sum;
    std::vector<std::size_t> number;  // what each component is called
    tables.reserve(words.size() / 2);
    for (std::size_t w = 0; w < words.size(); w += 2) {
        // A file named again is opened once.
        std::size_t same = 0;
        while (same < w && words[same] != words[w]) same += 2;
        tables.push_back(same < w ? tables[same / 2] : Table::open(words[w], options).value());
        sum.push_back({&tables.back(), tables.back().parts_of(words[w + 1]).value()});
        number.push_back(w / 2);
    }
    if (begun && (*begun == 0 || *begun > sum.size()))
        throw Error(ErrorCode::bad_usage, "--begun names a component, 1.." + std::to_string(sum.size()));
    if (begun) {
        // The one begun comes first.
        const auto first = static_cast<std::ptrdiff_t>(*begun - 1);
        std::rotate(sum.begin(), sum.begin() + first, sum.begin() + first + 1);
        std::rotate(number.begin(), number.begin() + first, number.begin() + first + 1);
    }
    SumAnswer answer(sum, number, as_json);
    if (obliged) {
        answer.tell("obliged", to_string(obliged_sum_value(sum, begun ? 1 : 0).value()));
        const ObligedMoves moves = obliged_sum_moves(sum, begun ? 1 : 0).value();
        answer.tell_move_of("normal", moves.normal);
        answer.tell_move_of("misere", moves.misere);
    } else if (is_partizan_sum(sum)) {
        answer.tell("class", std::string{letter(partizan_sum_class(sum).value())});
        const PartizanMoves moves = partizan_sum_moves(sum).value();
        answer.tell_move_of("left", moves.left);
        answer.tell_move_of("right", moves.right);
    } else {
        answer.tell("outcome", to_string(sum_outcome(sum).value()));
        answer.tell_move(best_sum_move(sum).value());
    }
    answer.finish();
    return 0;
}

}  // namespace mexbase::cli

/// \file
/// What rulesets of one heap have in common, for tests of rulesets that are none of Mexbase's.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "lib/error.hpp"
#include "lib/rules/ruleset.hpp"

namespace mexbase::test {

/// All that a ruleset of one heap of at most `max` tokens needs but its name and its moves, which only take tokens.
class OneHeap {
  public:
    using Position = Index;
    static constexpr unsigned rules_version = 1;
    explicit OneHeap(Index max) : max_(max) {}

    Index size() const { return max_ + 1; }
    bool legal(Index i) const { return i <= max_; }
    Position unrank(Index i) const { return i; }
    Index rank(Position heap) const { return heap; }
    Position parse(std::string_view text) const {
        Position heap = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), heap);
        if (error != std::errc{} || end != text.data() + text.size() || heap > max_)
            throw Error(ErrorCode::bad_position, in_quotes(text) + " is no heap");
        return heap;
    }
    std::string format(Position heap) const { return std::to_string(heap); }

  protected:
    static constexpr KeyHelp parameters[] = {{"max", "", "0..1000", "the largest heap"}};

  private:
    Index max_;
};

}  // namespace mexbase::test

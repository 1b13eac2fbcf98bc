#pragma once

#include <charconv>
#include <mexbase/lib/error.hpp>
#include <mexbase/lib/rules/ruleset.hpp>

/// A hand on a dial of `hours` hours. A move turns it forward by 3 or 4 hours, or back by 1; who brings it to 0 wins.
class Dial {
  public:
    using Position = mexbase::Index;
    static constexpr std::string_view family = "dial";
    static constexpr unsigned rules_version = 1;
    static constexpr mexbase::Has has{.predecessors = true, .start = true};

    static const mexbase::FamilyHelp& help() {
        static constexpr mexbase::KeyHelp keys[] = {{"hours", "12", "5..1000000000", "hours on the dial"}};
        static constexpr mexbase::FamilyHelp text{"a hand on a dial that must be brought to 0", "the hour, as 7",
                                                  "made up for this page", keys, "dial:hours=12"};
        return text;
    }
    static Dial make(const mexbase::Parameters& p) { return Dial(p.number("hours", 5, 1000000000)); }
    explicit Dial(mexbase::Index hours) : hours_(hours) {}

    // Positions are the hours, and an hour is its own index.
    mexbase::Index size() const { return hours_; }
    bool legal(mexbase::Index i) const { return i < hours_; }
    Position unrank(mexbase::Index i) const { return i; }
    mexbase::Index rank(Position hour) const { return hour; }

    Position parse(std::string_view text) const {
        Position hour = hours_;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hour);
        if (error != std::errc{} || end != text.data() + text.size() || hour >= hours_)
            throw mexbase::Error(mexbase::ErrorCode::bad_position,
                                 mexbase::in_quotes(text) + " is no hour of this dial");
        return hour;
    }
    std::string format(Position hour) const { return std::to_string(hour); }
    Position start() const { return 1; }

    // The moves, and the moves taken back. At 0 the game is over.
    template <class F>
    void for_each_option(mexbase::Index, Position hour, mexbase::Player, F&& f) const {
        if (hour == 0) return;
        f((hour + 3) % hours_);
        f((hour + 4) % hours_);
        f(hour - 1);
    }
    template <class F>
    void for_each_predecessor(mexbase::Index, Position hour, mexbase::Player, F&& f) const {
        for (const Position before : {(hour + hours_ - 3) % hours_, (hour + hours_ - 4) % hours_, (hour + 1) % hours_})
            if (before != 0) f(before);
    }

  private:
    mexbase::Index hours_;
};

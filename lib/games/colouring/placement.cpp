#include "placement.hpp"

#include "../../error.hpp"

namespace mexbase {

void throw_not_by_the_rules(std::string_view text, std::string_view family) {
    throw Error(ErrorCode::bad_position,
                in_quotes(text) + " is no position: the rules of " + std::string{family} + " forbid such a colouring");
}

void throw_wrong_tint(std::string_view text, unsigned vertex) {
    throw Error(ErrorCode::bad_position, in_quotes(text) + " is no position: the neighbours of vertex " +
                                             std::to_string(vertex) + " do not tint it so");
}

bool tint_fits(char letter, bool may_be_black, bool may_be_white) {
    switch (letter) {
        case 'o':
            return may_be_black && may_be_white;
        case 'b':
            return may_be_black && !may_be_white;
        case 'w':
            return !may_be_black && may_be_white;
        case 'x':
            return !may_be_black && !may_be_white;
        default:
            return true;
    }
}

}  // namespace mexbase

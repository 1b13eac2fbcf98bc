#include "obliged.hpp"

#include <array>

namespace mexbase {

std::string to_string(Obliged value) {
    return {value.normal ? '1' : '0', value.misere ? '1' : '0'};
}

Obliged obliged_sum(Obliged a, Obliged b) {
    const std::array both = {a, b};
    return obliged_sum(both);
}

Obliged obliged_sum(std::span<const Obliged> components) {
    bool chooser = false, burden = false, odd = false;  // a component of value 11; of 00; oddly many of 10
    for (const Obliged value : components) {
        chooser = chooser || value.code() == 3;
        burden = burden || value.code() == 0;
        odd = odd != (value.code() == 2);
    }
    if (chooser) return {true, true};
    if (burden) return {odd, odd};
    return {odd, !odd};
}

}  // namespace mexbase

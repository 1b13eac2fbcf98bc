#include "obliged.hpp"

namespace mexbase {

std::string to_string(Obliged value) {
    return {value.normal ? '1' : '0', value.misere ? '1' : '0'};
}

Obliged obliged_sum(std::span<const Obliged> components) {
    ObligedSum sum;
    for (const Obliged value : components) sum.add(value);
    return sum.value();
}

}  // namespace mexbase

#include "position_search.hpp"

namespace mexbase::detail {

void throw_loopy_search(std::string_view family, const std::string& position) {
    throw Error(ErrorCode::not_applicable, std::string(family) + " is loopy here: play can come back to " +
                                               in_quotes(position) + ", and a search finds values of play that ends");
}

void throw_search_leaves_bound(const std::string& position) {
    throw Error(ErrorCode::not_applicable, "play can come to " + in_quotes(position) +
                                               " and leave the bound there, and a value in a sum needs to know all "
                                               "that lies beyond");
}

}  // namespace mexbase::detail

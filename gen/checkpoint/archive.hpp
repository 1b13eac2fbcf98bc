/// \file
/// Plain values as Boost archives in memory, and back. Slow to compile: for the .cpp files of checkpoints.
#pragma once

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/tracking.hpp>
#include <boost/serialization/vector.hpp>
#include <exception>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "../../lib/value/partizan/list/game_list.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, mexbase::GameList::Game& game, unsigned) {
    archive& game.first& game.lefts& game.rights& game.weight;
}

template <class Archive>
void serialize(Archive& archive, mexbase::GameList& list, unsigned) {
    archive& list.games& list.options;
}

}  // namespace boost::serialization

// A list has millions of games: nothing but their members is written.
BOOST_CLASS_IMPLEMENTATION(mexbase::GameList::Game, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(mexbase::GameList::Game, boost::serialization::track_never)

namespace mexbase::detail {

template <class T>
std::string archived(const T& what) {
    std::ostringstream out;
    boost::archive::binary_oarchive archive(out);
    archive << what;
    return std::move(out).str();
}

/// What an archive holds; nothing where it is no such thing, as when another version of the library made it.
template <class T>
std::optional<T> parsed(const std::string& text) {
    try {
        std::istringstream in(text);
        boost::archive::binary_iarchive archive(in);
        T what;
        archive >> what;
        return what;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace mexbase::detail

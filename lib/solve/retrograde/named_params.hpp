/// \file
/// Named parameters in the manner of boost::bgl_named_params, which has no place for parameters of one's own.
#pragma once

#include <type_traits>
#include <utility>

namespace mexbase {

namespace detail {

struct OutcomeTag {};
struct DistanceTag {};
struct IndexTag {};
struct VisitorTag {};
struct TerminalTag {};
struct OptionsTag {};

struct NoParameters {};

}  // namespace detail

/// A chain of parameters, each a value under a tag. Made by `outcome_map` and extended by its members, in any order:
/// `outcome_map(o).distance_map(r).vertex_index_map(i).visitor(v).play(Play::misere)`.
template <class T, class Tag, class Base = detail::NoParameters>
class NamedParams {
  public:
    explicit NamedParams(T value, Base base = {}) : value_(std::move(value)), base_(std::move(base)) {}

    /// Where remoteness is written: a writable property map from vertex to a number.
    template <class Map>
    auto distance_map(Map map) const {
        return with<detail::DistanceTag>(std::move(map));
    }
    /// The numbers 0..num_vertices-1 of the vertices; by default the graph's own `vertex_index`.
    template <class Map>
    auto vertex_index_map(Map map) const {
        return with<detail::IndexTag>(std::move(map));
    }
    /// Who hears of events, see visitor.hpp. It is copied; pass `std::ref` to keep your own.
    template <class Visitor>
    auto visitor(Visitor visitor) const {
        return with<detail::VisitorTag>(std::move(visitor));
    }
    /// Where play stops: `rule(g, v, play)` gives `std::optional<OutcomeValue>`, instead of the graph's own `terminal`.
    template <class Rule>
    auto terminal_rule(Rule rule) const {
        return with<detail::TerminalTag>(std::move(rule));
    }
    /// The convention of play and the number of threads: an `AnalysisOptions`.
    template <class Options>
    auto options(Options options) const {
        return with<detail::OptionsTag>(std::move(options));
    }

    /// True where the chain has a value under the tag.
    template <class Wanted>
    static constexpr bool has() {
        if constexpr (std::is_same_v<Wanted, Tag>)
            return true;
        else if constexpr (std::is_same_v<Base, detail::NoParameters>)
            return false;
        else
            return Base::template has<Wanted>();
    }
    /// The value under a tag, or `otherwise` where the chain has none.
    template <class Wanted, class Otherwise>
    auto find(Otherwise otherwise) const {
        if constexpr (std::is_same_v<Wanted, Tag>)
            return value_;
        else if constexpr (has<Wanted>())
            return base_.template find<Wanted>(std::move(otherwise));
        else
            return otherwise;
    }

  private:
    template <class NewTag, class U>
    NamedParams<U, NewTag, NamedParams> with(U value) const {
        return NamedParams<U, NewTag, NamedParams>(std::move(value), *this);
    }
    T value_;
    Base base_;
};

/// Begins a chain of named parameters: where outcomes are written, a writable property map from vertex to `Outcome`.
template <class Map>
NamedParams<Map, detail::OutcomeTag> outcome_map(Map map) {
    return NamedParams<Map, detail::OutcomeTag>(std::move(map));
}

}  // namespace mexbase

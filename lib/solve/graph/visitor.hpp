/// \file
/// What an algorithm tells while it works, and what it says at the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "../../index.hpp"
#include "../../member_name.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

/// The vertices decided in one ply. `edges` counts the moves looked at so far, in this ply and before.
struct PlyCounts {
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t edges = 0;
};

/// What a finished analysis amounts to. The same for every strategy and number of threads, but for `edges`.
struct Summary {
    Index vertices = 0;   ///< of the graph, indices that are no position included
    Index positions = 0;  ///< those that are positions
    Index wins = 0;
    Index losses = 0;
    Index ties = 0;
    std::uint64_t longest = 0;  ///< the greatest remoteness; 0 too where nothing is decided
    std::uint64_t edges = 0;    ///< moves looked at: work done
    Index draws() const { return positions - wins - losses - ties; }
    /// Adds the vertices decided in a ply; their edges are not added.
    void add(std::uint64_t ply, const PlyCounts& counts) {
        wins += counts.wins;
        losses += counts.losses;
        ties += counts.ties;
        longest = std::max(longest, ply);
    }
    /// Both together, of two parts of a graph.
    Summary& operator+=(const Summary& more) {
        vertices += more.vertices;
        positions += more.positions;
        wins += more.wins;
        losses += more.losses;
        ties += more.ties;
        longest = std::max(longest, more.longest);
        edges += more.edges;
        return *this;
    }
    friend bool operator==(const Summary&, const Summary&) = default;
};

/// How an analysis is run.
struct AnalysisOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    /// Plies with fewer vertices than this are done by one thread: waking the others costs more than it saves.
    Index small_ply = 16384;
};

/// What an analysis may tell while it works. Events are called on the thread that called the algorithm, one at a time,
/// and may throw to stop: the exception leaves the algorithm. Cells then hold what was decided until then; property
/// maps are written at the end, and so not at all.
enum class Event : unsigned {
    scan = 1,           ///< `scan(done, total)`: now and then in a pass over all vertices
    finish_vertex = 2,  ///< `finish_vertex(v, value)`: v is decided; once a vertex, terminal ones too, by remoteness
    /// `finish_ply(ply, counts)`: all vertices won or lost with remoteness `ply` are known; for ply 0, 1, … until none
    /// is left, and then the same for ties. Plies without any are left out. A ruleset that comes in slices is told
    /// slice by slice.
    finish_ply = 4,
    finish_stage = 8,  ///< `finish_stage(nimber, counts)`: a stage of `loopy_nimbers` is done
};

/// The events that a visitor hears: `using hears = Events<Event::scan, Event::finish_ply>;`.
///
/// A visitor is any object that says so, and has a member function for each of them and for no other: a name misspelt
/// here or there does not compile. Events that it does not hear cost nothing.
/// (In a local class g++ calls the list unused: `using hears [[maybe_unused]] = …`.)
///
/// Example:
///
///     struct Bar {
///         using hears = Events<Event::finish_ply>;
///         void finish_ply(std::uint64_t ply, const PlyCounts& counts) { … }
///     };
template <Event... events>
struct Events {
    static constexpr unsigned all = (0U | ... | static_cast<unsigned>(events));
    static constexpr bool has(Event event) { return (all & static_cast<unsigned>(event)) != 0; }
};

/// What solving outcomes tells, whatever the strategy.
using AnalysisEvents = Events<Event::scan, Event::finish_vertex, Event::finish_ply>;

/// What one stage of `loopy_nimbers` found; an argument of the event `finish_stage(m, counts)`, once per stage.
struct StageCounts {
    Index finite = 0;           ///< vertices with nimber m
    Index infinite = 0;         ///< vertices found to be infinite in this stage
    Index left = 0;             ///< vertices of which neither is known yet; 0 after the last stage
    std::uint64_t longest = 0;  ///< the greatest counter of those with nimber m
};

/// A visitor of a type that is known at run time only.
class AnalysisListener {
  public:
    using hears = Events<Event::scan, Event::finish_vertex, Event::finish_ply, Event::finish_stage>;
    virtual ~AnalysisListener() = default;
    /// Returns true if `finish_vertex` does anything.
    virtual bool hears_vertices() const { return false; }
    virtual void scan(Index, Index) {}
    virtual void finish_ply(std::uint64_t, const PlyCounts&) {}
    virtual void finish_vertex(Index, const OutcomeValue&) {}
    virtual void finish_stage(std::uint32_t, const StageCounts&) {}
};

/// Hears nothing, and compiles to nothing.
struct NullVisitor {
    using hears = Events<>;
};

}  // namespace mexbase

MEXBASE_DETECT_MEMBER(scan)
MEXBASE_DETECT_MEMBER(finish_vertex)
MEXBASE_DETECT_MEMBER(finish_ply)
MEXBASE_DETECT_MEMBER(finish_stage)

namespace mexbase::detail {

template <class T>
inline constexpr bool is_events = false;
template <Event... events>
inline constexpr bool is_events<Events<events...>> = true;

template <class V>
concept SaysWhatItHears = requires { typename V::hears; } && is_events<typename V::hears>;

/// Whether a visitor hears an event. Compiles only for a visitor that has what it lists, and lists what it has.
template <class V>
constexpr bool hears(Event event) {
    static_assert(!std::is_final_v<V>, "visitor: it must not be final, or its events could not be checked");
    static_assert(SaysWhatItHears<V>,
                  "visitor: it must list its events, as in using hears = mexbase::Events<mexbase::Event::finish_ply>");
    if constexpr (SaysWhatItHears<V>) {
        using H = typename V::hears;
#define MEXBASE_CHECK_EVENT(NAME)                         \
    static_assert(names_##NAME<V> == H::has(Event::NAME), \
                  "visitor: either hears lists Event::" #NAME " and there is a member " #NAME ", or neither")
        MEXBASE_CHECK_EVENT(scan);
        MEXBASE_CHECK_EVENT(finish_vertex);
        MEXBASE_CHECK_EVENT(finish_ply);
        MEXBASE_CHECK_EVENT(finish_stage);
#undef MEXBASE_CHECK_EVENT
        return H::has(event);
    }
    return false;
}

// Each event is called where it is heard; a wrong signature is a line at its first call.
#define MEXBASE_TELL(NAME, SIGNATURE, ...)                                                         \
    if constexpr (hears<V>(Event::NAME)) {                                                         \
        constexpr bool right = requires { visitor.NAME(__VA_ARGS__); };                            \
        static_assert(right, "visitor: " #NAME " must be a public void " #NAME "(" SIGNATURE ")"); \
        if constexpr (right) visitor.NAME(__VA_ARGS__);                                            \
    }

template <class V>
void event_scan(V& visitor, Index done, Index total) {
    MEXBASE_TELL(scan, "Index done, Index total", done, total)
}
template <class V>
void event_finish_ply(V& visitor, std::uint64_t ply, const PlyCounts& counts) {
    MEXBASE_TELL(finish_ply, "std::uint64_t ply, const PlyCounts&", ply, counts)
}
template <class V, class Vertex>
void event_finish_vertex(V& visitor, Vertex v, const OutcomeValue& value) {
    MEXBASE_TELL(finish_vertex, "Vertex, const OutcomeValue&", v, value)
}
template <class V>
void event_finish_stage(V& visitor, std::uint32_t nimber, const StageCounts& counts) {
    MEXBASE_TELL(finish_stage, "std::uint32_t nimber, const StageCounts&", nimber, counts)
}

#undef MEXBASE_TELL

/// Whether a visitor hears of single vertices.
template <class V>
bool hears_vertices([[maybe_unused]] const V& visitor) {
    if constexpr (!hears<V>(Event::finish_vertex))
        return false;
    else if constexpr (requires { visitor.hears_vertices(); })
        return visitor.hears_vertices();
    else
        return true;
}

/// For a `static_assert`: true, and compiles only if a visitor hears nothing but `Told`. What else it lists would never
/// come.
template <class V, class Told>
constexpr bool check_visitor() {
    if constexpr (SaysWhatItHears<V>) {
        constexpr bool told = (V::hears::all & ~Told::all) == 0;
        static_assert(told, "visitor: hears lists an event that this algorithm never tells");
    }
    return true;
}

/// A visitor as a listener. Borrows the visitor, which is told `vertex(v)` in place of the number v.
template <class Visitor, class Vertex = std::identity>
class ListenerOf final : public AnalysisListener {
  public:
    explicit ListenerOf(Visitor& visitor, Vertex vertex = {}) : visitor_(visitor), vertex_(vertex) {}
    bool hears_vertices() const override { return detail::hears_vertices(visitor_); }
    void scan(Index done, Index total) override { event_scan(visitor_, done, total); }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) override { event_finish_ply(visitor_, ply, counts); }
    void finish_vertex(Index v, const OutcomeValue& value) override {
        event_finish_vertex(visitor_, vertex_(v), value);
    }
    void finish_stage(std::uint32_t nimber, const StageCounts& counts) override {
        event_finish_stage(visitor_, nimber, counts);
    }

  private:
    Visitor& visitor_;
    Vertex vertex_;
};

}  // namespace mexbase::detail

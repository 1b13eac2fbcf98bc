// SPDX-License-Identifier: MIT
#include "solving_checkpointer.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace mexbase::detail {

namespace {

constexpr Index elements_per_part = Index{1} << 20;

/// Returns a text that identifies the job of a checkpoint. The 4 is a version. Raise it if the saved data changes.
std::string identity_of(const Game& game, const JobOptions& options, unsigned number) {
    return "solving 4 " + std::string(to_string(options.value)) + ' ' + std::string(to_string(options.play)) + ' ' +
           game.spec() + ' ' + std::to_string(game.rules_version()) + ' ' + std::to_string(game.size()) + ' ' +
           std::to_string(number) + (game.traits().distance == Distance::exit ? " exit" : "");
}

Index known_at(const SolverState& at) {
    Index known = at.below.positions + at.now.wins + at.now.losses + at.now.ties;
    for (const Index each : {at.here.wins, at.here.losses, at.here.ties}) known += each;
    if (known == 0) known = at.here.positions;  // nothing is decided yet: counts the positions that were read
    return known;
}

/// Calls `f` with each member of a state that is a single number. Skips members that are lists.
template <class F>
void for_each_number(SolverState& at, const F& f) {
    const auto each_of = [&f](auto&... numbers) { (f(numbers), ...); };
    each_of(at.strategy, at.slice, at.begun, at.passing, at.tying, at.ply, at.ties, at.cells);
    for (Summary* s : {&at.below, &at.here})
        each_of(s->vertices, s->positions, s->wins, s->losses, s->ties, s->longest, s->edges);
    each_of(at.now.wins, at.now.losses, at.now.ties, at.now.edges);
}

/// Converts a state to a list of numbers, which `state_of` reads.
std::vector<std::uint64_t> numbers_of(SolverState at) {
    std::vector<std::uint64_t> all;
    for_each_number(at, [&all](const auto& number) { all.push_back(static_cast<std::uint64_t>(number)); });
    all.push_back(at.seen.size());
    for (const VertexRange& each : at.seen) all.insert(all.end(), {each.first, each.last});
    all.insert(all.end(), at.numbers.begin(), at.numbers.end());
    return all;
}

/// Restores a state from the list made by `numbers_of`. Returns `std::nullopt` if the list is invalid.
std::optional<SolverState> state_of(const SavedPart& part) {
    const std::vector<std::uint64_t> all = part.numbers();
    SolverState at;
    std::size_t next = 0;
    const auto take = [&all, &next] { return next < all.size() ? all[next++] : 0; };
    for_each_number(at, [&](auto& number) { number = static_cast<std::remove_reference_t<decltype(number)>>(take()); });
    const std::uint64_t seen = take();
    if (part.field != "standing" || seen > (all.size() - next) / 2) return std::nullopt;
    for (std::uint64_t k = 0; k < seen; ++k) {
        at.seen.push_back({});
        at.seen.back().first = take();
        at.seen.back().last = take();
    }
    at.numbers.assign(all.begin() + static_cast<std::ptrdiff_t>(next), all.end());
    return at;
}

/// Saves an array in parts. Parts that contain only zeros are omitted. Calls `after_part` after each part.
template <class T, class F>
void put_array(Snapshot::Writer& writer, std::string_view field, std::span<const T> all, const F& after_part) {
    for (std::size_t first = 0; first < all.size(); first += elements_per_part) {
        const auto part = all.subspan(first, std::min<std::size_t>(elements_per_part, all.size() - first));
        if (std::ranges::any_of(part, [](T each) { return each != 0; })) writer.put_part(field, first, part);
        after_part();
    }
}

/// Adds a saved part to the restored state. Returns false if the part is invalid.
bool put_part(const SavedPart& part, std::optional<RestoredState>& found, const std::string& cells_folder) {
    if (!found) {
        auto at = state_of(part);
        if (at) found.emplace().at = std::move(*at);
        return at.has_value();
    }
    if (part.field == "sizes") {
        const std::vector<std::uint64_t> sizes = part.numbers();  // bytes per cell, cells, and words of each array
        if (sizes.size() < 2 || (sizes[0] == 0 && sizes[1] != 0)) return false;
        if (sizes[0] != 0) found->cells = OutcomeCells(sizes[1], static_cast<unsigned>(sizes[0]), cells_folder);
        for (std::size_t k = 2; k < sizes.size(); ++k) found->words.emplace_back(static_cast<std::size_t>(sizes[k]));
        return true;
    }
    if (part.field == "cells")
        return found->cells.visit(
            [&](auto* cells) { return part.copy_to(std::span(cells, static_cast<std::size_t>(found->cells.size()))); });
    if (part.field == "due") return part.size() >= 2;
    for (std::size_t k = 0; k < found->words.size(); ++k)
        if (part.field == "words " + std::to_string(k)) return part.copy_to(std::span(found->words[k]));
    return false;
}

}  // namespace

SolvingCheckpointer::SolvingCheckpointer(const Game& game, const JobOptions& options, unsigned number)
    : snapshot_(options.checkpoint.empty() || number == 1 ? options.checkpoint
                                                          : options.checkpoint + '-' + std::to_string(number),
                identity_of(game, options, number), options.checkpoint_seconds) {
    if (const auto part = snapshot_.first()) before_ = state_of(*part);
}

Index SolvingCheckpointer::known_before() const {
    return before_ ? known_at(*before_) : 0;
}

std::optional<RestoredState> SolvingCheckpointer::restore() {
    std::optional<RestoredState> from;
    snapshot_.load([&](const SavedPart& part) {
        if (!put_part(part, from, cells_folder_)) snapshot_.refuse();
        if (from) from->cells.let_go();
    });
    if (from && from->at.cells > from->cells.size()) snapshot_.refuse();
    if (!from) forget();
    if (from)
        from->due = [this](const ScheduledSink& sink) {
            snapshot_.load([&](const SavedPart& part) {
                if (part.field != "due") return;
                const std::vector<std::uint64_t> all = part.numbers();  // ply, won, and the vertices
                for (std::size_t k = 2; k < all.size(); ++k) sink(all[0], all[1] != 0, all[k]);
            });
        };
    snapshot_.restart();
    return from;
}

void SolvingCheckpointer::save(const SolverState& at, const StateView& kept) {
    snapshot_.replace([&](Snapshot::Writer& writer) {
        const auto put = [&writer](std::string_view field, const std::vector<std::uint64_t>& numbers) {
            if (!numbers.empty()) writer.put_part(field, 0, std::span(numbers));
        };
        put("standing", numbers_of(at));
        std::vector<std::uint64_t> sizes(2);
        if (kept.cells != nullptr) sizes = {kept.cells->cell_bytes(), kept.cells->size()};
        for (const auto& words : kept.words) sizes.push_back(words.size());
        put("sizes", sizes);

        if (kept.cells != nullptr)
            kept.cells->visit([&](const auto* all) {
                put_array(writer, "cells", std::span(all, static_cast<std::size_t>(at.cells)),
                          [&kept] { kept.cells->let_go(); });
            });
        for (std::size_t k = 0; k < kept.words.size(); ++k)
            put_array(writer, "words " + std::to_string(k), kept.words[k], [] {});

        std::vector<std::uint64_t> run;  // ply, won, and vertices
        constexpr std::size_t longest = 2 + elements_per_part;
        kept.due([&](std::uint64_t ply, bool won, Index v) {
            const std::array<std::uint64_t, 2> head{ply, won};
            if (run.empty() || run.size() == longest || !std::equal(head.begin(), head.end(), run.begin())) {
                put("due", run);
                run.assign(head.begin(), head.end());
            }
            run.push_back(v);
        });
        put("due", run);
    });
}

void JobCheckpointers::finish(Sink& sink, JobReport& report) {
    sink.commit();  // before the checkpoints are deleted, so that a killed job leaves the table or the checkpoints
    for (SolvingCheckpointer& checkpointer : checkpointers_) {
        checkpointer.remove();
        report.resumed_from = std::max(report.resumed_from, checkpointer.known_before());
        if (report.checkpoint_failure.empty()) report.checkpoint_failure = checkpointer.failure();
    }
}

}  // namespace mexbase::detail

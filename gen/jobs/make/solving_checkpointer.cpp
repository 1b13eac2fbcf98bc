// SPDX-License-Identifier: MIT
#include "solving_checkpointer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "../../../lib/error.hpp"

namespace mexbase::detail {

namespace {

constexpr Index elements_per_part = Index{1} << 20;

/// Returns a text that identifies the job of a checkpoint. The 5 is a version. Raise it if the saved data changes.
std::string identity_of(const Game& game, const JobOptions& options, unsigned number) {
    return options.checkpoint_identity + "solving 5 " + std::string(to_string(options.value)) + ' ' +
           std::string(to_string(options.play)) + ' ' + game.spec() + ' ' + std::to_string(game.rules_version()) + ' ' +
           std::to_string(game.size()) + ' ' + std::to_string(number) +
           (game.traits().distance == Distance::exit ? " exit" : "");
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
        if (sizes.size() < 2 || sizes[0] == 0) return false;
        found->cells = OutcomeCells(sizes[1], static_cast<unsigned>(sizes[0]), cells_folder);
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

/// Saves what describes a state: its numbers, and the sizes of its data.
void put_state(Snapshot::Writer& writer, const SolverState& at, const std::vector<std::uint64_t>& sizes) {
    const std::vector<std::uint64_t> standing = numbers_of(at);
    writer.put_part("standing", 0, std::span(standing));
    writer.put_part("sizes", 0, std::span(sizes));
}

/// Saves scheduled vertices.
void put_due(Snapshot::Writer& writer, const ScheduledSource& due) {
    std::vector<std::uint64_t> run;  // ply, won, and vertices
    constexpr std::size_t longest = 2 + elements_per_part;
    const auto put = [&writer, &run] {
        if (!run.empty()) writer.put_part("due", 0, std::span(run));
    };
    due([&](std::uint64_t ply, bool won, Index v) {
        const std::array<std::uint64_t, 2> head{ply, won};
        if (run.empty() || run.size() == longest || !std::equal(head.begin(), head.end(), run.begin())) {
            put();
            run.assign(head.begin(), head.end());
        }
        run.push_back(v);
    });
    put();
}

/// Passes on the scheduled vertices of a saved part, if it has any.
void take_due(const SavedPart& part, const ScheduledSink& sink) {
    if (part.field != "due") return;
    const std::vector<std::uint64_t> all = part.numbers();
    for (std::size_t k = 2; k < all.size(); ++k) sink(all[0], all[1] != 0, all[k]);
}

}  // namespace

SolvingCheckpointer::SolvingCheckpointer(const Game& game, const JobOptions& options, unsigned number)
    : path_(options.checkpoint.empty() || number == 1 ? options.checkpoint
                                                      : options.checkpoint + '-' + std::to_string(number)),
      identity_(identity_of(game, options, number)),
      snapshot_(path_, identity_, options.checkpoint_seconds, options.resumable) {
    if (const auto part = snapshot_.first()) before_ = state_of(*part);
}

Index SolvingCheckpointer::known_before() const {
    return before_ ? known_at(*before_) : 0;
}

std::optional<RestoredState> SolvingCheckpointer::restore() {
    std::optional<RestoredState> from;
    unsigned parts = 0;
    const auto take = [&](const SavedPart& part) {
        if (part.field == "parts" && part.size() == 2) {
            valid_save_ = part.numbers()[0];
            parts = static_cast<unsigned>(part.numbers()[1]);
        } else if (!put_part(part, from, cells_folder_)) {
            snapshot_.refuse();
        }
        if (from) from->cells.let_go();
    };
    snapshot_.load(take);
    for (unsigned k = 0; k < parts; ++k) load_part(valid_save_, k, parts, take);
    if (from && from->at.cells > from->cells.size()) snapshot_.refuse();
    if (!from) before_.reset();
    if (from)
        from->due = [this, save = valid_save_, parts](const ScheduledSink& sink) {
            const auto due_in = [&sink](const SavedPart& part) { take_due(part, sink); };
            snapshot_.load(due_in);
            for (unsigned k = 0; k < parts; ++k) load_part(save, k, parts, due_in);
        };
    snapshot_.restart();
    return from;
}

void SolvingCheckpointer::save(const SolverState& at, const StateView& kept) {
    snapshot_.replace([&](Snapshot::Writer& writer) {
        std::vector<std::uint64_t> sizes{kept.cells.cell_bytes(), kept.cells.size()};
        for (const auto& words : kept.words) sizes.push_back(words.size());
        put_state(writer, at, sizes);
        kept.cells.visit([&](const auto* all) {
            put_array(writer, "cells", std::span(all, static_cast<std::size_t>(at.cells)),
                      [&kept] { kept.cells.let_go(); });
        });
        for (std::size_t k = 0; k < kept.words.size(); ++k)
            put_array(writer, "words " + std::to_string(k), kept.words[k], [] {});
        put_due(writer, kept.due);
    });
    if (snapshot_.works() && std::exchange(valid_save_, 0) != 0) remove_parts_except(0);
}

std::optional<SharedState> SolvingCheckpointer::saved_state() {
    std::optional<SharedState> found;
    snapshot_.load([&](const SavedPart& part) {
        if (part.field == "standing") {
            auto at = state_of(part);
            if (!at) snapshot_.refuse();
            found.emplace().at = std::move(*at);
        } else if (found && part.field == "sizes" && part.size() == 2) {
            found->cell_bytes = static_cast<unsigned>(part.numbers()[0]);
            found->cells = part.numbers()[1];
        } else if (found && part.field == "parts" && part.size() == 2) {
            found->save = valid_save_ = part.numbers()[0];
            found->parts = static_cast<unsigned>(part.numbers()[1]);
        }
    });
    if (found && (found->cell_bytes == 0 || found->at.cells > found->cells)) snapshot_.refuse();
    if (!found) before_.reset();
    snapshot_.restart();
    return found;
}

void SolvingCheckpointer::read_parts(const SharedState& from, unsigned rank, unsigned ranks, const CellsSink& cells,
                                     const ScheduledSink& due) {
    const auto take = [&](const SavedPart& part) {
        if (part.field == "cells") cells(part.first, part.width, std::as_bytes(std::span(part.bytes)));
        take_due(part, due);
    };
    if (from.parts == 0 && rank == 0) snapshot_.load(take);
    for (unsigned k = rank; k < from.parts; k += ranks) load_part(from.save, k, from.parts, take);
}

void SolvingCheckpointer::save_part(std::uint64_t save, unsigned rank, unsigned ranks, const CellsSource& cells,
                                    const ScheduledSource& due) {
    begin_ = Snapshot::Clock::now();
    Snapshot part = part_file(save, rank, ranks);
    part.replace([&](Snapshot::Writer& writer) {
        cells([&](Index first, unsigned width, std::span<const std::byte> all) {
            if (std::ranges::any_of(all, [](std::byte each) { return each != std::byte{0}; }))
                writer.put_bytes("cells", first, width, all);
        });
        put_due(writer, due);
    });
    if (!part.failure().empty()) throw Error(ErrorCode::io, part.failure());
}

void SolvingCheckpointer::save_state(const SharedState& state) {
    for (unsigned k = 0; k < state.parts; ++k)
        if (std::error_code unknown; !std::filesystem::exists(part_path(state.save, k), unknown))
            return give_up("process " + std::to_string(k) + " has another folder for checkpoints than process 0");
    snapshot_.replace(
        [&](Snapshot::Writer& writer) {
            put_state(writer, state.at, {state.cell_bytes, state.cells});
            const std::vector<std::uint64_t> parts{state.save, state.parts};
            writer.put_part("parts", 0, std::span(parts));
        },
        begin_);
    if (snapshot_.works()) valid_save_ = state.save;
    remove_parts_except(valid_save_);
}

void SolvingCheckpointer::give_up(const std::string& reason) {
    snapshot_.stop(reason);
    remove_parts_except(valid_save_);
}

void SolvingCheckpointer::remove() noexcept {
    snapshot_.remove();
    remove_parts_except(0);
}

namespace {

constexpr std::string_view save_mark = "-save-", part_mark = "-part-";

/// Returns the number of the save in the file name of a part, or `std::nullopt` if it is not one of the checkpoint
/// `name`.
std::optional<std::uint64_t> save_in_name(std::string_view file, std::string_view name) {
    if (!file.starts_with(name) || !file.substr(name.size()).starts_with(save_mark)) return std::nullopt;
    const char *at = file.data() + name.size() + save_mark.size(), *const end = file.data() + file.size();
    std::uint64_t save = 0;
    unsigned part = 0;
    const auto after_save = std::from_chars(at, end, save);
    at = after_save.ptr;
    if (after_save.ec != std::errc() || !std::string_view(at, end).starts_with(part_mark)) return std::nullopt;
    const auto after_part = std::from_chars(at + part_mark.size(), end, part);
    if (after_part.ec != std::errc() || after_part.ptr != end) return std::nullopt;
    return save;
}

}  // namespace

std::string SolvingCheckpointer::part_path(std::uint64_t save, unsigned part) const {
    return path_ + std::string(save_mark) + std::to_string(save) + std::string(part_mark) + std::to_string(part);
}

Snapshot SolvingCheckpointer::part_file(std::uint64_t save, unsigned part, unsigned parts) const {
    return {part_path(save, part),
            identity_ + " part " + std::to_string(part) + " of " + std::to_string(parts) + " of save " +
                std::to_string(save),
            0.0};
}

void SolvingCheckpointer::load_part(std::uint64_t save, unsigned part, unsigned parts, const TakePart& take) const {
    if (part_file(save, part, parts).load(take)) return;
    const std::string mark = part_path(save, part).substr(path_.size());
    throw Error(ErrorCode::bad_usage,
                "the checkpoint " + in_quotes(path_) + " cannot be used, because its part " + in_quotes(mark) +
                    " beside it is missing or damaged; remove the checkpoint",
                Remedy::skip_checkpoint);
}

void SolvingCheckpointer::remove_parts_except(std::uint64_t save) const noexcept {
    if (path_.empty()) return;
    std::error_code failed;
    const std::filesystem::path path(path_);
    const std::string name = path.filename().string();
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    for (std::filesystem::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        const auto found = save_in_name(each->path().filename().string(), name);
        std::error_code ignored;
        if (found && (save == 0 || *found != save)) std::filesystem::remove(each->path(), ignored);
    }
}

void JobCheckpointers::finish(Sink& sink, JobReport& report) {
    sink.commit();  // before the checkpoints are deleted, so that a killed job leaves the table or the checkpoints
    for (SolvingCheckpointer& checkpointer : checkpointers_) {
        checkpointer.remove();
        report.resumed_from = std::max(report.resumed_from, checkpointer.known_before());
        if (report.checkpoint_failure.empty()) report.checkpoint_failure = checkpointer.failure();
        if (report.checkpoint_damage.empty()) report.checkpoint_damage = checkpointer.damage();
    }
}

}  // namespace mexbase::detail

// SPDX-License-Identifier: MIT
#include "library.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "../lib/error.hpp"
#include "../lib/rules/family.hpp"
#include "kinds/kind.hpp"
#include "library_entries.hpp"
#include "source/platform.hpp"

namespace mexbase {

namespace {

using detail::AskedSpec;
using detail::family_in;
using Entry = detail::LibraryEntry;
using Entries = detail::LibraryEntries;

/// Maximum number of remembered queries, so that queries with ever new specs do not fill the memory.
constexpr std::size_t most_remembered = 4096;

}  // namespace

struct Library::State {
    State(std::span<const std::string> from, const LibraryOptions& given)
        : directories(from.begin(), from.end()),
          options(given),
          budget(std::make_shared<CacheBudget>(given.cache_bytes)) {
        options.table.budget = budget;
        if (options.table.registry == nullptr) options.table.registry = &stock_registry();
        options.most_open = std::max<std::size_t>(options.most_open, 1);
    }

    /// Files whose tables may answer a query, the likeliest first.
    using Candidates = std::shared_ptr<const Entries>;

    /// Returns the candidates for a query. If `first` is not null and the table of the first candidate is open, sets
    /// `*first` to that table. Then the caller needs no second lock.
    Candidates candidates(std::string_view spec, std::string_view position, const TableChoice& choice,
                          std::optional<Table>* first = nullptr);
    Table open(Entry& entry);
    /// Calls `use(table)` for each candidate in turn until a table has the position. Returns the result of that call.
    /// If no table has the position, returns the first error.
    template <class T, class Use>
    Result<T> ask(std::string_view spec, std::string_view position, const TableChoice& choice, const Use& use);
    /// Returns `failure`. If the position is out of the domain of the tables in `found`, adds the spec of a table of
    /// the same game that has it. Such a table has another kind of value, another play or other keys.
    Failure with_other_table(Failure failure, std::string_view spec, std::string_view position, const Entries& found);
    /// Returns the error for a spec without a table.
    Error no_table(std::string_view spec) const;
    /// Returns the end of an error message, which lists the tables of the spec's family.
    std::string tables_of_game(std::string_view spec) const;
    void look_again();
    void read_files();

    const std::vector<std::string> directories;
    LibraryOptions options;
    const std::shared_ptr<CacheBudget> budget;
    std::atomic<std::uint64_t> clock{0};
    std::atomic<bool> is_read{false};

    std::mutex slow;  ///< locked while tables are opened or files are read; lock it before `mutex`
    std::vector<std::pair<std::string, std::vector<detail::FoundFile>>> listed;  ///< files by directory path
    mutable std::shared_mutex mutex;                                             ///< guards the members below
    Entries entries;
    std::unordered_map<std::string, Candidates> remembered;
    Entries kept_open;

  private:
    Candidates find(std::string_view spec, std::string_view sort, const TableChoice& choice) const;
    /// Returns the table if it is open, and marks it as used. The caller must hold `mutex`.
    std::optional<Table> table_if_open(const Entry& entry);
    void close_some(const Entry& but);
};

void Library::State::look_again() {
    const std::scoped_lock lock(slow);
    std::vector<std::pair<std::string, std::vector<detail::FoundFile>>> found;
    for (const std::string& directory : directories) {
        const bool slash = directory.ends_with('/');
        found.emplace_back(slash ? directory : directory + '/', detail::list_files(directory));
    }
    listed = std::move(found);
    is_read.store(false, std::memory_order_release);
}

/// Reads the headers of the new and changed files that `look_again` has found, and drops missing files.
void Library::State::read_files() {
    if (is_read.load(std::memory_order_acquire)) return;
    const std::scoped_lock lock(slow);
    if (is_read.load(std::memory_order_relaxed)) return;
    std::unordered_map<std::string_view, std::shared_ptr<Entry>> old;
    for (const auto& entry : entries) old.emplace(entry->file.path, entry);
    Entries fresh;
    for (const auto& [directory, files] : listed)
        for (const detail::FoundFile& file : files) {
            const std::string path = directory + file.name;
            const auto known = old.find(path);
            const bool same =
                known != old.end() && known->second->version == file.version && known->second->file.bytes == file.size;
            fresh.push_back(same ? known->second : detail::read_entry(*options.table.registry, path, file));
        }
    const std::unique_lock writing(mutex);
    for (const auto& entry : entries)
        if (std::find(fresh.begin(), fresh.end(), entry) == fresh.end()) {
            entry->open.reset();
            kept_open.erase(std::remove(kept_open.begin(), kept_open.end(), entry), kept_open.end());
        }
    entries = std::move(fresh);
    remembered.clear();
    is_read.store(true, std::memory_order_release);
}

/// Returns the files whose tables may answer a query. All have the same kind of value and play, and no two have the
/// same spec. The caller must hold `mutex`.
Library::State::Candidates Library::State::find(std::string_view spec, std::string_view sort,
                                                const TableChoice& choice) const {
    const Registry& registry = *options.table.registry;
    const Family* family = registry.find(family_in(spec));
    AskedSpec asked(registry, spec, entries);
    Entries found;
    for (const auto& entry : entries) {
        const LibraryFile& file = entry->file;
        if (file.fault || (entry->game != asked.of(file.value).game && !asked.is_of(file))) continue;
        if ((choice.value && *choice.value != file.value) || (choice.play && *choice.play != file.play)) continue;
        if (choice.distance && *choice.distance != file.distance) continue;
        if (!asked.is_of(file) && entry->parameters && !asked.limits_alike(*entry->parameters)) continue;
        const bool may =
            sort.empty() || asked.is_of(file) || !entry->parameters || family->may_hold(*entry->parameters, sort);
        if (may) found.push_back(entry);
    }
    if (found.empty() && family == nullptr) (void)registry.at(family_in(spec));
    // Orders by play and kind of value. If these are equal, the table with exactly this spec comes first, then smaller
    // tables before larger ones.
    const auto place = [&](const auto& entry) {
        const LibraryFile& file = entry->file;
        return std::tuple(file.play, file.value, file.distance, asked.is_of(file) ? 0 : 1, file.indices);
    };
    std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
        // An exact spec counts more than the preferred kind of value.
        const bool exact_a = asked.is_of(a->file), exact_b = asked.is_of(b->file);
        return exact_a != exact_b ? exact_a : place(a) < place(b);
    });
    auto chosen = std::make_shared<Entries>();
    for (const auto& entry : found) {
        const LibraryFile& first = found.front()->file;
        if (entry->file.value != first.value || entry->file.play != first.play) continue;
        if (entry->file.distance != first.distance) continue;
        const auto same = [&](const auto& other) { return other->file.spec == entry->file.spec; };
        if (std::none_of(chosen->begin(), chosen->end(), same)) chosen->push_back(entry);
    }
    return chosen;
}

Library::State::Candidates Library::State::candidates(std::string_view spec, std::string_view position,
                                                      const TableChoice& choice, std::optional<Table>* first) {
    read_files();
    std::string sort;
    const Family* family = options.table.registry->find(family_in(spec));
    if (family != nullptr && family->table_group != nullptr) sort = family->table_group(position);
    thread_local std::string key;
    key.assign(1, static_cast<char>(choice.value ? 1 + static_cast<int>(*choice.value) : 0));
    key += static_cast<char>(choice.play ? 1 + static_cast<int>(*choice.play) : 0);
    key += static_cast<char>(choice.distance ? 1 + static_cast<int>(*choice.distance) : 0);
    key += spec;
    key += '\0';
    key += sort;
    {
        const std::shared_lock reading(mutex);
        if (const auto known = remembered.find(key); known != remembered.end()) {
            if (first != nullptr) *first = table_if_open(*known->second->front());
            return known->second;
        }
    }
    const std::unique_lock writing(mutex);
    Candidates found = find(spec, sort, choice);
    if (found->empty()) return found;
    if (remembered.size() >= most_remembered) remembered.clear();
    remembered.emplace(key, found);
    return found;
}

Error Library::State::no_table(std::string_view spec) const {
    const std::shared_lock reading(mutex);
    return detail::no_table(*options.table.registry, spec, entries);
}

std::string Library::State::tables_of_game(std::string_view spec) const {
    const std::shared_lock reading(mutex);
    return detail::tables_of(family_in(spec), entries);
}

std::optional<Table> Library::State::table_if_open(const Entry& entry) {
    if (!entry.open) return std::nullopt;
    if (const std::uint64_t now = clock.load(std::memory_order_relaxed);
        entry.used.load(std::memory_order_relaxed) != now)
        entry.used.store(clock.fetch_add(1, std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return entry.open;
}

/// Closes the least recently used tables, down to the limit on open tables. If the cache budget was exceeded, closes
/// tables until half of the budget is free. Keeps `but` open.
void Library::State::close_some(const Entry& but) {
    const bool too_full = budget->exchange_refused();
    std::sort(kept_open.begin(), kept_open.end(), [](const auto& a, const auto& b) {
        return a->used.load(std::memory_order_relaxed) < b->used.load(std::memory_order_relaxed);
    });
    const auto enough = [&] {
        return kept_open.size() <= options.most_open && !(too_full && budget->used() > budget->limit() / 2);
    };
    for (auto at = kept_open.begin(); at != kept_open.end() && !enough();) {
        if (at->get() == &but) {
            ++at;
            continue;
        }
        (*at)->open.reset();
        at = kept_open.erase(at);
    }
}

Table Library::State::open(Entry& entry) {
    const auto if_open = [&] {
        const std::shared_lock reading(mutex);
        return table_if_open(entry);
    };
    if (auto table = if_open()) return *std::move(table);
    const std::scoped_lock lock(slow);
    if (auto table = if_open()) return *std::move(table);
    Table table = Table::open(entry.file.path, options.table).value();
    const TableInfo& info = table.info();
    if (info.spec != entry.file.spec || info.value != entry.file.value || info.play != entry.file.play ||
        info.distance != entry.file.distance)
        throw Error(ErrorCode::not_found,
                    in_quotes(entry.file.path) + " has been replaced by another table since the library was read");
    const std::unique_lock writing(mutex);
    const auto here = [&](const auto& each) { return each.get() == &entry; };
    // If a refresh has removed the file during the call, the table is not kept open.
    const auto own = std::find_if(entries.begin(), entries.end(), here);
    if (own == entries.end()) return table;
    entry.open = table;
    entry.used.store(clock.fetch_add(1, std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    kept_open.push_back(*own);
    close_some(entry);
    return table;
}

template <class T, class Use>
Result<T> Library::State::ask(std::string_view spec, std::string_view position, const TableChoice& choice,
                              const Use& use) {
    std::optional<Table> open_first;
    const Candidates found = candidates(spec, position, choice, &open_first);
    if (found->empty()) {
        const Error none = candidates(spec, {}, choice)->empty()
                               ? no_table(spec)
                               : Error(ErrorCode::out_of_domain, "no table of " + in_quotes(spec) +
                                                                     " in the library has the position " +
                                                                     in_quotes(position) + tables_of_game(spec));
        return with_other_table({none.code(), none.what(), none.remedy()}, spec, position, *found);
    }
    std::optional<Failure> first;
    for (const auto& entry : *found) {
        const bool is_open = open_first && entry == found->front();
        Result<T> answer = use(is_open ? *std::move(open_first) : open(*entry));
        if (answer) return answer;
        const ErrorCode code = answer.error().code;
        const bool not_here = code == ErrorCode::out_of_domain || code == ErrorCode::bad_position;
        if (!not_here) return answer;
        if (!first) first = answer.error();
    }
    return with_other_table(*std::move(first), spec, position, *found);
}

Failure Library::State::with_other_table(Failure failure, std::string_view spec, std::string_view position,
                                         const Entries& found) {
    constexpr std::size_t most_opened = 8;
    if (failure.code != ErrorCode::out_of_domain && failure.code != ErrorCode::not_found) return failure;
    Entries others;
    {
        const std::shared_lock reading(mutex);
        AskedSpec asked(*options.table.registry, spec, entries);
        for (const auto& entry : entries)
            if (!entry->file.fault && entry->game == asked.of(entry->file.value).game &&
                std::find(found.begin(), found.end(), entry) == found.end())
                others.push_back(entry);
    }
    if (others.size() > most_opened) others.resize(most_opened);
    const auto has_position = [&](const auto& entry) {
        try {
            return open(*entry).resolve(position).ok();
        } catch (const Error&) {
            return false;  // the error to report is `failure`
        }
    };
    const auto other = std::find_if(others.begin(), others.end(), has_position);
    if (other == others.end()) return failure;
    const LibraryFile& file = (*other)->file;
    failure.message += "; the table of " + file.spec + " with " + std::string(to_string(file.value)) + " values and " +
                       std::string(to_string(file.play)) + " play has it";
    return failure;
}

Library::Library(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}

Result<Library> Library::open(std::span<const std::string> directories, const LibraryOptions& options) noexcept {
    return detail::guarded<Library>([&] {
        if (directories.empty()) throw Error(ErrorCode::bad_usage, "a library needs at least one directory");
        auto state = std::make_shared<State>(directories, options);
        state->look_again();
        return Library(std::move(state));
    });
}

Result<Table> Library::table(std::string_view spec, const TableChoice& choice) const noexcept {
    return detail::guarded<Table>([&] {
        const auto found = state_->candidates(spec, {}, choice);
        // If no table has exactly this spec, and the spec has no key that only limits what a table holds, takes the
        // table with the most indices.
        const Registry& registry = *state_->options.table.registry;
        if (!found->empty()) {
            AskedSpec asked(registry, spec, {});
            if (asked.is_of(found->front()->file)) return state_->open(*found->front());
            if (asked.is_open()) return state_->open(*found->back());
        }
        throw state_->no_table(spec);
    });
}

Result<Table> Library::table_for(std::string_view spec, std::string_view position,
                                 const TableChoice& choice) const noexcept {
    return detail::guarded<Table>([&] {
        return state_
            ->ask<Table>(spec, position, choice,
                         [&](Table table) -> Result<Table> {
                             // If a table is periodic, `probe` also accepts heaps that are too large for an index.
                             if (const auto has = table.resolve(position); !has && !table.probe(position))
                                 return has.error();
                             return table;
                         })
            .value();
    });
}

Result<Table> Library::table_for_sum(std::string_view spec, std::string_view position, bool obliged,
                                     const TableChoice& choice) const noexcept {
    return detail::guarded<Table>([&] {
        TableChoice adding = choice;
        for (std::size_t k = 0; !choice.value && k < detail::value_kinds.size(); ++k) {
            const auto kind = static_cast<ValueKind>(k);
            if (!traits_of(kind).adds || kind_of(kind).obliged != obliged) continue;
            adding.value = kind;
            if (!state_->candidates(spec, position, adding)->empty()) return table_for(spec, position, adding).value();
        }
        return table_for(spec, position, choice).value();
    });
}

Result<LibraryValue> Library::probe(std::string_view spec, std::string_view position,
                                    const TableChoice& choice) const noexcept {
    return detail::guarded<LibraryValue>([&] {
        return state_
            ->ask<LibraryValue>(spec, position, choice,
                                [&](Table table) -> Result<LibraryValue> {
                                    const Result<Value> value = table.probe(position);
                                    if (!value) return value.error();
                                    return LibraryValue{std::move(table), *value};
                                })
            .value();
    });
}

Result<std::vector<LibraryFile>> Library::files() const noexcept {
    return detail::guarded<std::vector<LibraryFile>>([&] {
        state_->read_files();
        const std::shared_lock reading(state_->mutex);
        std::vector<LibraryFile> files;
        for (const auto& entry : state_->entries) files.push_back(entry->file);
        return files;
    });
}

Result<void> Library::refresh() noexcept {
    return detail::guarded<void>([&] { state_->look_again(); });
}

std::size_t Library::open_tables() const noexcept {
    const std::shared_lock reading(state_->mutex);
    return state_->kept_open.size();
}

std::uint64_t Library::cached_bytes() const noexcept {
    return state_->budget->used();
}

}  // namespace mexbase

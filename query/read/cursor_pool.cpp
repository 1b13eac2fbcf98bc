// SPDX-License-Identifier: MIT
// Gives each thread its own cursor for each table that it uses.
#include <algorithm>
#include <array>

#include "table_data.hpp"

namespace mexbase::detail {

CursorCore* CursorPool::take(const TableData& table) {
    {
        const std::scoped_lock lock(mutex_);
        if (!idle_.empty()) {
            CursorCore* cursor = idle_.back();
            idle_.pop_back();
            return cursor;
        }
    }
    auto made = std::make_unique<CursorCore>(table);
    const std::scoped_lock lock(mutex_);
    idle_.reserve(all_.size() + 1);  // so that `give_back` never allocates
    all_.push_back(std::move(made));
    return all_.back().get();
}

void CursorPool::give_back(CursorCore* cursor) noexcept {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(cursor);
}

thread_local constinit LastCursor last_cursor;

namespace {

/// Recent cursors of this thread. The id of a table, modulo the size, is the index of its cursor. Sums read several
/// tables in turn, so that a search in a list would mispredict branches.
thread_local constinit std::array<LastCursor, 16> recent_cursors;

LastCursor& recent_cursor(std::uint64_t table) {
    return recent_cursors[table % recent_cursors.size()];
}

class ThreadCursors {
  public:
    ~ThreadCursors() {
        for (Entry& entry : entries_) entry.release();
        last_cursor = {};
        recent_cursors = {};
        gone() = true;
    }

    CursorCore* find(std::uint64_t table) const {
        for (const Entry& entry : entries_)
            if (entry.table == table) return entry.cursor;
        return nullptr;
    }

    CursorCore* add(const TableData& table) {
        if (entries_.size() >= most) {
            recent_cursors = {};
            const auto dead =
                std::remove_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.pool.expired(); });
            entries_.erase(dead, entries_.end());
        }
        if (entries_.size() >= most) {
            entries_.front().release();
            entries_.erase(entries_.begin());
        }
        entries_.reserve(entries_.size() + 1);
        CursorCore* cursor = table.pool->take(table);
        entries_.push_back({table.id, cursor, table.pool});
        return cursor;
    }

    /// Returns a flag that is true after the cursors of this thread are destroyed. Then they must not be used.
    static bool& gone() {
        static thread_local constinit bool value = false;
        return value;
    }

  private:
    static constexpr std::size_t most = 16;
    struct Entry {
        std::uint64_t table;
        CursorCore* cursor;
        std::weak_ptr<CursorPool> pool;
        void release() const noexcept {
            if (const auto alive = pool.lock()) alive->give_back(cursor);
        }
    };
    std::vector<Entry> entries_;
};

}  // namespace

CursorCore& find_thread_cursor(const TableData& table, std::uint64_t id) {
    if (ThreadCursors::gone()) {
        // The thread is ending, and its other cursors are destroyed. This cursor is freed with the table.
        CursorCore* cursor = table.pool->take(table);
        last_cursor = {id, cursor};
        return *cursor;
    }
    LastCursor& recent = recent_cursor(id);
    if (recent.table != id) {
        static thread_local ThreadCursors cursors;
        CursorCore* cursor = cursors.find(id);
        if (cursor == nullptr) cursor = cursors.add(table);
        recent = {id, cursor};
    }
    last_cursor = recent;
    return *recent.cursor;
}

}  // namespace mexbase::detail

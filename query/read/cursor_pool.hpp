// SPDX-License-Identifier: MIT
/// \file
/// Cursors for direct calls on a table, one for each calling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cursor_core.hpp"

namespace mexbase::detail {

/// Cursors of one table, which owns this. Threads take a cursor at their first call and give it back at their end. All
/// cursors live as long as the table. Safe to use from several threads.
class CursorPool {
  public:
    /// Returns an unused cursor, or makes one.
    CursorCore* take(const TableData& table);
    void give_back(CursorCore* cursor) noexcept;

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<CursorCore>> all_;
    std::vector<CursorCore*> idle_;
};

/// The cursor a thread used last. Table ids start at 1 and are never reused, so that an entry of a destroyed table
/// never matches another one.
struct LastCursor {
    std::uint64_t table = 0;
    CursorCore* cursor = nullptr;
};
extern thread_local constinit LastCursor last_cursor;

/// Slow path of `thread_cursor`.
CursorCore& find_thread_cursor(const TableData& table, std::uint64_t id);

}  // namespace mexbase::detail

/// \file
/// The cursors that serve a table's plain calls, one for each thread that makes any.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cursor_core.hpp"

namespace mexbase::detail {

/// Owned by its table. Threads borrow a cursor when they first call and give it back when they end; the pool keeps
/// every cursor ever made until the table dies. Safe for any number of threads.
class CursorPool {
  public:
    /// A cursor nobody else has. Throws what making one throws.
    CursorCore* take(const TableData& table);
    void give_back(CursorCore* cursor) noexcept;

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<CursorCore>> all_;
    std::vector<CursorCore*> idle_;
};

/// What a thread used last. Table ids start at 1 and are never used twice, so that an entry of a table that has died
/// can never be mistaken for one that lives.
struct LastCursor {
    std::uint64_t table = 0;
    CursorCore* cursor = nullptr;
};
extern thread_local constinit LastCursor last_cursor;

/// The slow way to `thread_cursor`.
CursorCore& find_thread_cursor(const TableData& table, std::uint64_t id);

}  // namespace mexbase::detail

#include "query/mexquery.h"
#include "tables.hpp"

namespace mexbase::test {
namespace capi_sums_test {

/// An open table of C, of a game's values.
class CTable {
  public:
    CTable(std::string_view spec, ValueKind kind) {
        JobOptions job = quick_job(1);
        job.value = kind;
        bytes_ = make_table_bytes(spec, job);
        EXPECT_EQ(mexquery_open_memory(bytes_.data(), bytes_.size(), &table_, nullptr), MEXQUERY_OK);
    }
    ~CTable() { mexquery_close(table_); }
    CTable(const CTable&) = delete;
    CTable& operator=(const CTable&) = delete;
    const mexquery_table* get() const { return table_; }

  private:
    std::vector<std::byte> bytes_;
    mexquery_table* table_ = nullptr;
};

TEST(CSums, AddNimbersAndFindTheMove) {
    const CTable kayles("octal:code=0.77,max=50", ValueKind::nimber), square("square:max=50", ValueKind::nimber);
    const mexquery_table* tables[] = {kayles.get(), square.get()};
    // Kayles: 5 is worth *4, 3 is worth *3; the square game: 1 is worth *1.
    const std::uint64_t indices[] = {5, 1};
    std::int32_t outcome = -1;
    mexquery_error error;
    ASSERT_EQ(mexquery_sum(tables, indices, 2, &outcome, &error), MEXQUERY_OK) << error.message;
    EXPECT_EQ(outcome, MEXQUERY_WIN);
    std::size_t component = 9;
    std::uint64_t option = 0;
    ASSERT_EQ(mexquery_sum_move(tables, indices, 2, &component, &option, &error), MEXQUERY_OK) << error.message;
    EXPECT_EQ(component, 0u);
    const std::uint64_t lost[] = {0, 0};
    EXPECT_EQ(mexquery_sum_move(tables, lost, 2, &component, &option, &error), MEXQUERY_NOT_FOUND);
    EXPECT_EQ(mexquery_sum(nullptr, indices, 2, &outcome, &error), MEXQUERY_BAD_USAGE);
    const mexquery_table* missing[] = {kayles.get(), nullptr};
    EXPECT_EQ(mexquery_sum(missing, indices, 2, &outcome, nullptr), MEXQUERY_BAD_USAGE);
    std::uint8_t pair = 0;
    EXPECT_EQ(mexquery_obliged_sum(tables, indices, 2, 0, &pair, &error), MEXQUERY_NOT_APPLICABLE);
}

TEST(CSums, AddObligedPairs) {
    const CTable knight("knight:size=12", ValueKind::obliged);
    const mexquery_table* tables[] = {knight.get(), knight.get(), knight.get(), knight.get()};
    std::uint64_t indices[4];
    const char* squares[] = {"3,4", "5,3", "4,9", "6,4"};
    for (int i = 0; i < 4; ++i) ASSERT_EQ(mexquery_index(knight.get(), squares[i], &indices[i], nullptr), MEXQUERY_OK);
    std::uint8_t pair = 0;
    ASSERT_EQ(mexquery_obliged_sum(tables, indices, 4, 0, &pair, nullptr), MEXQUERY_OK);
    EXPECT_EQ(pair, 3);
    // The last three alone, which have no 00 and two 10.
    ASSERT_EQ(mexquery_obliged_sum(tables, indices + 1, 3, 0, &pair, nullptr), MEXQUERY_OK);
    EXPECT_EQ(pair, 1);
    EXPECT_EQ(mexquery_obliged_sum(tables, indices, 4, 5, &pair, nullptr), MEXQUERY_BAD_USAGE);
}

}  // namespace capi_sums_test
}  // namespace mexbase::test

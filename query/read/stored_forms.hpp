// SPDX-License-Identifier: MIT
/// \file
/// Partizan values of a table with a directory of its list of values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../format/contents.hpp"
#include "../source/source.hpp"

namespace mexbase::detail {

/// Reads parts of the list of values in section `section`. Shares ownership of the source.
class StoredForms : public GameParts {
  public:
    StoredForms(std::shared_ptr<const Source> source, const format::Section& section, format::ValuesDirectory directory)
        : source_(std::move(source)), section_(section), directory_(std::move(directory)) {}
    std::uint32_t size() const override { return directory_.values; }
    unsigned part_log2() const override { return directory_.part_log2; }
    std::uint64_t most_options() const override { return section_.length; }
    std::vector<GameList> read(std::span<const std::uint32_t> parts) const override;

  private:
    const std::shared_ptr<const Source> source_;
    const format::Section section_;
    const format::ValuesDirectory directory_;
};

}  // namespace mexbase::detail

// SPDX-License-Identifier: MIT
#include "suggestions.hpp"

#include <algorithm>

namespace mexbase {

namespace {

constexpr std::size_t longest_word = 64, most_names = 3;

std::string in_small_letters(std::string_view text) {
    std::string small{text};
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between prefixes of a and prefixes of b, for the last three prefixes of a.
    std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        two_before.swap(before);
        before.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two_before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::vector<std::string_view> suggestions(std::string_view word, std::span<const std::string_view> names) {
    std::vector<std::string_view> nearest;
    if (word.empty() || word.size() > longest_word) return nearest;
    const std::string meant = in_small_letters(word);
    std::size_t least = std::max<std::size_t>(1, word.size() / 3);
    for (const std::string_view name : names) {
        const std::string known = in_small_letters(name);
        std::size_t distance = edit_distance(meant, known);
        if (meant.size() >= 3 && known.starts_with(meant)) distance = std::min<std::size_t>(distance, 1);
        // A name in which every character would have to change is not suggested.
        if (distance >= std::min(meant.size(), known.size()) || distance > least) continue;
        if (distance < least) nearest.clear();
        least = distance;
        if (std::find(nearest.begin(), nearest.end(), name) == nearest.end()) nearest.push_back(name);
    }
    if (nearest.size() > most_names) nearest.resize(most_names);
    return nearest;
}

Suggestion did_you_mean(std::string_view word, std::span<const std::string_view> names) {
    if (std::find(names.begin(), names.end(), word) != names.end()) return {};
    std::string text;
    for (const std::string_view name : suggestions(word, names)) text.append(text.empty() ? "" : " or ").append(name);
    if (!text.empty()) text = "; did you mean " + text + '?';
    return {text};
}

Suggestion did_you_mean(std::string_view word, const std::vector<std::string>& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return did_you_mean(word, views);
}

}  // namespace mexbase

// SPDX-License-Identifier: MIT
#include "material.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "../../../error.hpp"

namespace mexbase::chess {

unsigned Material::men_of(unsigned side) const {
    return std::accumulate(count[side].begin(), count[side].end(), 0U);
}

bool Material::normal() const {
    return std::tuple(men_of(0), count[0]) >= std::tuple(men_of(1), count[1]);
}

std::string format(const Material& material) {
    std::string text;
    for (const auto& side : material.count)
        for (unsigned kind = 0; kind < kind_count; ++kind) text.append(side[kind], kind_letters[kind]);
    return text;
}

namespace {

/// Returns the material that `text` denotes, or sets `why` if it is invalid.
Material read_material(std::string_view text, std::string& why) {
    Material material;
    int side = -1;
    for (const char letter : text) {
        const std::size_t kind = std::string_view(kind_letters).find(letter);
        if (kind == std::string_view::npos) why = "expected only the pieces K, Q, R, B, N and P, such as KQKR";
        if (kind == king && ++side > 1) why = "expected exactly two kings, such as KQKR";
        if (side < 0 && why.empty()) why = "each side must begin with its king, such as KQKR";
        if (!why.empty()) return {};
        ++material.count[static_cast<unsigned>(side)][kind];
        if (material.men() <= most_men) continue;
        why = "expected at most " + std::to_string(most_men) + " pieces";
        return {};
    }
    if (side != 1) why = "expected exactly two kings, such as KQKR";
    return material;
}

/// Returns the material that is meant by small letters, or by `v`, `-` or `_` between the sides, as in `KRvK`.
Suggestion material_meant(std::string_view text) {
    std::string meant, why;
    for (const char letter : text)
        if (letter >= 'a' && letter <= 'z' && letter != 'v')
            meant += static_cast<char>(letter - 'a' + 'A');
        else if (std::string_view("vV-_ ").find(letter) == std::string_view::npos)
            meant += letter;
    (void)read_material(meant, why);
    return {meant == text || !why.empty() ? "" : "; did you mean " + meant + '?'};
}

}  // namespace

Material parse_material(std::string_view text) {
    std::string why;
    const Material material = read_material(text, why);
    if (why.empty()) return material;
    throw Error(ErrorCode::bad_spec, in_quotes(text) + " is not a material (the pieces of both players): " + why,
                material_meant(text));
}

bool leads_to(const Material& from, const Material& to) {
    const auto side_leads = [](const auto& had, const auto& has) {
        // A side gains pieces only by promoting pawns, and loses pieces by captures.
        unsigned promoted = 0;
        for (unsigned kind = queen; kind < pawn; ++kind) promoted += std::max(has[kind], had[kind]) - had[kind];
        return has[pawn] + promoted <= had[pawn];
    };
    const auto leads = [&](const Material& m) {
        return side_leads(from.count[0], m.count[0]) && side_leads(from.count[1], m.count[1]);
    };
    return leads(to) || leads(to.exchanged());
}

std::vector<Material> next_materials(const Material& from) {
    std::set<Material> found;
    const auto add_captures = [&](const Material& m, unsigned side) {
        for (unsigned kind = queen; kind < kind_count; ++kind) {
            if (m.count[side][kind] == 0) continue;
            Material taken = m;
            --taken.count[side][kind];
            found.insert(taken.normalised());
        }
    };
    for (unsigned side = 0; side < 2; ++side) {
        add_captures(from, 1 - side);
        if (from.count[side][pawn] == 0) continue;
        for (unsigned kind = queen; kind <= knight; ++kind) {
            Material promoted = from;
            --promoted.count[side][pawn];
            ++promoted.count[side][kind];
            found.insert(promoted.normalised());
            add_captures(promoted, 1 - side);
        }
    }
    return {found.begin(), found.end()};
}

std::vector<Material> closure_of(const std::vector<Material>& from) {
    std::set<Material> found;
    std::vector<Material> open;
    const auto add = [&](const Material& m) {
        const Material normal = m.normalised();
        if (found.insert(normal).second) open.push_back(normal);
    };
    for (const Material& m : from) add(m);
    while (!open.empty()) {
        const Material m = open.back();
        open.pop_back();
        for (const Material& next : next_materials(m)) add(next);
    }
    std::vector<Material> materials(found.begin(), found.end());
    // A capture loses a piece, and a promotion loses a pawn, so both lead to an earlier material. The sort is stable,
    // so materials with better pieces still come later.
    std::stable_sort(materials.begin(), materials.end(), [](const Material& a, const Material& b) {
        return std::tuple(a.men(), a.pawns()) < std::tuple(b.men(), b.pawns());
    });
    return materials;
}

std::vector<Material> materials_of(unsigned men) {
    std::vector<Material> found;
    Material material;
    material.count[0][king] = material.count[1][king] = 1;
    const auto add = [&](auto&& self, unsigned side, unsigned kind, unsigned left) -> void {
        if (left == 0) {
            if (material.normal()) found.push_back(material);
            return;
        }
        if (kind == kind_count) {
            if (side == 0) self(self, 1, queen, left);
            return;
        }
        for (unsigned n = 0; n <= left; ++n) {
            material.count[side][kind] = static_cast<std::uint8_t>(n);
            self(self, side, kind + 1, left - n);
        }
        material.count[side][kind] = 0;
    };
    add(add, 0, queen, men - 2);
    return found;
}

std::vector<Material> materials_up_to(unsigned men) {
    std::vector<Material> all;
    for (unsigned n = 2; n <= men; ++n) {
        const auto some = materials_of(n);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

}  // namespace mexbase::chess

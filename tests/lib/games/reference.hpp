// SPDX-License-Identifier: MIT
/// \file
/// Published facts from data/reference, for tests.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace mexbase {

/// One line `SPEC ; KIND ; VALUES` of a reference file.
struct ReferenceFact {
    std::string spec, kind;
    std::vector<std::string> values;
};

/// Returns every fact of data/reference/NAME. Throws if the file cannot be read or has no facts.
inline std::vector<ReferenceFact> reference_facts(const std::string& name) {
    std::ifstream in(std::string{MEXBASE_DATA} + "/reference/" + name);
    std::vector<ReferenceFact> facts;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t first = line.find(" ; ");
        const std::size_t second = line.find(" ; ", first + 3);
        if (second == std::string::npos) throw std::runtime_error("no fact: " + line);
        ReferenceFact fact{line.substr(0, first), line.substr(first + 3, second - first - 3), {}};
        std::istringstream values(line.substr(second + 3));
        for (std::string value; values >> value;) fact.values.push_back(value);
        facts.push_back(std::move(fact));
    }
    if (facts.empty()) throw std::runtime_error("no facts in " + name);
    return facts;
}

/// Returns the text of data/NAME.
inline std::string data_text(const std::string& name) {
    std::ifstream in(std::string{MEXBASE_DATA} + "/" + name, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read data/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace mexbase

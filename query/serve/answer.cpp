// SPDX-License-Identifier: MIT
#include "answer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "../json/answers.hpp"
#include "../kinds/kind.hpp"

namespace mexbase::serve {

namespace {

/// Answers a request for the value, the best moves or the line of play of a position.
Answer asked_position(const Request& request, const Library& library, const std::string& spec, const std::string& what,
                      const Parameters& parameters) {
    const TableChoice choice = table_choice(parameters);
    const Player first = first_player(parameters);
    const bool moves = what == "best" || (what.empty() && parameters.flag("moves"));
    const auto length = parameters.number("length", most_line_moves);
    return with_text(parameters.get("position"), [&](const std::string& position) {
        const Table table = library.table_for(spec, position, choice).value();
        std::string body;
        if (moves) {
            body = to_line(best_json(table, position, first, false));
        } else if (what == "line") {
            body = to_line(
                line_json(table, position, first, static_cast<std::size_t>(length.value_or(most_line_moves)), false));
        } else {
            const Probed probed = probe_with_index(table, position).value();
            add_probe_line(body, table, position, probed.index, probed.value);
        }
        return with_etag(json_answer(std::move(body)), etag_of({&table, 1}), request);
    });
}

/// Answers a request for the description of a table.
Answer info(const Request& request, const Library& library, const std::string& spec, const Parameters& parameters) {
    parameters.expect({"value", "play", "distance"});
    const Table table = library.table(spec, table_choice(parameters)).value();
    return with_etag(json_answer(to_line(table_json(table, false))), etag_of({&table, 1}), request);
}

/// Answers `/v1/tables` with the list of tables.
Answer tables(const Library& library, const Parameters& parameters) {
    parameters.expect({});
    Json list = Json::array();
    for (const LibraryFile& file : library.files().value()) {
        if (file.fault) continue;
        Json& object = list.emplace_back();
        object["spec"] = file.spec;
        object["value"] = to_string(file.value);
        object["play"] = to_string(file.play);
        if (file.distance == Distance::exit) object["distance"] = "exit";
        object["indices"] = file.indices;
        object["file_bytes"] = file.bytes;
    }
    Json json;
    json["tables"] = std::move(list);
    Answer answer = json_answer(to_line(json));
    answer.headers.emplace_back("Cache-Control", "no-cache");
    return answer;
}

/// Answers a request for the value of a sum: `/v1/sum?spec=…&position=…&spec=…&position=…`.
Answer sum(const Request& request, const Library& library, const Target& target) {
    std::vector<std::pair<std::string, const Parameter*>> components;
    std::optional<std::string> spec;
    Target rest;
    for (const Parameter& each : target.query) {
        if (each.name == "spec") {
            if (spec) throw HttpError{400, "expected pairs of spec=… and position=…, in this order"};
            spec = each.value;
        } else if (each.name == "position") {
            if (!spec) throw HttpError{400, "expected pairs of spec=… and position=…, in this order"};
            components.emplace_back(std::move(*spec), &each);
            spec.reset();
        } else {
            rest.query.push_back(each);
        }
    }
    const Parameters parameters(rest);
    parameters.expect({"obliged", "begun"});
    if (spec || components.empty() || components.size() > most_components)
        throw HttpError{400,
                        "expected 1 to " + std::to_string(most_components) + " components, each spec=… and position=…"};
    const bool obliged = parameters.flag("obliged");
    std::vector<Table> tables;
    Sum sum;
    tables.reserve(components.size());  // the sum borrows from this vector
    for (const auto& [name, position] : components) {
        with_text(*position, [&, &spec_of_it = name](const std::string& text) {
            const Table table = library.table_for_sum(spec_of_it, text, obliged).value();
            (void)table.parts_of(text).value();  // throws for an invalid text before it is added
            tables.push_back(table);
            sum.add(tables.back(), text).value();
        });
    }
    for (const Table& table : tables) check_sum_kind(table, obliged);
    if (const auto begun = parameters.number("begun", components.size())) {
        if (*begun == 0) throw HttpError{400, "begun must be the number of a component, counted from 1"};
        sum.mark_begun(static_cast<std::size_t>(*begun - 1)).value();
    }
    return with_etag(json_answer(to_line(sum_json(sum))), etag_of(tables), request);
}

Answer not_here() {
    return error_answer({404, "there is nothing at this address: see /v1/tables"});
}

Answer wrong_method(const char* allowed) {
    Answer answer = error_answer({405, std::string("this address takes only ") + allowed});
    answer.headers.emplace_back("Allow", allowed);
    return answer;
}

/// Answers a preflight request, which a browser sends before a request from a page of another site.
Answer options() {
    Answer answer;
    answer.status = 204;
    answer.headers = {{"Access-Control-Allow-Origin", "*"},
                      {"Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"},
                      {"Access-Control-Allow-Headers", "Content-Type, If-None-Match"},
                      {"Access-Control-Max-Age", "86400"},
                      {"Allow", "GET, HEAD, POST, OPTIONS"}};
    return answer;
}

Answer health() {
    Json json;
    json["status"] = "ok";
    json["version"] = MEXBASE_VERSION;
    Answer answer = json_answer(to_line(json));
    answer.headers.emplace_back("Cache-Control", "no-store");
    return answer;
}

Answer routed(const Request& request, const Library& library) {
    if (request.method == "OPTIONS") return options();
    const bool gets = request.method == "GET" || request.method == "HEAD", posts = request.method == "POST";
    if (!gets && !posts) return wrong_method("GET, HEAD, POST, OPTIONS");
    const auto target = parse_target(request.target);
    if (!target) throw HttpError{400, "the address must be a path with valid percent-encoding"};
    const Parameters parameters(*target);
    const std::vector<std::string>& path = target->path;
    if (path[0] == "v1" && path.size() >= 2 && path.size() <= 3) {
        const std::string& spec = path[1];
        const std::string what = path.size() == 3 ? path[2] : "";
        if (posts && what.empty() && spec != "tables" && spec != "sum") return many(request, library, spec, parameters);
        if (posts) return wrong_method("GET, HEAD, OPTIONS");
        if (path.size() == 2 && spec == "tables") return tables(library, parameters);
        if (path.size() == 2 && spec == "sum") return sum(request, library, *target);
        if (what == "info") return info(request, library, spec, parameters);
        if (path.size() == 3 && what != "best" && what != "line") return not_here();
        if (what == "line")
            parameters.expect({"position", "first", "value", "play", "distance", "length"});
        else if (what == "best")
            parameters.expect({"position", "first", "value", "play", "distance"});
        else
            parameters.expect({"position", "first", "value", "play", "distance", "moves"});
        return asked_position(request, library, spec, what, parameters);
    }
    const bool mainline = path.size() == 2 && path[1] == "mainline";
    const bool standard = path[0] == "standard" && (path.size() == 1 || mainline);
    const bool is_health = path.size() == 1 && path[0] == "health";
    if (standard) return lichess(request, library, parameters, mainline);
    if (!is_health) return not_here();
    return posts ? wrong_method("GET, HEAD, OPTIONS") : health();
}

}  // namespace

Answer answer(const Request& request, const Library& library) {
    try {
        return routed(request, library);
    } catch (const HttpError& refusal) {
        return error_answer(refusal);
    } catch (const Error& error) {
        return error_answer(error);
    }
}

}  // namespace mexbase::serve

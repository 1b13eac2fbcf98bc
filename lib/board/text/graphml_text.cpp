// SPDX-License-Identifier: MIT
// GraphML (graphml.graphdrawing.org) on top of Expat, which reads the XML.
#include <expat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <unordered_map>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

namespace {

/// Joins the words of `text` with single spaces.
std::string spaced(std::string_view text) {
    std::string out;
    bool between = false;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!space && between && !out.empty()) out += ' ';
        if (!space) out += c;
        between = space;
    }
    return out;
}

class GraphmlReader {
  public:
    GraphmlReader(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

    GraphText run() {
        XML_Parser const xml = xml_.get();
        if (xml == nullptr) throw std::bad_alloc();
        XML_SetUserData(xml, this);
        XML_SetElementHandler(xml, call<&GraphmlReader::open>, call<&GraphmlReader::close>);
        XML_SetCharacterDataHandler(xml, call<&GraphmlReader::read>);
        XML_SetStartDoctypeDeclHandler(xml, call<&GraphmlReader::refuse_doctype>);
        const bool whole = XML_Parse(xml, text_.data(), static_cast<int>(text_.size()), XML_TRUE) == XML_STATUS_OK;
        if (failure_) std::rethrow_exception(failure_);
        if (!whole) fail_as_xml(XML_GetErrorCode(xml));
        if (!has_graph_) fail_in_file(file_name_, 0, "the file has no <graph> inside <graphml>");
        if (nodes_.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        for (const Node& node : nodes_) finish(node);
        for (const Edge& edge : edges_) finish(edge);
        return std::move(out_);
    }

  private:
    /// The attribute that a GraphML key declares. Attributes of other names are ignored.
    enum Attribute : std::size_t { name, label, beyond, home, player, other };
    static constexpr std::array<std::string_view, other> attribute_names{"name", "label", "beyond", "home", "player"};
    using Data = std::vector<std::pair<Attribute, std::string>>;

    struct Key {
        Attribute attribute;
        bool meant;  ///< true if the key applies to nodes, or to edges for `player`
    };
    struct Element {
        std::string name;
        std::size_t line;
        const Key* key;  ///< key of the <default> or <data> being read
    };
    struct Node {
        std::string id;
        std::size_t line;
        Data data;
    };
    struct Edge {
        std::string from, to;
        std::size_t line;
        Data data;
    };
    /// The tag that begins an element, as Expat passes it. `attributes` has alternating names and values, then null.
    struct Tag {
        std::string_view name;
        const char** attributes;

        const char* find(std::string_view key) const {
            for (const char** at = attributes; *at != nullptr; at += 2)
                if (key == *at) return at[1];
            return nullptr;
        }
    };

    /// Calls a member function for Expat. Stores exceptions until `XML_Parse` returns, as they must not pass C code.
    template <auto member, class... Arguments>
    static void call(void* self, Arguments... arguments) {
        auto& reader = *static_cast<GraphmlReader*>(self);
        if (reader.failure_) return;
        try {
            (reader.*member)(arguments...);
        } catch (...) {
            reader.failure_ = std::current_exception();
            XML_StopParser(reader.xml_.get(), XML_FALSE);
        }
    }

    std::size_t line() const { return XML_GetCurrentLineNumber(xml_.get()); }
    [[noreturn]] void fail(const std::string& message) const { fail_in_file(file_name_, line(), message); }
    [[noreturn]] void fail_as_xml(XML_Error error) const {
        if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
        if (!open_.empty() && (error == XML_ERROR_TAG_MISMATCH || error == XML_ERROR_NO_ELEMENTS))
            fail("the element " + in_quotes(open_.back().name) + " is not closed");
        const auto at = static_cast<std::size_t>(XML_GetCurrentByteIndex(xml_.get()));
        const bool foreign = at < text_.size() && utf8_length(text_.substr(at)) == 0;
        fail(std::string{"this is not XML: "} + (foreign ? "it is not in UTF-8" : XML_ErrorString(error)));
    }
    const char* needed(const Tag& tag, std::string_view key) const {
        const char* const value = tag.find(key);
        if (value == nullptr) fail("<" + std::string{tag.name} + "> has no attribute " + in_quotes(key));
        return value;
    }
    bool inside(std::string_view element) const { return !open_.empty() && open_.back().name == element; }

    void refuse_doctype(const char*, const char*, const char*, int) {
        fail("the file has a document type (<!DOCTYPE>), which is not supported: remove it");
    }
    void read(const char* text, int length) {
        if (!open_.empty() && open_.back().key != nullptr) content_.append(text, static_cast<std::size_t>(length));
    }

    void open(const char* element, const char** attributes) {
        const Tag tag{element, attributes};
        if (open_.size() >= static_cast<std::size_t>(deepest_nesting))
            fail("elements are nested more than " + std::to_string(deepest_nesting) + " deep");
        if (open_.empty() && tag.name != "graphml") fail("expected one <graphml>, got " + in_quotes(tag.name));
        if (!open_.empty() && open_.back().key != nullptr && !inside("key"))
            fail("<" + open_.back().name + "> must contain only text, but has an element " + in_quotes(tag.name));
        if (tag.name == "key" && inside("graph"))
            fail("a <key> is inside the <graph>: move it in front of the <graph>");
        const Key* key = nullptr;
        if (tag.name == "graph") open_graph(tag);
        if (tag.name == "node") open_node(tag);
        if (tag.name == "edge") open_edge(tag);
        if (tag.name == "hyperedge") fail("the graph has a <hyperedge>, which is not supported");
        if (tag.name == "key" && inside("graphml")) key = open_key(tag);
        if (tag.name == "default" && inside("key")) key = open_.back().key;
        if (tag.name == "data" && (inside("node") || inside("edge"))) key = open_data(tag);
        open_.push_back({element, line(), key});
        content_.clear();
    }

    void open_graph(const Tag& tag) {
        if (has_graph_ || !inside("graphml")) fail("expected only one <graph>, directly inside <graphml>");
        has_graph_ = true;
        const std::string_view edges = needed(tag, "edgedefault");
        if (edges != "directed" && edges != "undirected")
            fail("edgedefault must be directed or undirected, not " + in_quotes(edges));
        out_.directed = edges == "directed";
        out_.line = line();
    }

    void open_node(const Tag& tag) {
        if (!inside("graph")) fail("a <node> is not directly inside the <graph>");
        const char* const id = needed(tag, "id");
        check_name(id, file_name_, line());
        if (!vertices_.emplace(id, static_cast<Vertex>(nodes_.size())).second)
            fail("two nodes have the id " + in_quotes(id));
        if (nodes_.size() == most_vertices)
            fail("the graph has more than " + std::to_string(most_vertices) + " vertices, which is not supported");
        nodes_.push_back({id, line(), {}});
    }

    void open_edge(const Tag& tag) {
        if (!inside("graph")) fail("an <edge> is not directly inside the <graph>");
        if (const char* const directed = tag.find("directed");
            directed != nullptr && (std::string_view{directed} == "true") != out_.directed)
            fail("the edge differs from edgedefault: a graph cannot mix directed and undirected edges");
        if (edges_.size() == most_edges)
            fail("the graph has more than " + std::to_string(most_edges) + " edges, which is not supported");
        edges_.push_back({needed(tag, "source"), needed(tag, "target"), line(), {}});
    }

    const Key* open_key(const Tag& tag) {
        const char* const id = needed(tag, "id");
        const char* const name_of = tag.find("attr.name");
        const auto attribute = std::ranges::find(attribute_names, std::string_view{name_of == nullptr ? "" : name_of});
        const char* const given = tag.find("for");
        const std::string_view domain = given == nullptr ? "all" : given;
        const Key key{static_cast<Attribute>(attribute - attribute_names.begin()),
                      attribute != attribute_names.end() &&
                          (domain == "all" || domain == (*attribute == "player" ? "edge" : "node"))};
        const auto [at, is_new] = keys_.emplace(id, key);
        if (!is_new) fail("two keys have the id " + in_quotes(id));
        return key.meant ? &at->second : nullptr;
    }

    const Key* open_data(const Tag& tag) {
        const char* const id = needed(tag, "key");
        const auto key = keys_.find(id);
        if (key == keys_.end()) fail("no <key> has the id " + in_quotes(id));
        if (inside("edge") && key->second.attribute == player && !key->second.meant)
            fail("key " + in_quotes(id) + " gives the player of an edge, but is not declared with for=\"edge\"");
        return key->second.meant && (key->second.attribute == player) == inside("edge") ? &key->second : nullptr;
    }

    void close(const char*) {
        const Element element = std::move(open_.back());
        open_.pop_back();
        if (element.key != nullptr && element.name != "key") {
            std::string value = value_of(element);
            if (element.name == "default")
                defaults_[element.key->attribute] = std::move(value);
            else
                (inside("edge") ? edges_.back().data : nodes_.back().data)
                    .emplace_back(element.key->attribute, std::move(value));
        }
        content_.clear();
    }

    std::string value_of(const Element& element) const {
        const Attribute attribute = element.key->attribute;
        std::string value = spaced(content_);
        if (attribute == player) owner_from(value, true, file_name_, element.line);
        if (attribute != beyond && attribute != home) return value;
        if (value == "1") value = "true";
        if (value == "0") value = "false";
        mark_from(attribute_names[attribute], value, file_name_, element.line);
        return value;
    }

    void finish(const Node& node) {
        auto values = defaults_;
        for (const auto& [attribute, value] : node.data) values[attribute] = value;
        out_.vertices.push_back({!values[name].empty()    ? values[name]
                                 : !values[label].empty() ? values[label]
                                                          : node.id,
                                 node.line,
                                 {values[beyond] == "true", values[home] == "true"}});
    }

    void finish(const Edge& edge) {
        for (const std::string* end : {&edge.from, &edge.to})
            if (!vertices_.contains(*end))
                fail_in_file(file_name_, edge.line, "an edge ends at " + in_quotes(*end) + ", which is not a node");
        if (!out_.directed && edge.from == edge.to)
            fail_in_file(
                file_name_, edge.line,
                "vertex " + in_quotes(edge.from) + " has an edge to itself, which an undirected graph cannot have");
        const std::string& owner = edge.data.empty() ? defaults_[player] : edge.data.back().second;
        out_.edges.push_back({vertices_.at(edge.from), vertices_.at(edge.to), edge.line,
                              owner_from(owner, out_.directed, file_name_, edge.line), !out_.directed});
    }

    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> xml_{XML_ParserCreate("UTF-8"), XML_ParserFree};
    std::string_view text_, file_name_;
    std::exception_ptr failure_;
    GraphText out_;
    std::vector<Element> open_;
    std::string content_;  ///< text of the innermost element with a key, since the last tag
    std::unordered_map<std::string, Vertex> vertices_;
    std::unordered_map<std::string, Key> keys_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::array<std::string, other> defaults_{"", "", "", "", "both"};
    bool has_graph_ = false;
};

}  // namespace

GraphText parse_graphml(std::string_view text, std::string_view file_name) {
    return GraphmlReader(text, file_name).run();
}

}  // namespace mexbase::detail

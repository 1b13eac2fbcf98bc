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
        XML_SetStartDoctypeDeclHandler(xml, call<&GraphmlReader::note_doctype>);
        XML_SetEntityDeclHandler(xml, call<&GraphmlReader::refuse_entity>);
        XML_SetAttlistDeclHandler(xml, call<&GraphmlReader::refuse_attribute>);
        XML_SetSkippedEntityHandler(xml, call<&GraphmlReader::refuse_skipped>);
        const bool whole = XML_Parse(xml, text_.data(), static_cast<int>(text_.size()), XML_TRUE) == XML_STATUS_OK;
        if (failure_) std::rethrow_exception(failure_);
        if (!whole) fail_as_xml(XML_GetErrorCode(xml));
        if (!has_graph_) fail_in_file(file_name_, 0, "the file has no <graph> inside <graphml>");
        if (nodes_.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        for (const Node& node : nodes_) finish(node);
        name_twins_by_id();
        // A graph with an edge of each kind is directed.
        const bool directed = std::ranges::any_of(edges_, &Edge::directed);
        if (!edges_.empty()) out_.directed = directed;
        for (const Edge& edge : edges_) finish(edge);
        return std::move(out_);
    }

  private:
    /// The attribute that a GraphML key declares. Attributes of other names are ignored.
    enum Attribute : std::size_t { name, label, beyond, home, player, drawn_label };  ///< the last is yEd's label
    static constexpr std::array<std::string_view, drawn_label> attribute_names{"name", "label", "beyond", "home",
                                                                               "player"};
    using Data = std::vector<std::pair<Attribute, std::string>>;

    struct Key {
        Attribute attribute;
        bool meant;  ///< true if the key applies to nodes, or to edges for `player`
    };
    static constexpr Key drawn_key{drawn_label, true};
    struct Element {
        std::string name;
        std::size_t line;
        const Key* key;  ///< key of the <default>, <data> or drawn label being read
    };
    struct Node {
        std::string id;
        std::size_t line;
        Data data;
    };
    struct Edge {
        std::string from, to;
        std::size_t line;
        bool directed;
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

    // Document types are not read. They could define entities that grow without bound, and add attributes to each tag.
    void note_doctype(const char*, const char*, const char*, int) { has_doctype_ = true; }
    void refuse_entity(const char* entity, int, const char*, int, const char*, const char*, const char*, const char*) {
        fail("the document type declares the entity " + in_quotes(entity) + ", which is not supported: remove it");
    }
    void refuse_attribute(const char* element, const char* attribute, const char*, const char*, int) {
        fail("the document type declares the attribute " + in_quotes(attribute) + " of <" + element +
             ">, which is not supported: remove it");
    }
    void refuse_skipped(const char* entity, int) { fail("the entity " + in_quotes(entity) + " is not defined"); }
    /// With a document type, Expat leaves out unknown entities in the attributes of a tag. Refuses such a tag.
    void refuse_skipped_in_tag() const {
        std::string_view tag = text_.substr(static_cast<std::size_t>(XML_GetCurrentByteIndex(xml_.get())),
                                            static_cast<std::size_t>(XML_GetCurrentByteCount(xml_.get())));
        for (std::size_t at = tag.find('&'); at != std::string_view::npos; at = tag.find('&')) {
            tag.remove_prefix(at + 1);
            const std::string_view entity = tag.substr(0, tag.find(';'));
            constexpr std::array<std::string_view, 5> known{"amp", "lt", "gt", "quot", "apos"};
            if (!entity.starts_with('#') && std::ranges::find(known, entity) == known.end())
                fail("the entity " + in_quotes(entity) + " is not defined");
        }
    }
    void read(const char* text, int length) {
        if (!open_.empty() && open_.back().key != nullptr) content_.append(text, static_cast<std::size_t>(length));
    }

    void open(const char* element, const char** attributes) {
        if (has_doctype_) refuse_skipped_in_tag();
        const std::string_view full = element;
        const Tag tag{full.substr(full.find(':') + 1), attributes};  // without its namespace prefix
        if (open_.size() >= static_cast<std::size_t>(deepest_nesting))
            fail("elements are nested more than " + std::to_string(deepest_nesting) + " deep");
        if (open_.empty() && tag.name != "graphml") fail("expected one <graphml>, got " + in_quotes(tag.name));
        const Key* key = nullptr;
        if (in_unread_data()) {
            const bool of_node = open_.size() > 3 && open_[2].name == "node" && open_[3].name == "data";
            if (of_node && (tag.name == "NodeLabel" || tag.name == "Label.Text")) key = &drawn_key;
        } else {
            if (!open_.empty() && open_.back().key != nullptr && !inside("key"))
                fail("<" + open_.back().name + "> must contain only text, but has an element " + in_quotes(tag.name));
            if (tag.name == "graph") open_graph(tag);
            if (tag.name == "node") open_node(tag);
            if (tag.name == "edge") open_edge(tag);
            if (tag.name == "hyperedge") fail("the graph has a <hyperedge>, which is not supported");
            if (tag.name == "key" && (inside("graphml") || inside("graph"))) key = open_key(tag);
            if (tag.name == "default" && inside("key")) key = open_.back().key;
            if (tag.name == "data" && (inside("node") || inside("edge"))) key = open_data(tag);
        }
        if (key != nullptr) content_.clear();
        open_.push_back({std::string(tag.name), line(), key});
    }

    /// Returns true inside a <data> whose elements say how to draw something, as yEd writes them.
    bool in_unread_data() const {
        return std::ranges::any_of(
            open_, [](const Element& element) { return element.name == "data" && element.key == nullptr; });
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
        const char* const directed = tag.find("directed");
        if (edges_.size() == most_edges)
            fail("the graph has more than " + std::to_string(most_edges) + " edges, which is not supported");
        edges_.push_back({needed(tag, "source"),
                          needed(tag, "target"),
                          line(),
                          directed == nullptr ? out_.directed : mark_from("directed", directed, file_name_, line()),
                          {}});
    }

    const Key* open_key(const Tag& tag) {
        const char* const id = needed(tag, "id");
        const char* const name_of = tag.find("attr.name");
        const auto attribute = std::ranges::find(attribute_names, lower_case(name_of == nullptr ? id : name_of));
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
        if (element.key == nullptr || element.name == "key") return;
        std::string value = value_of(element);
        if (element.key == &drawn_key)
            nodes_.back().data.emplace_back(drawn_label, std::move(value));
        else if (element.name == "default")
            defaults_[element.key->attribute] = std::move(value);
        else
            (inside("edge") ? edges_.back().data : nodes_.back().data)
                .emplace_back(element.key->attribute, std::move(value));
    }

    std::string value_of(const Element& element) const {
        const Attribute attribute = element.key->attribute;
        std::string value = spaced(content_);
        if (attribute == player) owner_from(value, true, file_name_, element.line);
        if (attribute != beyond && attribute != home) return value;
        return mark_from(attribute_names[attribute], value, file_name_, element.line) ? "true" : "false";
    }

    void finish(const Node& node) {
        std::array<const std::string*, drawn_label + 1> values{};
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = &defaults_[i];
        for (const auto& [attribute, value] : node.data)
            if (attribute != drawn_label || values[drawn_label]->empty()) values[attribute] = &value;
        VertexText vertex{node.id, node.line, {*values[beyond] == "true", *values[home] == "true"}};
        for (const Attribute attribute : {drawn_label, label, name})
            if (!values[attribute]->empty()) vertex.name = *values[attribute];
        check_name(vertex.name, file_name_, node.line);
        out_.vertices.push_back(std::move(vertex));
    }

    /// If vertices have the same name, names them by their ids, and sets the warning.
    void name_twins_by_id() {
        std::vector<bool> twin(nodes_.size());
        const auto find_twins = [&] {
            bool found = false;
            std::unordered_map<std::string_view, Vertex> first;
            for (Vertex v = 0; v < nodes_.size(); ++v) {
                const auto [at, is_new] = first.emplace(out_.vertices[v].name, v);
                if (is_new) continue;
                if (out_.warning.empty())
                    out_.warning = in_file(file_name_, nodes_[v].line,
                                           "the name " + in_quotes(at->first) + " is that of the vertex in line " +
                                               std::to_string(nodes_[at->second].line) +
                                               " too: vertices of the same name are named by their ids");
                found = twin[v] = twin[at->second] = true;
            }
            return found;
        };
        const auto name_twins = [&] {
            for (Vertex v = 0; v < nodes_.size(); ++v)
                if (twin[v]) out_.vertices[v].name = nodes_[v].id;
        };
        if (!find_twins()) return;
        name_twins();
        if (!find_twins()) return;
        twin.assign(nodes_.size(), true);  // an id is the name of another vertex
        name_twins();
    }

    void finish(const Edge& edge) {
        for (const std::string* end : {&edge.from, &edge.to})
            if (!vertices_.contains(*end))
                fail_in_file(file_name_, edge.line, "an edge ends at " + in_quotes(*end) + ", which is not a node");
        const std::string& owner = edge.data.empty() ? defaults_[player] : edge.data.back().second;
        out_.edges.push_back({vertices_.at(edge.from), vertices_.at(edge.to), edge.line,
                              owner_from(owner, out_.directed, file_name_, edge.line), !edge.directed});
    }

    std::string_view text_, file_name_;
    // Reads UTF-8, whatever the XML declares. Else the encoding that it declares, if Expat knows it, such as Latin-1.
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> xml_{XML_ParserCreate(is_utf8(text_) ? "UTF-8" : nullptr),
                                                                 XML_ParserFree};
    std::exception_ptr failure_;
    GraphText out_;
    std::vector<Element> open_;
    std::string content_;  ///< text of the innermost element with a key
    std::unordered_map<std::string, Vertex> vertices_;
    std::unordered_map<std::string, Key> keys_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::array<std::string, drawn_label + 1> defaults_{"", "", "", "", "both", ""};
    bool has_graph_ = false, has_doctype_ = false;
};

}  // namespace

GraphText parse_graphml(std::string_view text, std::string_view file_name) {
    return GraphmlReader(text, file_name).run();
}

}  // namespace mexbase::detail

// The first look at GraphML (graphml.graphdrawing.org): a reader of the XML it needs, and a check of nodes and edges.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

namespace {

struct Tag {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    bool closes = false;  ///< </name> or the end of <name/>
    std::size_t line = 0;

    const std::string* find(std::string_view key) const {
        for (const auto& [name_of, value] : attributes)
            if (name_of == key) return &value;
        return nullptr;
    }
};

/// Tags and the text between them.
class Xml {
  public:
    Xml(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

    /// The next tag, or nothing at the end; `content` becomes the text before it, of which the root has none outside.
    std::optional<Tag> next(std::string& content, bool inside_root) {
        content.clear();
        if (empty_) {
            Tag tag = *std::exchange(empty_, std::nullopt);
            tag.closes = true;
            return tag;
        }
        while (at_ < text_.size()) {
            if (text_[at_] != '<') {
                if (!inside_root) skip_space();
                if (!inside_root && at_ < text_.size() && text_[at_] != '<') fail_outside();
                read_text(content, '<');
            } else if (starts("<!--")) {
                skip_past("-->", "a comment");
            } else if (starts("<![CDATA[")) {
                if (!inside_root) fail_outside();
                const std::size_t first = at_ + 9;
                skip_past("]]>", "a CDATA section");
                content += text_.substr(first, at_ - 3 - first);
            } else if (starts("<?")) {
                skip_past("?>", "a processing instruction");
            } else if (starts("<!")) {
                fail("document types and entities are not read");
            } else {
                return read_tag();
            }
        }
        return std::nullopt;
    }
    [[noreturn]] void fail(const std::string& message) const { fail_in_file(file_name_, line_, message); }

  private:
    [[noreturn]] void fail_outside() const { fail("there is text outside the <graphml>"); }
    bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
    static bool space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
    static bool name_char(char c) {
        const auto b = static_cast<unsigned char>(c);
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b >= 0x80 ||
               std::string_view{"_:.-"}.find(c) != std::string_view::npos;
    }
    char look() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void step() { line_ += text_[at_++] == '\n' ? 1U : 0U; }
    void skip_space() {
        while (space(look())) step();
    }
    void skip_past(std::string_view close, const char* what) {
        const std::size_t end = text_.find(close, at_);
        if (end == std::string_view::npos) fail(std::string{what} + " is not closed");
        while (at_ < end + close.size()) step();
    }

    void read_text(std::string& out, char end) {
        while (at_ < text_.size() && text_[at_] != end) {
            if (text_[at_] == '&') {
                read_entity(out);
            } else {
                out += text_[at_];
                step();
            }
        }
    }
    void read_entity(std::string& out) {
        const std::size_t semicolon = text_.substr(at_, 12).find(';');
        const std::string_view entity = semicolon == std::string_view::npos ? "" : text_.substr(at_ + 1, semicolon - 1);
        static constexpr std::pair<std::string_view, char> known[] = {
            {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
        const auto* const named = std::ranges::find(known, entity, &std::pair<std::string_view, char>::first);
        if (named != std::end(known)) {
            out += named->second;
        } else {
            const bool hex = entity.starts_with("#x");
            const std::string_view digits = entity.starts_with("#") ? entity.substr(hex ? 2 : 1) : "";
            std::uint32_t code = 0;
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
            if (error != std::errc{} || end != digits.data() + digits.size() || code == 0 || code > 0x10ffff ||
                (code >= 0xd800 && code < 0xe000))
                fail("an & begins no entity that is known here");
            append_utf8(out, code);
        }
        at_ += semicolon + 1;
    }
    static void append_utf8(std::string& out, std::uint32_t code) {
        const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
        if (code < 0x80) {
            add(code);
        } else if (code < 0x800) {
            add(0xc0 | code >> 6);
            add(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            add(0xe0 | code >> 12);
            add(0x80 | (code >> 6 & 0x3f));
            add(0x80 | (code & 0x3f));
        } else {
            add(0xf0 | code >> 18);
            add(0x80 | (code >> 12 & 0x3f));
            add(0x80 | (code >> 6 & 0x3f));
            add(0x80 | (code & 0x3f));
        }
    }

    Tag read_tag() {
        Tag tag;
        tag.line = line_;
        step();
        if (look() == '/') {
            tag.closes = true;
            step();
        }
        tag.name = read_name();
        while (true) {
            const bool spaced = space(look());
            skip_space();
            if (look() == '>') {
                step();
                return tag;
            }
            if (look() == '/' && !tag.closes) {
                step();
                if (look() != '>') fail("expected > after / in the tag of " + in_quotes(tag.name));
                step();
                empty_ = Tag{tag.name, {}, false, tag.line};
                return tag;
            }
            if (!spaced || tag.closes) fail("the tag of " + in_quotes(tag.name) + " does not end");
            std::string key = read_name();
            skip_space();
            if (look() != '=') fail("attribute " + in_quotes(key) + " has no value");
            step();
            skip_space();
            const char quote = look();
            if (quote != '"' && quote != '\'') fail("the value of attribute " + in_quotes(key) + " is not in quotes");
            step();
            std::string value;
            read_text(value, quote);
            if (look() != quote) fail("the value of attribute " + in_quotes(key) + " is not closed");
            step();
            if (tag.find(key) != nullptr) fail("attribute " + in_quotes(key) + " is given twice");
            tag.attributes.emplace_back(std::move(key), std::move(value));
        }
    }
    std::string read_name() {
        std::string name;
        while (name_char(look())) name += text_[at_++];
        if (name.empty()) fail("a tag or an attribute has no name");
        return name;
    }

    std::string_view text_;
    std::string_view file_name_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::optional<Tag> empty_;
};

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return "";
    return std::string{text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1)};
}

class Survey {
  public:
    Survey(std::string_view text, std::string_view file_name) : xml_(text, file_name), file_name_(file_name) {}

    GraphText run() {
        std::string content;
        while (const auto tag = xml_.next(content, !open_.empty())) {
            if (tag->closes)
                close(*tag, content);
            else
                open(*tag);
        }
        if (!open_.empty()) xml_.fail("the element " + in_quotes(open_.back().name) + " is not closed");
        if (!has_graph_) fail_in_file(file_name_, 0, "there is no <graph> in a <graphml>");
        if (out_.ids.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        for (const Edge& edge : edges_) finish(edge);
        out_.edges = edges_.size();
        out_.plain = "<graphml>" + keys_ + "<graph edgedefault=\"" + (out_.directed ? "directed" : "undirected") +
                     "\">\n" + nodes_ + plain_edges_ + "</graph></graphml>\n";
        return std::move(out_);
    }

  private:
    struct Edge {
        std::string from, to;
        std::size_t line;
    };
    struct Key {
        std::string name;
        bool plain;  ///< of interest, and passed on
    };

    [[noreturn]] void fail(const Tag& tag, const std::string& message) const {
        fail_in_file(file_name_, tag.line, message);
    }
    const std::string& needed(const Tag& tag, std::string_view key) const {
        const std::string* const value = tag.find(key);
        if (value == nullptr) fail(tag, "<" + tag.name + "> has no attribute " + in_quotes(key));
        return *value;
    }
    bool inside(std::string_view element) const { return !open_.empty() && open_.back().name == element; }

    void open(const Tag& tag) {
        if (open_.size() >= static_cast<std::size_t>(deepest_nesting))
            fail(tag, "elements are nested more than " + std::to_string(deepest_nesting) + " deep");
        if (open_.empty() && (tag.name != "graphml" || seen_root_))
            fail(tag, "expected one <graphml>, got " + in_quotes(tag.name));
        seen_root_ = true;
        if (tag.name == "graph") open_graph(tag);
        if (tag.name == "node") open_node(tag);
        if (tag.name == "edge") open_edge(tag);
        if (tag.name == "hyperedge") fail(tag, "hyperedges are not read");
        if (tag.name == "key" && inside("graphml")) open_key(tag);
        open_.push_back(tag);
    }

    void open_graph(const Tag& tag) {
        if (has_graph_ || !inside("graphml")) fail(tag, "there is more than one <graph>");
        has_graph_ = true;
        const std::string& edges = needed(tag, "edgedefault");
        if (edges != "directed" && edges != "undirected")
            fail(tag, "edgedefault is directed or undirected, not " + in_quotes(edges));
        out_.directed = edges == "directed";
        out_.graph_line = tag.line;
    }

    void open_node(const Tag& tag) {
        if (!inside("graph")) fail(tag, "a <node> stands outside the <graph>");
        const std::string& id = needed(tag, "id");
        check_name(id, file_name_, tag.line);
        if (!vertices_.emplace(id, static_cast<std::uint32_t>(out_.ids.size())).second)
            fail(tag, "two nodes have the id " + in_quotes(id));
        if (out_.ids.size() == most_vertices) fail(tag, "more than " + std::to_string(most_vertices) + " vertices");
        out_.ids.push_back(id);
        out_.lines.push_back(tag.line);
        nodes_ += "<node id=\"" + escaped(id) + "\">";
    }

    void open_edge(const Tag& tag) {
        if (!inside("graph")) fail(tag, "an <edge> stands outside the <graph>");
        if (const std::string* directed = tag.find("directed");
            directed != nullptr && (*directed == "true") != out_.directed)
            fail(tag, "directed and undirected edges are mixed");
        if (edges_.size() == most_edges) fail(tag, "more than " + std::to_string(most_edges) + " edges");
        edges_.push_back({needed(tag, "source"), needed(tag, "target"), tag.line});
    }

    void finish(const Edge& edge) {
        for (const std::string* end : {&edge.from, &edge.to})
            if (!vertices_.contains(*end))
                fail_in_file(file_name_, edge.line, "an edge ends at " + in_quotes(*end) + ", which is no node");
        if (!out_.directed && edge.from == edge.to)
            fail_in_file(file_name_, edge.line,
                         "vertex " + in_quotes(edge.from) + " of an undirected graph has a loop");
        if (!out_.directed) out_.undirected.push_back({vertices_.at(edge.from), vertices_.at(edge.to), edge.line});
        plain_edges_ += "<edge source=\"" + escaped(edge.from) + "\" target=\"" + escaped(edge.to) + "\"/>\n";
    }

    // Attributes of other things than nodes, and of other names, are passed over.
    void open_key(const Tag& tag) {
        const std::string& id = needed(tag, "id");
        const std::string* const name = tag.find("attr.name");
        const std::string* const for_what = tag.find("for");
        const bool for_nodes = for_what == nullptr || *for_what == "node" || *for_what == "all";
        static constexpr std::string_view of_interest[] = {"name", "label", "beyond", "home"};
        const bool plain =
            for_nodes && name != nullptr && std::ranges::find(of_interest, *name) != std::end(of_interest);
        if (!key_by_id_.emplace(id, Key{name == nullptr ? "" : *name, plain}).second)
            fail(tag, "two keys have the id " + in_quotes(id));
    }

    void close(const Tag& tag, const std::string& content) {
        if (open_.empty() || open_.back().name != tag.name)
            fail(tag, "the end of " + in_quotes(tag.name) + " does not match " +
                          (open_.empty() ? std::string{"anything"} : in_quotes(open_.back().name)));
        const Tag opened = std::move(open_.back());
        open_.pop_back();
        if (tag.name == "node") nodes_ += "</node>\n";
        if (tag.name == "default" && inside("key") && open_.size() == 2)
            default_ = value_of(open_.back(), trimmed(content), needed(open_.back(), "id"));
        if (tag.name == "key" && inside("graphml")) close_key(opened);
        if (tag.name == "data" && inside("node")) {
            const std::string& id = needed(opened, "key");
            const auto key = key_by_id_.find(id);
            if (key == key_by_id_.end()) fail(opened, "there is no key " + in_quotes(id));
            if (key->second.plain)
                nodes_ +=
                    "<data key=\"" + escaped(id) + "\">" + escaped(value_of(opened, trimmed(content), id)) + "</data>";
        }
    }

    // All attributes reach Boost as text: it reads booleans only as 0 and 1.
    void close_key(const Tag& tag) {
        const std::string& id = *tag.find("id");
        const Key& key = key_by_id_.at(id);
        if (key.plain) {
            keys_ +=
                "<key id=\"" + escaped(id) + "\" for=\"node\" attr.name=\"" + key.name + "\" attr.type=\"string\">";
            if (default_) keys_ += "<default>" + escaped(*default_) + "</default>";
            keys_ += "</key>\n";
        }
        default_.reset();
    }

    std::string value_of(const Tag& tag, std::string value, const std::string& key_id) const {
        const Key& key = key_by_id_.at(key_id);
        if (!key.plain || (key.name != "beyond" && key.name != "home")) return value;
        if (value == "1") value = "true";
        if (value == "0") value = "false";
        if (value != "true" && value != "false") fail(tag, key.name + " is true or false, not " + in_quotes(value));
        return value;
    }

    Xml xml_;
    std::string_view file_name_;
    GraphText out_;
    std::vector<Tag> open_;
    std::unordered_map<std::string, std::uint32_t> vertices_;
    std::map<std::string, Key> key_by_id_;
    std::vector<Edge> edges_;
    std::string keys_, nodes_, plain_edges_;
    std::optional<std::string> default_;
    bool seen_root_ = false;
    bool has_graph_ = false;
};

}  // namespace

GraphText survey_graphml(std::string_view text, std::string_view file_name) {
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        fail_in_file(file_name, 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, zero), '\n')),
                     "a zero byte is no text");
    return Survey(text, file_name).run();
}

}  // namespace mexbase::detail

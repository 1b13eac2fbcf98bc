// The first look at GraphML (graphml.graphdrawing.org): a check of nodes and edges.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "../../error.hpp"
#include "graph_text.hpp"
#include "xml.hpp"

namespace mexbase::detail {

namespace {

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

class GraphmlSurvey {
  public:
    GraphmlSurvey(std::string_view text, std::string_view file_name) : xml_(text, file_name), file_name_(file_name) {}

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
        while (key_by_id_.contains(player_key_)) player_key_ += '_';
        keys_ += "<key id=\"" + player_key_ + "\" for=\"edge\" attr.name=\"player\" attr.type=\"string\"/>\n";
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
        std::optional<std::string> player;
    };
    struct Key {
        std::string name;
        bool plain;  ///< of interest in nodes, and passed on
        bool owner;  ///< says whose an edge is
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
        edges_.push_back({needed(tag, "source"), needed(tag, "target"), tag.line, std::nullopt});
    }

    void finish(const Edge& edge) {
        for (const std::string* end : {&edge.from, &edge.to})
            if (!vertices_.contains(*end))
                fail_in_file(file_name_, edge.line, "an edge ends at " + in_quotes(*end) + ", which is no node");
        if (!out_.directed && edge.from == edge.to)
            fail_in_file(file_name_, edge.line,
                         "vertex " + in_quotes(edge.from) + " of an undirected graph has a loop");
        if (!out_.directed) out_.undirected.push_back({vertices_.at(edge.from), vertices_.at(edge.to), edge.line});
        const std::string& player = edge.player ? *edge.player : default_player_;
        check_player(player, out_.directed, file_name_, edge.line);
        plain_edges_ += "<edge source=\"" + escaped(edge.from) + "\" target=\"" + escaped(edge.to) + "\">";
        if (player != "both") plain_edges_ += "<data key=\"" + player_key_ + "\">" + player + "</data>";
        plain_edges_ += "</edge>\n";
    }

    // Attributes of other things than nodes and edges, and of other names, are passed over.
    void open_key(const Tag& tag) {
        const std::string& id = needed(tag, "id");
        const std::string* const name = tag.find("attr.name");
        const std::string* const for_what = tag.find("for");
        const bool for_all = for_what == nullptr || *for_what == "all";
        const bool for_nodes = for_all || *for_what == "node";
        const bool owner = (for_all || *for_what == "edge") && name != nullptr && *name == "player";
        static constexpr std::string_view of_interest[] = {"name", "label", "beyond", "home"};
        const bool plain =
            for_nodes && name != nullptr && std::ranges::find(of_interest, *name) != std::end(of_interest);
        if (!key_by_id_.emplace(id, Key{name == nullptr ? "" : *name, plain, owner}).second)
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
        if (tag.name == "data" && (inside("node") || inside("edge"))) {
            const std::string& id = needed(opened, "key");
            const auto key = key_by_id_.find(id);
            if (key == key_by_id_.end()) fail(opened, "there is no key " + in_quotes(id));
            if (inside("edge") && key->second.name == "player" && !key->second.owner)
                fail(opened, "key " + in_quotes(id) + " says whose an edge is, and is not declared for edges");
            if (inside("edge") && key->second.owner) edges_.back().player = value_of(opened, trimmed(content), id);
            if (inside("node") && key->second.plain)
                nodes_ +=
                    "<data key=\"" + escaped(id) + "\">" + escaped(value_of(opened, trimmed(content), id)) + "</data>";
        }
    }

    // All attributes reach Boost as text: it reads booleans only as 0 and 1.
    void close_key(const Tag& tag) {
        const std::string& id = *tag.find("id");
        const Key& key = key_by_id_.at(id);
        if (key.owner && default_) default_player_ = *default_;
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
        if (key.owner) check_player(value, true, file_name_, tag.line);
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
    std::string default_player_ = "both", player_key_ = "player";
    bool seen_root_ = false;
    bool has_graph_ = false;
};

}  // namespace

GraphText survey_graphml(std::string_view text, std::string_view file_name) {
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        fail_in_file(file_name, 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, zero), '\n')),
                     "a zero byte is no text");
    return GraphmlSurvey(text, file_name).run();
}

}  // namespace mexbase::detail

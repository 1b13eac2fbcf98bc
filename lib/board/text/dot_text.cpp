// SPDX-License-Identifier: MIT
// A recursive-descent reader of DOT (graphviz.org, "DOT Language"). It reads what Graphviz's own reader reads.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

namespace {

struct Token {
    enum Kind { id, keyword, punctuation, arrow, end } kind = end;
    std::string text;  ///< keywords in lower case; ids without quotes, escapes, and the outer < and > of an HTML text
    std::size_t line = 0;
};

class Tokens {
  public:
    Tokens(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) { advance(); }

    const Token& peek() const { return token_; }
    Token take() {
        Token token = std::move(token_);
        advance();
        return token;
    }
    bool at(char punctuation) const { return token_.kind == Token::punctuation && token_.text[0] == punctuation; }
    bool at(std::string_view keyword) const { return token_.kind == Token::keyword && token_.text == keyword; }
    void expect(char punctuation) {
        if (!at(punctuation)) fail_expected(std::string{"'"} + punctuation + "'");
        advance();
    }
    Token expect_id(const std::string& what) {
        if (token_.kind != Token::id) fail_expected(what);
        return take();
    }
    [[noreturn]] void fail(const std::string& message) const { fail_in_file(file_name_, token_.line, message); }
    [[noreturn]] void fail_expected(const std::string& what) const {
        fail("expected " + what +
             (token_.kind == Token::end ? ", but the file ends" : ", got " + in_quotes(token_.text)));
    }

  private:
    static bool letter(char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
    }
    static bool digit(char c) { return c >= '0' && c <= '9'; }
    char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    void step() { line_ += text_[at_++] == '\n' ? 1 : 0; }

    void skip_to(std::string_view close, const char* what) {
        const std::size_t start = line_;
        while (at_ < text_.size() && text_.compare(at_, close.size(), close) != 0) step();
        if (at_ == text_.size() && close != "\n") fail_in_file(file_name_, start, std::string{what} + " is not closed");
    }
    void skip() {
        while (at_ < text_.size()) {
            const char c = look();
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
                step();
            } else if ((c == '/' && look(1) == '/') || c == '#') {
                skip_to("\n", "");
            } else if (c == '/' && look(1) == '*') {
                skip_to("*/", "a comment");
                at_ += 2;
            } else {
                return;
            }
        }
    }

    void advance() {
        skip();
        token_ = Token{Token::end, "", line_};
        if (at_ == text_.size()) return;
        const char c = look();
        if (c == '"' || c == '<') {
            read_quoted();
        } else if (letter(c)) {
            while (letter(look()) || digit(look())) token_.text += text_[at_++];
            token_.kind = Token::id;
            const std::string lower = lower_case(token_.text);
            for (const std::string_view word : {"strict", "graph", "digraph", "node", "edge", "subgraph"})
                if (lower == word) token_.kind = Token::keyword;
            if (token_.kind == Token::keyword) token_.text = lower;
        } else if (digit(c) || c == '.' || (c == '-' && (digit(look(1)) || look(1) == '.'))) {
            read_number();
        } else if (c == '-' && (look(1) == '-' || look(1) == '>')) {
            token_.kind = Token::arrow;
            token_.text = text_.substr(at_, 2);
            at_ += 2;
        } else if (std::string_view{"{}[]=;,:"}.find(c) != std::string_view::npos) {
            token_.kind = Token::punctuation;
            token_.text = text_[at_++];
        } else {
            fail("unexpected character " + in_quotes(text_.substr(at_, 1)));
        }
    }

    void read_number() {
        std::size_t digits = 0;
        std::size_t points = 0;
        if (look() == '-') token_.text += text_[at_++];
        for (; digit(look()) || (look() == '.' && points == 0); token_.text += text_[at_++]) {
            digits += digit(look()) ? 1U : 0U;
            points += look() == '.' ? 1U : 0U;
        }
        if (digits == 0 || letter(look()) || look() == '.')
            fail("a name that begins with " + in_quotes(token_.text) + " must be in quotes");
        token_.kind = Token::id;
    }

    /// Reads texts in quotes, or HTML texts in < and >, that are joined by '+'.
    void read_quoted() {
        token_.kind = Token::id;
        while (true) {
            if (look() == '"')
                read_quotes();
            else
                read_html();
            skip();
            if (look() != '+') return;
            ++at_;
            skip();
            if (look() != '"' && look() != '<') fail("expected a quoted name after '+'");
        }
    }

    void read_quotes() {
        for (++at_; look() != '"'; step()) {
            if (look() == '\\') {
                // A backslash joins two lines.
                const std::size_t line_end = look(1) == '\r' && look(2) == '\n' ? 2 : look(1) == '\n' ? 1 : 0;
                at_ += line_end;
                if (line_end > 0) continue;
                if (look(1) != '"') token_.text += '\\';
                ++at_;
            }
            if (at_ >= text_.size()) fail("a quoted name is not closed");
            token_.text += look();
        }
        ++at_;
    }

    void read_html() {
        const std::size_t begin = at_ + 1;
        int depth = 0;
        do {
            if (at_ >= text_.size()) fail("an HTML text is not closed");
            depth += look() == '<' ? 1 : look() == '>' ? -1 : 0;
            step();
        } while (depth > 0);
        token_.text += text_.substr(begin, at_ - 1 - begin);
    }

    std::string_view text_;
    std::string_view file_name_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    Token token_;
};

/// Returns true if a value of Graphviz's attribute `charset` is a name of Latin-1.
bool is_latin1(std::string_view charset) {
    std::string name = lower_case(charset);
    std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
    return name == "latin1" || name == "l1" || name == "iso88591" || name == "isoir100";
}

std::string utf8_from_latin1(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) out += static_cast<char>(0xc0 | byte >> 6);
        out += static_cast<char>(byte < 0x80 ? byte : 0x80 | (byte & 0x3f));
    }
    return out;
}

class DotReader {
  public:
    DotReader(std::string_view text, std::string_view file_name)
        : text_(text), tokens_(text, file_name), file_name_(file_name) {}

    GraphText run() {
        if (tokens_.at("strict")) {
            tokens_.take();
            strict_ = true;
        }
        if (!tokens_.at("graph") && !tokens_.at("digraph")) tokens_.fail_expected("graph or digraph");
        out_.directed = tokens_.at("digraph");
        out_.line = tokens_.take().line;
        if (tokens_.peek().kind == Token::id) tokens_.take();
        Group whole;
        statements(whole, {});
        if (tokens_.at("strict") || tokens_.at("graph") || tokens_.at("digraph"))
            tokens_.fail("the file has more than one graph, which is not supported: write each to a file of its own");
        if (tokens_.peek().kind != Token::end) tokens_.fail_expected("the end of the file after the graph");
        if (out_.vertices.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        if (is_latin1(charset_) && !is_utf8(text_))
            for (VertexText& vertex : out_.vertices) vertex.name = utf8_from_latin1(vertex.name);
        return std::move(out_);
    }

  private:
    using Members = std::vector<Vertex>;
    enum class Kind { graph, node, edge };

    /// Values of attributes, as given by one or more attribute lists.
    struct Attributes {
        std::optional<bool> beyond, home;    ///< of a vertex
        std::optional<Board::Owner> player;  ///< of an edge
        std::optional<std::string> key;      ///< of an edge; never a default

        void set_defaults(const Attributes& more) {
            if (more.beyond) beyond = more.beyond;
            if (more.home) home = more.home;
            if (more.player) player = more.player;
        }
    };

    /// A subgraph. If its name occurs again in the same parent, that adds to it.
    struct Group {
        Attributes defaults;                                        ///< set inside its braces
        std::vector<std::pair<std::size_t, std::size_t>> mentions;  ///< parts of `mentions_` not yet in `members`
        Members members;
        std::map<std::string, std::shared_ptr<Group>> named;  ///< subgraphs inside

        bool empty() const { return mentions.empty() && members.empty(); }
    };

    /// An end of an edge: a list of vertices or a subgraph.
    struct Operand {
        Members list;
        std::shared_ptr<Group> group;

        bool empty() const { return group ? group->empty() : list.empty(); }
    };

    /// Reads statements in braces. `defaults` are those of the text around them.
    void statements(Group& group, Attributes defaults) {
        if (++depth_ > deepest_nesting)
            tokens_.fail("subgraphs are nested more than " + std::to_string(deepest_nesting) + " deep");
        defaults.set_defaults(group.defaults);
        const std::size_t begin = mentions_.size();
        tokens_.expect('{');
        while (!tokens_.at('}')) {
            if (tokens_.peek().kind == Token::end) tokens_.fail_expected("'}'");
            statement(group, defaults);
            while (tokens_.at(';')) tokens_.take();
        }
        tokens_.take();
        --depth_;
        if (mentions_.size() > begin) group.mentions.emplace_back(begin, mentions_.size());
    }

    void statement(Group& group, Attributes& defaults) {
        for (const auto& [word, kind] : {std::pair("graph", Kind::graph), {"node", Kind::node}, {"edge", Kind::edge}}) {
            if (!tokens_.at(word)) continue;
            tokens_.take();
            if (tokens_.peek().kind == Token::id) {  // a name for the list, which Graphviz ignores
                tokens_.take();
                tokens_.expect('=');
            }
            if (!tokens_.at('[')) tokens_.fail_expected("'['");
            const Attributes given = attributes(kind);
            defaults.set_defaults(given);
            group.defaults.set_defaults(given);
            return;
        }
        std::vector<Operand> chain;
        if (at_subgraph()) {
            chain.push_back(subgraph(group, defaults));
        } else {
            const Token first = tokens_.expect_id("a vertex, an edge, a subgraph or '}'");
            if (tokens_.at('=')) return attribute_of_graph(first.text);
            chain.push_back({list(first, defaults), nullptr});
        }
        std::vector<std::size_t> lines;
        while (tokens_.peek().kind == Token::arrow) {
            if ((tokens_.peek().text == "->") != out_.directed)
                tokens_.fail(out_.directed ? "expected ->, got --: this file is a digraph"
                                           : "expected --, got ->: this file is a graph");
            lines.push_back(tokens_.take().line);
            count_edges(1, lines.back());  // between empty subgraphs too, to bound the chain
            chain.push_back(at_subgraph() ? subgraph(group, defaults)
                                          : Operand{list(tokens_.expect_id("a vertex"), defaults), nullptr});
        }
        if (lines.empty())
            mark(chain.front());
        else
            join(chain, lines, defaults);
    }

    /// Reads the attributes of a node statement.
    void mark(const Operand& operand) {
        const std::size_t line = tokens_.peek().line;
        const Attributes given = attributes(Kind::node);
        if (operand.group && (given.beyond || given.home))
            fail_in_file(file_name_, line,
                         "attributes after a subgraph have no effect: write node [...] inside its braces");
        for (const Vertex v : operand.list) {
            VertexText& vertex = out_.vertices[v];
            if (given.beyond) vertex.marks.beyond = *given.beyond;
            if (given.home) vertex.marks.home = *given.home;
            if (given.beyond || given.home) vertex.line = line;
        }
    }

    /// Reads the attributes of an edge statement, and makes its edges.
    void join(std::vector<Operand>& chain, const std::vector<std::size_t>& lines, const Attributes& defaults) {
        const Attributes given = attributes(Kind::edge);
        const std::size_t key = given.key ? keys_.emplace(*given.key, keys_.size() + 1).first->second : 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (chain[i].empty() || chain[i + 1].empty()) continue;
            const Members& left = members(chain[i]);
            const Members& right = members(chain[i + 1]);
            count_edges(left.size() * right.size() - 1, lines[i]);
            for (const Vertex from : left)
                for (const Vertex to : right) add_edge({from, to, lines[i]}, given, defaults, key);
        }
    }

    void add_edge(EdgeText edge, const Attributes& given, const Attributes& defaults, std::size_t key) {
        edge.both_ways = !out_.directed;
        edge.owner = given.player.value_or(defaults.player.value_or(Board::either));
        // An edge is the same as an earlier one if the graph is strict, or if both have the same key.
        if (strict_ || key != 0) {
            const bool turned = !out_.directed && edge.from > edge.to;
            const std::tuple id(turned ? edge.to : edge.from, turned ? edge.from : edge.to, strict_ ? 0 : key);
            const auto [at, is_new] = known_.emplace(id, out_.edges.size());
            if (!is_new) {
                if (given.player && *given.player != out_.edges[at->second].owner)
                    fail_in_file(file_name_, edge.line,
                                 "the edge from " + in_quotes(out_.vertices[edge.from].name) + " to " +
                                     in_quotes(out_.vertices[edge.to].name) + " has another player in line " +
                                     std::to_string(out_.edges[at->second].line) + ", and is one edge, because " +
                                     (strict_ ? "the graph is strict" : "its key is the same"));
                return;
            }
        }
        out_.edges.push_back(edge);
    }

    void count_edges(std::uint64_t more, std::size_t line) {
        edge_count_ += more;
        if (edge_count_ > most_edges)
            fail_in_file(file_name_, line,
                         "the graph has more than " + std::to_string(most_edges) + " edges, which is not supported");
    }

    /// Returns the vertices of an end of an edge. Those of a subgraph are different, and sorted by name.
    const Members& members(Operand& operand) {
        if (!operand.group) return operand.list;
        Group& group = *operand.group;
        for (const auto& [begin, end] : group.mentions)
            group.members.insert(group.members.end(), mentions_.begin() + static_cast<std::ptrdiff_t>(begin),
                                 mentions_.begin() + static_cast<std::ptrdiff_t>(end));
        if (!group.mentions.empty()) {
            std::ranges::sort(group.members, {},
                              [this](Vertex v) -> const std::string& { return out_.vertices[v].name; });
            group.members.erase(std::unique(group.members.begin(), group.members.end()), group.members.end());
            group.mentions.clear();
        }
        return group.members;
    }

    bool at_subgraph() const { return tokens_.at('{') || tokens_.at("subgraph"); }
    Operand subgraph(Group& parent, const Attributes& defaults) {
        std::shared_ptr<Group> group;
        if (tokens_.at("subgraph")) {
            tokens_.take();
            if (tokens_.peek().kind == Token::id) {
                std::shared_ptr<Group>& named = parent.named[tokens_.take().text];
                if (!named) named = std::make_shared<Group>();
                group = named;
            }
            if (!tokens_.at('{')) tokens_.fail_expected("the '{' of a subgraph");
        }
        if (!group) group = std::make_shared<Group>();
        statements(*group, defaults);
        return {{}, std::move(group)};
    }

    /// Reads the rest of a list such as `a, b:port, c`.
    Members list(const Token& first, const Attributes& defaults) {
        Members list{vertex(first, defaults)};
        while (tokens_.at(',')) {
            tokens_.take();
            list.push_back(vertex(tokens_.expect_id("a vertex"), defaults));
        }
        return list;
    }

    Vertex vertex(const Token& token, const Attributes& defaults) {
        for (int part = 0; part < 2 && tokens_.at(':'); ++part) {  // ports only affect drawing
            tokens_.take();
            tokens_.expect_id("a port");
        }
        const auto [at, is_new] = by_id_.emplace(token.text, static_cast<Vertex>(out_.vertices.size()));
        if (is_new) {
            if (out_.vertices.size() == most_vertices)
                tokens_.fail("the graph has more than " + std::to_string(most_vertices) +
                             " vertices, which is not supported");
            out_.vertices.push_back(
                {token.text, token.line, {defaults.beyond.value_or(false), defaults.home.value_or(false)}});
        }
        mentions_.push_back(at->second);
        return at->second;
    }

    void attribute_of_graph(const std::string& key) {
        tokens_.expect('=');
        const std::string value = tokens_.expect_id("a value").text;
        if (depth_ == 0 && key == "charset") charset_ = value;
    }

    /// Reads attribute lists. An empty value is the same as none, as in Graphviz.
    Attributes attributes(Kind kind) {
        Attributes given;
        while (tokens_.at('[')) {
            tokens_.take();
            while (!tokens_.at(']')) {
                const Token key = tokens_.expect_id("an attribute or ']'");
                if (kind == Kind::graph) {
                    attribute_of_graph(key.text);
                } else {
                    tokens_.expect('=');
                    const Token value = tokens_.expect_id("a value");
                    const bool empty = value.text.empty();
                    const std::string name = lower_case(key.text);
                    if (kind == Kind::node && (name == "beyond" || name == "home"))
                        (name == "home" ? given.home : given.beyond) =
                            !empty && mark_from(name, value.text, file_name_, value.line);
                    if (kind == Kind::edge && name == "player")
                        given.player =
                            empty ? Board::either : owner_from(value.text, out_.directed, file_name_, value.line);
                    if (kind == Kind::edge && key.text == "key") given.key = value.text;
                }
                if (tokens_.at(',') || tokens_.at(';')) tokens_.take();
            }
            tokens_.take();
        }
        return given;
    }

    std::string_view text_;
    Tokens tokens_;
    std::string_view file_name_;
    GraphText out_;  ///< vertices in the order of their first mention
    bool strict_ = false;
    int depth_ = -1;  ///< number of subgraphs around the statement
    std::string charset_;
    std::unordered_map<std::string, Vertex> by_id_;
    Members mentions_;  ///< every mention of a vertex, in file order
    std::unordered_map<std::string, std::size_t> keys_;
    std::map<std::tuple<Vertex, Vertex, std::size_t>, std::size_t> known_;  ///< edges by ends and key
    std::uint64_t edge_count_ = 0;
};

}  // namespace

GraphText parse_dot(std::string_view text, std::string_view file_name) {
    return DotReader(text, file_name).run();
}

}  // namespace mexbase::detail

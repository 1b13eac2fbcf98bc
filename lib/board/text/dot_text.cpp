// SPDX-License-Identifier: MIT
// A recursive-descent reader of the grammar of DOT (graphviz.org, "DOT Language").
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

namespace {

struct Token {
    enum Kind { id, keyword, punctuation, arrow, end } kind = end;
    std::string text;  ///< keywords in lower case; quoted ids without quotes and escapes
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
            } else if ((c == '/' && look(1) == '/') || (c == '#' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
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
        if (c == '"') {
            read_quoted();
        } else if (c == '<') {
            read_html();
        } else if (letter(c)) {
            while (letter(look()) || digit(look())) token_.text += text_[at_++];
            token_.kind = Token::id;
            std::string lower = token_.text;
            std::ranges::transform(lower, lower.begin(),
                                   [](unsigned char b) { return static_cast<char>(std::tolower(b)); });
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

    void read_quoted() {
        token_.kind = Token::id;
        while (true) {
            for (++at_; look() != '"'; step()) {
                if (at_ >= text_.size()) fail("a quoted name is not closed");
                if (look() == '\\') {
                    if (look(1) == '\n') {  // a name continues on the next line
                        step();
                        continue;
                    }
                    if (look(1) != '"') token_.text += '\\';
                    step();
                    if (at_ >= text_.size()) fail("a quoted name is not closed");
                }
                token_.text += look();
            }
            ++at_;
            skip();
            if (look() != '+') return;
            ++at_;
            skip();
            if (look() != '"') fail("expected a quoted name after '+'");
        }
    }

    // Reads an HTML text, which is allowed only as the value of an attribute. Its content is dropped.
    void read_html() {
        token_.kind = Token::id;
        token_.text = "<";
        int depth = 0;
        do {
            if (at_ >= text_.size()) fail("an HTML text is not closed");
            depth += look() == '<' ? 1 : look() == '>' ? -1 : 0;
            step();
        } while (depth > 0);
    }

    std::string_view text_;
    std::string_view file_name_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    Token token_;
};

class DotReader {
  public:
    DotReader(std::string_view text, std::string_view file_name) : tokens_(text, file_name), file_name_(file_name) {}

    GraphText run() {
        if (tokens_.at("strict")) {
            tokens_.take();
            out_.strict = true;
        }
        if (!tokens_.at("graph") && !tokens_.at("digraph")) tokens_.fail_expected("graph or digraph");
        out_.directed = tokens_.at("digraph");
        out_.line = tokens_.take().line;
        if (tokens_.peek().kind == Token::id) tokens_.take();
        statements(0, {});
        if (tokens_.peek().kind != Token::end) tokens_.fail_expected("the end of the file after one graph");
        if (out_.vertices.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        if (!declared_.empty()) sort_by_declaration();
        return std::move(out_);
    }

  private:
    using Members = std::vector<Vertex>;
    struct Defaults {
        Marks marks;
        Board::Owner owner = Board::either;
    };

    void sort_by_declaration() {
        for (Vertex v = 0; v < out_.vertices.size(); ++v)
            if (!is_declared_[v])
                fail_in_file(file_name_, out_.vertices[v].line,
                             "vertex " + in_quotes(out_.vertices[v].name) +
                                 " is used, but not declared: declare all vertices or none");
        std::vector<VertexText> vertices;
        std::vector<Vertex> place(declared_.size());
        for (const Vertex v : declared_) {
            place[v] = static_cast<Vertex>(vertices.size());
            vertices.push_back(std::move(out_.vertices[v]));
        }
        out_.vertices = std::move(vertices);
        for (EdgeText& edge : out_.edges) {
            edge.from = place[edge.from];
            edge.to = place[edge.to];
        }
    }

    /// Reads statements in braces. Defaults that they change are valid only inside the braces. Returns the vertices
    /// that they name.
    Members statements(int depth, Defaults defaults) {
        if (depth > deepest_nesting)
            tokens_.fail("subgraphs are nested more than " + std::to_string(deepest_nesting) + " deep");
        tokens_.expect('{');
        Members members;
        while (!tokens_.at('}')) {
            if (tokens_.peek().kind == Token::end) tokens_.fail_expected("'}'");
            const Members more = statement(depth, defaults);
            members.insert(members.end(), more.begin(), more.end());
            if (tokens_.at(';')) tokens_.take();
        }
        tokens_.take();
        return members;
    }

    Members statement(int depth, Defaults& defaults) {
        if (tokens_.at("graph") || tokens_.at("edge") || tokens_.at("node")) {
            const std::string what = tokens_.take().text;
            if (!tokens_.at('[')) tokens_.fail_expected("'['");
            attributes(what == "node" ? &defaults.marks : nullptr, what == "edge" ? &defaults.owner : nullptr);
            return {};
        }
        const std::size_t declared_before = declared_.size();
        if (at_subgraph()) {
            Members group = subgraph(depth, defaults);
            return at_arrow() ? edges(std::move(group), declared_before, depth, defaults) : group;
        }
        const Token first = tokens_.expect_id("a vertex, an edge, a subgraph or '}'");
        if (tokens_.at('=')) {  // an attribute of the graph
            tokens_.take();
            tokens_.expect_id("a value");
            return {};
        }
        const Vertex v = vertex(first, defaults);
        if (at_arrow()) return edges({v}, declared_before, depth, defaults);
        declare(v, first.line);
        attributes(&out_.vertices[v].marks, nullptr);
        return {v};
    }

    /// Reads the rest of a chain such as `a -> {b c} -> d`, after its beginning `left`. A chain declares no vertices.
    Members edges(Members left, std::size_t declared_before, int depth, const Defaults& defaults) {
        Members all = left;
        keep_declared(declared_before);
        by_name(left);
        std::vector<EdgeText> chain;
        while (at_arrow()) {
            if ((tokens_.peek().text == "->") != out_.directed)
                tokens_.fail(out_.directed ? "expected ->, got --: this file is a digraph"
                                           : "expected --, got ->: this file is a graph");
            const std::size_t line = tokens_.take().line;
            Members right =
                at_subgraph() ? subgraph(depth, defaults) : Members{vertex(tokens_.expect_id("a vertex"), defaults)};
            keep_declared(declared_before);
            by_name(right);
            edge_count_ += left.size() * right.size();
            if (edge_count_ > most_edges)
                fail_in_file(
                    file_name_, line,
                    "the graph has more than " + std::to_string(most_edges) + " edges, which is not supported");
            for (const Vertex from : left)
                for (const Vertex to : right) {
                    if (!out_.directed && from == to)
                        fail_in_file(file_name_, line,
                                     "vertex " + in_quotes(out_.vertices[to].name) +
                                         " has an edge to itself, which an undirected graph cannot have");
                    chain.push_back({from, to, line, Board::either});
                }
            all.insert(all.end(), right.begin(), right.end());
            left = std::move(right);
        }
        Board::Owner owner = defaults.owner;
        attributes(nullptr, &owner);
        for (EdgeText& edge : chain) edge.owner = owner;
        out_.edges.insert(out_.edges.end(), chain.begin(), chain.end());
        return all;
    }

    void by_name(Members& members) const {
        std::ranges::sort(members, {}, [this](Vertex v) -> const std::string& { return out_.vertices[v].name; });
        members.erase(std::unique(members.begin(), members.end()), members.end());
    }

    bool at_arrow() const { return tokens_.peek().kind == Token::arrow; }
    bool at_subgraph() const { return tokens_.at('{') || tokens_.at("subgraph"); }
    Members subgraph(int depth, const Defaults& defaults) {
        if (tokens_.at("subgraph")) {
            tokens_.take();
            if (tokens_.peek().kind == Token::id) tokens_.take();
            if (!tokens_.at('{')) tokens_.fail_expected("the '{' of a subgraph");
        }
        return statements(depth + 1, defaults);
    }

    Vertex vertex(const Token& token, const Defaults& defaults) {
        if (token.text == "<")
            fail_in_file(file_name_, token.line, "an HTML text, in < and >, cannot be the name of a vertex");
        check_name(token.text, file_name_, token.line);
        for (int part = 0; part < 2 && tokens_.at(':'); ++part) {  // ports only affect drawing
            tokens_.take();
            tokens_.expect_id("a port");
        }
        const auto [at, is_new] = by_id_.emplace(token.text, static_cast<Vertex>(out_.vertices.size()));
        if (is_new) {
            if (out_.vertices.size() == most_vertices)
                tokens_.fail("the graph has more than " + std::to_string(most_vertices) +
                             " vertices, which is not supported");
            out_.vertices.push_back({token.text, token.line, defaults.marks});
            is_declared_.push_back(false);
        }
        return at->second;
    }

    void declare(Vertex v, std::size_t line) {
        if (is_declared_[v]) return;
        is_declared_[v] = true;
        out_.vertices[v].line = line;
        declared_.push_back(v);
    }
    void keep_declared(std::size_t count) {
        for (; declared_.size() > count; declared_.pop_back()) is_declared_[declared_.back()] = false;
    }

    /// Reads attribute lists. Stores marks in `marks` and the player of an edge in `owner`. Either may be null.
    void attributes(Marks* marks, Board::Owner* owner) {
        while (tokens_.at('[')) {
            tokens_.take();
            while (!tokens_.at(']')) {
                const Token key = tokens_.expect_id("an attribute or ']'");
                tokens_.expect('=');
                const Token value = tokens_.expect_id("a value");
                if (key.text == "beyond" || key.text == "home") {
                    const bool mark = mark_from(key.text, value.text, file_name_, value.line);
                    if (marks != nullptr) (key.text == "home" ? marks->home : marks->beyond) = mark;
                }
                if (key.text == "player" && owner != nullptr)
                    *owner = owner_from(value.text, out_.directed, file_name_, value.line);
                if (tokens_.at(',') || tokens_.at(';')) tokens_.take();
            }
            tokens_.take();
        }
    }

    Tokens tokens_;
    std::string_view file_name_;
    GraphText out_;  ///< vertices in the order of their first mention
    std::unordered_map<std::string, Vertex> by_id_;
    Members declared_;  ///< vertices declared by node statements, in their order
    std::vector<bool> is_declared_;
    std::uint64_t edge_count_ = 0;
};

}  // namespace

GraphText parse_dot(std::string_view text, std::string_view file_name) {
    return DotReader(text, file_name).run();
}

}  // namespace mexbase::detail

// The first look at DOT: a recursive-descent reader of the language's grammar (graphviz.org, "DOT Language").
#include <algorithm>
#include <cctype>
#include <iterator>
#include <unordered_map>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

namespace {

struct Token {
    enum Kind { id, keyword, punctuation, arrow, end } kind = end;
    std::string text;     ///< keywords in lower case; what a quoted id means, not how it is written
    std::string written;  ///< an id as it stands between quotes
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
        token_ = Token{Token::end, "", "", line_};
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
            token_.written = token_.text;
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
            fail("a name that begins like the number " + in_quotes(token_.text) + " must be in quotes");
        token_.kind = Token::id;
        token_.written = token_.text;
    }

    void read_quoted() {
        token_.kind = Token::id;
        while (true) {
            for (++at_; look() != '"'; step()) {
                if (at_ >= text_.size()) fail("a quoted name is not closed");
                if (look() == '\\') {
                    if (look(1) == '\n') {  // a name goes on in the next line
                        step();
                        continue;
                    }
                    token_.written += '\\';
                    if (look(1) != '"') token_.text += '\\';
                    step();
                    if (at_ >= text_.size()) fail("a quoted name is not closed");
                }
                token_.written += look();
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

    // As an attribute's value only: it is dropped.
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

class DotSurvey {
  public:
    DotSurvey(std::string_view text, std::string_view file_name) : tokens_(text, file_name), file_name_(file_name) {}

    GraphText run() {
        if (tokens_.at("strict")) {
            tokens_.take();
            out_.strict = true;
        }
        if (!tokens_.at("graph") && !tokens_.at("digraph")) tokens_.fail_expected("graph or digraph");
        out_.directed = tokens_.at("digraph");
        out_.graph_line = tokens_.peek().line;
        out_.plain += tokens_.take().text + ' ';
        if (tokens_.peek().kind == Token::id) tokens_.take();
        statements(0);
        if (tokens_.peek().kind != Token::end) tokens_.fail_expected("the end of the file after one graph");
        const bool any_declared = std::ranges::any_of(names_, &Name::declared);
        for (const std::uint32_t name : any_declared ? declared_ : mentioned_) {
            names_[name].place = static_cast<std::uint32_t>(out_.ids.size());
            out_.ids.push_back(names_[name].id);
            out_.lines.push_back(names_[name].line);
        }
        if (any_declared)
            for (const Name& name : names_)
                if (!name.declared)
                    fail_in_file(file_name_, name.line,
                                 "vertex " + in_quotes(name.id) + " is used, but not declared as others are");
        if (out_.ids.empty()) fail_in_file(file_name_, 0, "the graph has no vertex");
        for (EdgeText& edge : out_.undirected) edge = {names_[edge.from].place, names_[edge.to].place, edge.line};
        return std::move(out_);
    }

  private:
    struct Name {
        std::string id, written;
        std::size_t line = 0;
        bool declared = false;
        std::uint32_t place = 0;  ///< among the ids, at the end
    };
    using Members = std::vector<std::uint32_t>;

    Members statements(int depth) {
        if (depth > deepest_nesting)
            tokens_.fail("subgraphs are nested more than " + std::to_string(deepest_nesting) + " deep");
        tokens_.expect('{');
        out_.plain += depth == 0 ? "{\n" : "subgraph {\n";  // Boost 1.74 stumbles over a brace alone
        Members members;
        while (!tokens_.at('}')) {
            if (tokens_.peek().kind == Token::end) tokens_.fail_expected("'}'");
            const Members more = statement(depth);
            members.insert(members.end(), more.begin(), more.end());
            if (tokens_.at(';')) tokens_.take();
        }
        tokens_.take();
        out_.plain += "}\n";
        std::ranges::sort(members);
        members.erase(std::unique(members.begin(), members.end()), members.end());
        return members;
    }

    Members statement(int depth) {
        if (tokens_.at("graph") || tokens_.at("edge") || tokens_.at("node")) {
            const std::string what = tokens_.take().text;
            if (!tokens_.at('[')) tokens_.fail_expected("'['");
            const std::string list = attributes(what == "graph" ? Of::graph : what == "edge" ? Of::edge : Of::node);
            if (!list.empty()) out_.plain += what + ' ' + list + ";\n";
            return {};
        }
        const std::size_t first_declaration = declared_.size();
        const bool grouped = tokens_.at('{') || tokens_.at("subgraph");
        Token first;
        Members left;
        if (grouped) {
            left = subgraph(depth);
        } else {
            first = tokens_.expect_id("a vertex, an edge, a subgraph or '}'");
            if (tokens_.at('=')) {  // an attribute of the graph
                tokens_.take();
                tokens_.expect_id("a value");
                return {};
            }
            left = {vertex(first)};
        }
        if (tokens_.peek().kind != Token::arrow) {
            std::string marks;
            if (!grouped) {
                declare(left[0], first.line);
                marks = attributes(Of::node);
            }
            out_.plain += marks + ";\n";
            return left;
        }
        // The members of a subgraph at the end of an edge are used there, not declared.
        while (declared_.size() > first_declaration) {
            names_[declared_.back()].declared = false;
            declared_.pop_back();
        }
        Members all = left;
        while (tokens_.peek().kind == Token::arrow) {
            if ((tokens_.peek().text == "->") != out_.directed)
                tokens_.fail(out_.directed ? "edges of a digraph are written ->" : "edges of a graph are written --");
            const std::size_t line = tokens_.peek().line;
            out_.plain += tokens_.take().text;
            const std::size_t declarations = declared_.size();
            Members right = tokens_.at('{') || tokens_.at("subgraph") ? subgraph(depth)
                                                                      : Members{vertex(tokens_.expect_id("a vertex"))};
            while (declared_.size() > declarations) {
                names_[declared_.back()].declared = false;
                declared_.pop_back();
            }
            out_.edges += left.size() * right.size();
            if (out_.edges > most_edges)
                fail_in_file(file_name_, line, "more than " + std::to_string(most_edges) + " edges");
            if (!out_.directed) {
                refuse_loops(left, right, line);
                for (const std::uint32_t from : left)
                    for (const std::uint32_t to : right) out_.undirected.push_back({from, to, line});
            }
            all.insert(all.end(), right.begin(), right.end());
            left = std::move(right);
        }
        out_.plain += attributes(Of::edge) + ";\n";
        // For Boost the ends of an edge inside a subgraph are no members of it, for DOT they are: name them once more.
        if (depth > 0)
            for (const std::uint32_t name : all) out_.plain += '"' + names_[name].written + "\";\n";
        return all;
    }

    /// Both sides ascend.
    void refuse_loops(const Members& left, const Members& right, std::size_t line) const {
        Members both;
        std::ranges::set_intersection(left, right, std::back_inserter(both));
        if (!both.empty())
            fail_in_file(file_name_, line,
                         "vertex " + in_quotes(names_[both[0]].id) + " of an undirected graph has a loop");
    }

    Members subgraph(int depth) {
        if (tokens_.at("subgraph")) {
            tokens_.take();
            if (tokens_.peek().kind == Token::id) tokens_.take();
            if (!tokens_.at('{')) tokens_.fail_expected("the '{' of a subgraph");
        }
        return statements(depth + 1);
    }

    std::uint32_t vertex(const Token& token) {
        if (token.text == "<") fail_in_file(file_name_, token.line, "an HTML text cannot name a vertex");
        check_name(token.text, file_name_, token.line);
        if (tokens_.at(':')) {  // ports say where an arrow is drawn
            for (int part = 0; part < 2 && tokens_.at(':'); ++part) {
                tokens_.take();
                tokens_.expect_id("a port");
            }
        }
        out_.plain += '"' + token.written + "\" ";
        const auto number = static_cast<std::uint32_t>(names_.size());
        const auto [at, is_new] = by_id_.emplace(token.text, number);
        if (is_new) {
            if (names_.size() == most_vertices)
                tokens_.fail("more than " + std::to_string(most_vertices) + " vertices");
            names_.push_back({token.text, token.written, token.line});
            mentioned_.push_back(number);
        }
        return at->second;
    }

    void declare(std::uint32_t name, std::size_t line) {
        if (names_[name].declared) return;
        names_[name].declared = true;
        names_[name].line = line;
        declared_.push_back(name);
    }

    enum class Of { graph, node, edge };

    /// Reads attribute lists; returns those that mark a vertex or give an edge to a player, as a list again.
    std::string attributes(Of of) {
        std::string kept;
        while (tokens_.at('[')) {
            tokens_.take();
            while (!tokens_.at(']')) {
                const Token key = tokens_.expect_id("an attribute or ']'");
                tokens_.expect('=');
                const Token value = tokens_.expect_id("a value");
                const bool marks = key.text == "beyond" || key.text == "home";
                const bool owns = of == Of::edge && key.text == "player";
                if (marks && value.text != "true" && value.text != "false")
                    fail_in_file(file_name_, value.line, key.text + " is true or false, not " + in_quotes(value.text));
                if (owns) check_player(value.text, out_.directed, file_name_, value.line);
                if (owns || (marks && of == Of::node)) kept += (kept.empty() ? "" : ",") + key.text + '=' + value.text;
                if (tokens_.at(',') || tokens_.at(';')) tokens_.take();
            }
            tokens_.take();
        }
        return kept.empty() ? kept : '[' + kept + ']';
    }

    Tokens tokens_;
    std::string_view file_name_;
    GraphText out_;
    std::vector<Name> names_;
    Members declared_, mentioned_;
    std::unordered_map<std::string, std::uint32_t> by_id_;
};

}  // namespace

GraphText survey_dot(std::string_view text, std::string_view file_name) {
    return DotSurvey(text, file_name).run();
}

}  // namespace mexbase::detail

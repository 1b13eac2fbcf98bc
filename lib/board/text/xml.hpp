/// \file
/// The XML that GraphML files are written in. Not for users of the library.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "graph_text.hpp"

namespace mexbase::detail {

/// A tag with its attributes, entities replaced.
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

/// Tags of a document and the text between them, one after another. What is no XML, or none that GraphML needs, throws
/// `Error{bad_file}` with its line.
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

}  // namespace mexbase::detail

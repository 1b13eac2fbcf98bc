// SPDX-License-Identifier: MIT
#include "http.hpp"

#include <algorithm>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <charconv>
#include <limits>

#include "../../lib/error.hpp"
#include "../json/json.hpp"

namespace mexbase::serve {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

std::string_view view(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Returns a request's head with CRLF at the end of each line, because Beast accepts no other line ending.
std::string with_crlf(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    while (!text.empty()) {
        std::string_view line = take_until(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) break;
        (out += line) += "\r\n";
    }
    return out += "\r\n";
}

bool are_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns the error for a head that Beast refuses. `line` is the faulty line; `fields` has the headers before it.
HttpError refusal_of(http::error error, std::string_view line, const http::fields& fields) {
    const std::string_view value = trimmed(line.substr(std::min(line.find(':') + 1, line.size())));
    const auto encoding = fields.find(http::field::transfer_encoding);
    const bool encoded = encoding != fields.end();
    const HttpError unknown_encoding{501, "the transfer encoding is not supported: expected chunked"};
    std::uint64_t n = 0;
    switch (error) {
        case http::error::bad_version:
            take_until(line, ' ');
            take_until(line, ' ');
            if (line.starts_with("HTTP/")) return {505, "the HTTP version is not supported: expected HTTP/1.1"};
            [[fallthrough]];
        case http::error::need_more:
        case http::error::bad_method:
        case http::error::bad_target:
            return {400, "the first line must be a method, a target and a version"};
        case http::error::bad_content_length:
            if (encoded && lower(view(encoding->value())) != "chunked") return unknown_encoding;
            if (are_digits(value) && std::from_chars(value.data(), value.data() + value.size(), n).ec != std::errc{})
                return {413, "the body is too long"};
            if (encoded) return {400, "a chunked body needs HTTP/1.1"};
            return {400, "the length of the body is not a number"};
        case http::error::bad_transfer_encoding:
            if (encoded || lower(value) != "chunked") return unknown_encoding;
            return {400, "a chunked body needs HTTP/1.1"};
        case http::error::bad_value:
        case http::error::bad_line_ending:
            return {400, "the value of a header is malformed"};
        default:
            return {400, "a header is malformed: expected a name, a colon and a value"};
    }
}

/// Decodes `%xx` in a part of the target. Returns `std::nullopt` if `text` is invalid or the result is not UTF-8.
std::optional<std::string> decoded_text(std::string_view text) {
    auto out = percent_decoded(text);
    return out && is_utf8(*out) ? out : std::nullopt;
}

}  // namespace

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::string_view trimmed(std::string_view text) {
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return part;
}

const std::string* Request::header(std::string_view name) const {
    const auto it =
        std::find_if(headers.begin(), headers.end(), [name](const auto& each) { return each.first == name; });
    return it == headers.end() ? nullptr : &it->second;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const char* const digits = text.data() + i + 1;
        unsigned char byte = 0;
        if (text.size() - i < 3 || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

std::optional<Target> parse_target(std::string_view target) {
    if (!target.starts_with('/')) {
        const std::size_t scheme = target.find("://");
        if (scheme == std::string_view::npos) return std::nullopt;
        const std::size_t host = scheme + 3;
        const std::size_t path = std::min(target.find_first_of("/?", host), target.size());
        if (path == host) return std::nullopt;
        target.remove_prefix(path);
        if (target.empty()) target = "/";
    }
    if (target.find('#') != std::string_view::npos) return std::nullopt;
    std::string_view path = take_until(target, '?');
    if (!path.starts_with('/')) return std::nullopt;
    path.remove_prefix(1);
    Target out;
    while (true) {
        const bool last = path.find('/') == std::string_view::npos;
        auto part = decoded_text(take_until(path, '/'));
        if (!part) return std::nullopt;
        out.path.push_back(std::move(*part));
        if (last) break;
    }
    while (!target.empty()) {
        std::string_view pair = take_until(target, '&');
        if (pair.empty()) continue;
        auto name = decoded_text(take_until(pair, '='));
        auto value = decoded_text(pair);
        if (!name || !value) return std::nullopt;
        Parameter parameter{std::move(*name), std::move(*value), std::nullopt};
        if (pair.find('+') != std::string_view::npos) {
            std::string form(pair);
            std::replace(form.begin(), form.end(), '+', ' ');
            parameter.form_decoded = decoded_text(form);
        }
        out.query.push_back(std::move(parameter));
    }
    return out;
}

std::optional<HttpError> parse_head(std::string_view text, Head& head) {
    const std::string lines = with_crlf(text);
    http::request_parser<http::empty_body> parser;
    parser.header_limit(std::numeric_limits<std::uint32_t>::max());  // the caller has its own limits
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    beast::error_code error;
    const std::size_t read = parser.put(boost::asio::buffer(lines), error);
    const auto& message = parser.get();
    if (error)
        return refusal_of(static_cast<http::error>(error.value()),
                          std::string_view(lines).substr(read, lines.find("\r\n", read) - read), message);
    if (lines.find("\r\n ") != std::string::npos || lines.find("\r\n\t") != std::string::npos)
        return HttpError{
            400,
            "a header is malformed: expected a name, a colon and a value"};  // Beast would join it with the line before

    Request& request = head.request;
    request.method = view(message.method_string());
    request.target = view(message.target());
    request.http_1_0 = message.version() == 10;
    for (const auto& field : message) {
        if (field.name() == http::field::transfer_encoding &&
            (head.body.chunked || lower(view(field.value())) != "chunked"))
            return HttpError{501, "the transfer encoding is not supported: expected chunked"};
        if (field.name() == http::field::content_length && !are_digits(view(field.value())))
            return HttpError{400, "the length of the body is not a number"};  // Beast accepts lists of equal numbers
        head.body.chunked |= field.name() == http::field::transfer_encoding;
        request.headers.emplace_back(lower(view(field.name_string())), view(field.value()));
    }
    head.body.bytes = parser.content_length().value_or(0);
    if (head.body.chunked && request.http_1_0) return HttpError{400, "a chunked body needs HTTP/1.1"};
    const std::size_t hosts = message.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && !request.http_1_0))
        return HttpError{400, "a request must have exactly one Host header"};
    head.keep_alive = message.keep_alive();
    if (const std::string* expect = request.header("expect")) {
        if (lower(*expect) != "100-continue")
            return HttpError{417, "the expectation is not supported: expected 100-continue"};
        head.expects_100 = !request.http_1_0;
    }
    return std::nullopt;
}

ChunkedBody::State ChunkedBody::read(std::string& in, std::string& out) {
    constexpr std::size_t longest_line = 4096;
    std::size_t at = 0;
    State state = State::more;
    const auto next_line = [&]() -> std::optional<std::string_view> {
        const std::size_t end = in.find('\n', at);
        if (end == std::string::npos) {
            if (in.size() - at > longest_line) state = State::wrong;
            return std::nullopt;
        }
        std::string_view line(in.data() + at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        at = end + 1;
        return line;
    };
    while (state == State::more) {
        if (next_ == Next::data) {
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, in.size() - at));
            out.append(in, at, size);
            at += size;
            left_ -= size;
            if (left_ != 0) break;
            next_ = Next::end_of_data;
        }
        const auto line = next_line();
        if (!line) break;
        if (next_ == Next::end_of_data) {
            if (!line->empty()) state = State::wrong;
            next_ = Next::size;
        } else if (next_ == Next::trailer) {
            if (line->empty()) state = State::whole;
        } else {
            const std::string_view digits = trimmed(line->substr(0, line->find(';')));
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), left_, 16);
            if (error != std::errc{} || end != digits.data() + digits.size()) state = State::wrong;
            next_ = left_ == 0 ? Next::trailer : Next::data;
        }
    }
    in.erase(0, at);
    return state;
}

std::string_view reason(int status) {
    if (status == 413) return "Content Too Large";  // Beast has older phrases for 413 and 422
    if (status == 422) return "Unprocessable Content";
    return view(http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status))));
}

Answer error_answer(int status, std::string_view error, std::string_view message) {
    Answer answer;
    answer.status = status;
    answer.headers = {
        {"Content-Type", "application/json"}, {"Cache-Control", "no-store"}, {"Access-Control-Allow-Origin", "*"}};
    answer.body = to_line(Json{{"error", error}, {"message", message}}) + '\n';
    return answer;
}

Answer error_answer(const HttpError& refusal) {
    std::string name = lower(reason(refusal.status));
    std::replace(name.begin(), name.end(), ' ', '_');
    return error_answer(refusal.status, name, refusal.message);
}

std::string format_head(const Answer& answer, std::optional<std::uint64_t> length, bool chunked, bool close) {
    std::string out = "HTTP/1.1 " + std::to_string(answer.status) + ' ';
    out += reason(answer.status);
    const auto add = [&out](std::string_view name, std::string_view value) {
        (((out += "\r\n") += name) += ": ") += value;
    };
    for (const auto& [name, value] : answer.headers) add(name, value);
    if (length) add("Content-Length", std::to_string(*length));
    if (chunked) add("Transfer-Encoding", "chunked");
    if (close) add("Connection", "close");
    return out += "\r\n\r\n";
}

}  // namespace mexbase::serve

#include "http.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "../../lib/error.hpp"
#include "../json/json.hpp"

namespace mexbase::serve {

namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A character of a method or of a header's name (RFC 9110, 5.6.2).
bool is_token(char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_token(c); });
}

/// Neither control characters nor, unless they are allowed, spaces.
bool is_visible(std::string_view text, std::string_view allowed) {
    return std::all_of(text.begin(), text.end(), [allowed](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte > 0x20 && byte != 0x7f) || allowed.find(c) != std::string_view::npos;
    });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char l = lower(c);
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// Takes what stands before `separator`, or everything, off `text`.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return part;
}

/// Whether a list of words with commas between them has this one, whatever its case.
bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty())
        if (lower(trimmed(take_until(list, ','))) == word) return true;
    return false;
}

std::optional<HttpError> read_header(std::string_view line, Request& request) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
        return HttpError{400, "a header is no name and value"};
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (!is_visible(value, " \t")) return HttpError{400, "a header holds control characters"};
    request.headers.emplace_back(lower(line.substr(0, colon)), value);
    return std::nullopt;
}

/// How long the body is, by what the headers say.
std::optional<HttpError> find_body(const Request& request, BodyLength& body) {
    std::optional<std::uint64_t> length;
    for (const auto& [name, value] : request.headers) {
        if (name == "content-length") {
            std::uint64_t n = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
            if (error == std::errc::result_out_of_range && std::all_of(value.begin(), value.end(), is_digit))
                return HttpError{413, "the body is too long"};
            if (error != std::errc{} || end != value.data() + value.size() || (length && *length != n))
                return HttpError{400, "the length of the body is no number"};
            length = n;
        } else if (name == "transfer-encoding") {
            if (body.chunked || lower(value) != "chunked")
                return HttpError{501, "the only transfer encoding that is known here is chunked"};
            body.chunked = true;
        }
    }
    if (body.chunked && (length || request.http_1_0))
        return HttpError{400, "the length of the body is said in two ways"};
    body.bytes = length.value_or(0);
    return std::nullopt;
}

/// A decoded part of a target, if it is text.
std::optional<std::string> decoded_text(std::string_view text) {
    auto out = percent_decoded(text);
    return out && is_utf8(*out) ? out : std::nullopt;
}

}  // namespace

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
        if (text.size() - i < 3) return std::nullopt;
        const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(16 * high + low);
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
    Request& request = head.request;
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        std::string_view line = take_until(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) break;
        lines.push_back(line);
    }
    if (lines.empty()) return HttpError{400, "there is no request line"};
    std::string_view line = lines.front();
    request.method = take_until(line, ' ');
    request.target = take_until(line, ' ');
    if (!is_token(request.method) || request.target.empty() || !is_visible(request.target, ""))
        return HttpError{400, "the first line is no method, target and version"};
    if (line != "HTTP/1.1" && line != "HTTP/1.0")
        return line.starts_with("HTTP/") ? HttpError{505, "this server speaks HTTP/1.1"}
                                         : HttpError{400, "the first line is no method, target and version"};
    request.http_1_0 = line == "HTTP/1.0";
    for (std::size_t l = 1; l < lines.size(); ++l)
        if (auto refusal = read_header(lines[l], request)) return refusal;
    const auto hosts = std::count_if(request.headers.begin(), request.headers.end(),
                                     [](const auto& each) { return each.first == "host"; });
    if (hosts > 1 || (hosts == 0 && !request.http_1_0)) return HttpError{400, "a request names one host"};
    if (auto refusal = find_body(request, head.body)) return refusal;
    const std::string* connection = request.header("connection");
    head.keep_alive = request.http_1_0 ? connection != nullptr && has_word(*connection, "keep-alive")
                                       : connection == nullptr || !has_word(*connection, "close");
    if (const std::string* expect = request.header("expect")) {
        if (lower(*expect) != "100-continue") return HttpError{417, "that cannot be expected here"};
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
    using Reason = std::pair<int, std::string_view>;
    static constexpr Reason reasons[] = {
        {200, "OK"},
        {204, "No Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    const auto found =
        std::find_if(std::begin(reasons), std::end(reasons), [status](const Reason& r) { return r.first == status; });
    return found == std::end(reasons) ? "Unknown" : found->second;
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
    out += "\r\n";
    for (const auto& [name, value] : answer.headers) {
        out += name;
        out += ": ";
        out += value;
        out += "\r\n";
    }
    if (length) out += "Content-Length: " + std::to_string(*length) + "\r\n";
    if (chunked) out += "Transfer-Encoding: chunked\r\n";
    if (close) out += "Connection: close\r\n";
    out += "\r\n";
    return out;
}

}  // namespace mexbase::serve

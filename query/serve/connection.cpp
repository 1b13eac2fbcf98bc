// SPDX-License-Identifier: MIT
#include "connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <cstdio>
#include <ctime>
#include <exception>
#include <new>
#include <optional>

#include "../../lib/time_limit.hpp"

namespace mexbase::serve {

namespace asio = boost::asio;

namespace {

/// Bytes that count as progress.
constexpr std::size_t progress_bytes = std::size_t{64} << 10;

/// Time to receive a request, or each 64 KiB of a long one, while other connections wait for a thread. Sending 64 KiB
/// of an answer may take four times as long.
constexpr std::chrono::milliseconds busy_time{500};

/// Interval at which waiting threads check if the server is stopping.
constexpr std::chrono::milliseconds poll_interval{100};

/// Returns the current time in the format of the header `Date` (RFC 9110, 5.6.7).
std::string date_now() {
    constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    thread_local std::time_t made_at = 0;
    thread_local std::string text;
    const std::time_t now = std::time(nullptr);
    if (now == made_at) return text;
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    std::array<char, 40> out{};
    std::snprintf(out.data(), out.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT", days[utc.tm_wday], utc.tm_mday,
                  months[utc.tm_mon], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
    made_at = now;
    return text = out.data();
}

/// Returns the offset after the empty line that ends a request's head. Returns 0 if it has not arrived yet.
std::size_t end_of_head(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        if (text.substr(at + 1).starts_with("\r\n")) return at + 3;
        if (text.substr(at + 1).starts_with("\n")) return at + 2;
    }
    return 0;
}

}  // namespace

void Connection::serve() {
    socket_.non_blocking(true);
    while (wait_for_request() && serve_one()) {
    }
}

bool Connection::wait_for_request() {
    // Empty lines before a request are ignored (RFC 9112, 2.2).
    const auto skip_empty = [this] { in_.erase(0, std::min(in_.find_first_not_of("\r\n"), in_.size())); };
    const Clock::time_point deadline = Clock::now() + shared_.options.idle_time;
    for (skip_empty(); in_.empty(); skip_empty()) {
        if (wait(Socket::wait_read, deadline, {}) != ReceiveResult::bytes || receive(deadline) != ReceiveResult::bytes)
            return false;
    }
    return true;
}

bool Connection::serve_one() {
    begun_ = Clock::now();
    progress_ = 0;
    const Clock::time_point deadline = begun_ + shared_.options.request_time;
    const std::size_t end = read_head(deadline);
    if (end == 0) return false;
    Head head;
    const auto refusal = parse_head(std::string_view(in_).substr(0, end), head);
    in_.erase(0, end);
    if (refusal) return refuse(refusal->status, refusal->message), false;
    if (head.body.bytes > shared_.options.most_body) return refuse(413, "the body is too long"), false;
    if (head.expects_100 && in_.empty() && !send_all("HTTP/1.1 100 Continue\r\n\r\n")) return false;
    if (!read_body(head.body, deadline, head.request.body)) return false;

    Answer answer;
    const Clock::time_point asked = Clock::now();
    answer_time_ = shared_.options.answer_time;
    try {
        const TimeLimit limit(asked + answer_time_);
        answer = shared_.handler(head.request);
    } catch (const std::bad_alloc&) {
        answer = error_answer({503, "out of memory"});
    } catch (const std::exception&) {
        answer = error_answer({500, "an internal error of the server"});
    }
    answer_time_ -= Clock::now() - asked;
    // Closes this connection if its time is over and other connections wait for a thread.
    const bool others = shared_.waiting != 0 && Clock::now() > turn_ends_;
    const bool close = !head.keep_alive || shared_.stopping || others;
    return send_answer(answer, head.request, close) && !close;
}

std::size_t Connection::read_head(Clock::time_point deadline) {
    const ServerOptions& options = shared_.options;
    while (true) {
        const std::size_t end = end_of_head(in_);
        const std::size_t line = std::min(in_.find('\n'), in_.size());
        if (line > options.most_target) return refuse(414, "the address is too long"), 0;
        if (end > options.most_head || (end == 0 && in_.size() > options.most_head))
            return refuse(431, "the headers are too long"), 0;
        if (end != 0) return end;
        const ReceiveResult got = receive(deadline);
        if (got == ReceiveResult::late) refuse(408, "the request took too long to arrive");
        if (got != ReceiveResult::bytes) return 0;
    }
}

bool Connection::read_body(const BodyLength& length, Clock::time_point deadline, std::string& body) {
    ChunkedBody chunks;
    while (true) {
        if (length.chunked) {
            const ChunkedBody::State state = chunks.read(in_, body);
            if (body.size() > shared_.options.most_body) return refuse(413, "the body is too long"), false;
            if (state == ChunkedBody::State::wrong) return refuse(400, "the chunks of the body are malformed"), false;
            if (state == ChunkedBody::State::whole) return true;
        } else {
            const std::size_t part = std::min<std::size_t>(in_.size(), length.bytes - body.size());
            body.append(in_, 0, part);
            in_.erase(0, part);
            if (body.size() == length.bytes) return true;
        }
        const ReceiveResult got = receive(deadline);
        if (got == ReceiveResult::late) refuse(408, "the request took too long to arrive");
        if (got != ReceiveResult::bytes) return false;
    }
}

bool Connection::send_answer(const Answer& answer, const Request& request, bool close) {
    const bool no_body = request.method == "HEAD" || answer.status == 204 || answer.status == 304;
    const bool chunked = answer.more && !request.http_1_0 && !no_body;
    const bool until_close = answer.more && request.http_1_0;
    std::optional<std::uint64_t> length;
    if (!answer.more && answer.status != 204 && answer.status != 304) length = answer.body.size();
    Answer dated;  // a copy of the answer without its body
    dated.status = answer.status;
    dated.headers = answer.headers;
    dated.headers.emplace_back("Date", date_now());
    if (request.http_1_0 && !close && !until_close) dated.headers.emplace_back("Connection", "keep-alive");
    std::string out = format_head(dated, length, chunked, close || until_close);
    if (no_body) return send_all(out);
    const auto add = [&](std::string_view piece) {
        if (!chunked) {
            out += piece;
        } else if (!piece.empty()) {
            std::array<char, 20> size{};
            std::snprintf(size.data(), size.size(), "%zx\r\n", piece.size());
            (out += size.data()) += piece;
            out += "\r\n";
        }
    };
    add(answer.body);
    if (!answer.more) return send_all(out);
    try {
        std::string piece;
        const auto more = [&] {
            const Clock::time_point begun = Clock::now();
            const TimeLimit limit(begun + answer_time_);
            const bool any = answer.more(piece);
            answer_time_ -= Clock::now() - begun;
            return any;
        };
        while (more()) {
            add(piece);
            piece.clear();
            if (!send_all(out)) return false;
            out.clear();
        }
    } catch (const std::exception&) {
        return false;  // the client sees that the answer is incomplete, because its end is missing
    }
    if (chunked) out += "0\r\n\r\n";
    return send_all(out) && !until_close;
}

void Connection::refuse(int status, std::string_view message) {
    const Answer answer = error_answer({status, std::string(message)});
    if (!send_answer(answer, Request{}, true)) return;
    // Unread input would discard the answer when the connection is closed. So input is read for a short time.
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    const Clock::time_point deadline = Clock::now() + 2 * poll_interval;
    for (std::size_t read = 0; read < std::size_t{1} << 20 && receive(deadline) == ReceiveResult::bytes; in_.clear())
        read += in_.size();
}

Connection::ReceiveResult Connection::wait(Socket::wait_type event, Clock::time_point deadline,
                                           Clock::time_point busy_deadline) {
    std::optional<boost::system::error_code> result;
    socket_.async_wait(event, [&result](const boost::system::error_code& error) { result = error; });
    io_.restart();
    for (bool ending = false; true;) {
        if (shared_.stopping && !ending) {  // a request in progress gets a short time to finish
            ending = true;
            deadline = std::min(deadline, Clock::now() + 20 * poll_interval);
        }
        io_.run_until(std::min(deadline, Clock::now() + poll_interval));
        if (result) return *result ? ReceiveResult::end : ReceiveResult::bytes;
        const bool idle = busy_deadline == Clock::time_point{};
        const bool others = shared_.waiting != 0 || (idle && shared_.stopping);
        if (Clock::now() < (others ? std::min(deadline, busy_deadline) : deadline)) continue;
        socket_.cancel();
        io_.run();
        return ReceiveResult::late;
    }
}

Connection::ReceiveResult Connection::receive(Clock::time_point deadline) {
    std::array<char, 16384> buffer;  // faster than reading into `in_`, whose new bytes would be set to 0 first
    while (true) {
        boost::system::error_code error;
        const std::size_t got = socket_.read_some(asio::buffer(buffer), error);
        if (!error && (progress_ += got) >= progress_bytes) begun_ = Clock::now(), progress_ = 0;
        if (!error) return in_.append(buffer.data(), got), ReceiveResult::bytes;
        if (error != asio::error::would_block) return ReceiveResult::end;
        // A client that sends a byte from time to time must not make others wait.
        const Clock::time_point busy_deadline = begun_ + busy_time;
        if (shared_.waiting != 0 && Clock::now() >= busy_deadline) return ReceiveResult::late;
        const ReceiveResult ready = wait(Socket::wait_read, deadline, busy_deadline);
        if (ready != ReceiveResult::bytes) return ready;
    }
}

bool Connection::send_all(std::string_view bytes) {
    Clock::time_point begun = Clock::now();
    for (std::size_t sent = 0, piece_end = progress_bytes; sent < bytes.size();) {
        boost::system::error_code error;
        sent += socket_.write_some(asio::buffer(bytes.data() + sent, bytes.size() - sent), error);
        if (error && error != asio::error::would_block) return false;
        if (error &&
            wait(Socket::wait_write, begun + shared_.options.write_time, begun + 4 * busy_time) != ReceiveResult::bytes)
            return false;
        if (sent < piece_end) continue;
        piece_end = sent + progress_bytes;
        begun = Clock::now();
    }
    return true;
}

}  // namespace mexbase::serve

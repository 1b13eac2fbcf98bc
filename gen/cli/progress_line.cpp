// SPDX-License-Identifier: MIT
#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "../../query/cli/describe_info.hpp"
#include "../text_file.hpp"

namespace mexbase::cli {

std::optional<double> TimeLeft::at(double seconds, std::uint64_t done, std::uint64_t total) {
    if (!begun_ || total != total_ || done < done_) {
        *this = {};
        begun_ = true;
        start_ = last_ = seconds;
        first_ = done_ = done;
        total_ = total;
        return std::nullopt;
    }
    constexpr double shortest = 0.2, first_seconds = 2;  // between two measurements, and before the first estimate
    const double elapsed = seconds - start_, since = seconds - last_;
    if (since >= shortest) {
        // `rate_` is a moving average over three seconds, or over a quarter of the elapsed time if that is longer.
        const double now = static_cast<double>(done - done_) / since;
        const double weight = 1 - std::exp(-since / std::max(3.0, elapsed / 4));
        const double mean = static_cast<double>(done - first_) / elapsed;
        rate_ = rate_ == 0 ? mean : rate_ + weight * (now - rate_);
        last_ = seconds;
        done_ = done;
    }
    if (elapsed < first_seconds || rate_ <= 0 || total <= done) return std::nullopt;
    const double left = static_cast<double>(total - done) / rate_;
    if (said_ && left > 1.5 * *said_ + 1) return std::nullopt;
    said_ = said_ ? std::min(*said_, left) : left;
    return said_;
}

namespace {

std::optional<ProgressOutput> standard_error(const Arguments& arguments) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool lines = arguments.has("progress");
    if (!lines && (arguments.has("quiet") || !terminal)) return std::nullopt;
    ProgressOutput output;
    output.over_itself = !lines;
    output.seconds = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    output.write = [](const std::string& text) {
        std::fputs(text.c_str(), stderr);
        std::fflush(stderr);
    };
    output.columns = [] {
        winsize window{};
        return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 ? std::size_t{window.ws_col} : std::size_t{0};
    };
    return output;
}

/// Formats a duration, as in `58 s`, `12 min` or `3.5 h`.
std::string duration(double seconds) {
    if (seconds < 120) return fmt::format("{:.0f} s", std::ceil(seconds));
    return seconds < 7200 ? fmt::format("{:.0f} min", std::ceil(seconds / 60))
                          : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressLine::ProgressLine(const Arguments& arguments) : output_(standard_error(arguments)) {}

ProgressLine::ProgressLine(ProgressOutput output) : output_(std::move(output)) {}

ProgressLine::~ProgressLine() {
    if (drawn_ && output_->over_itself) output_->write("\r\x1b[K");
}

ProgressSink ProgressLine::sink() {
    if (!output_) return {};
    return [this](std::string_view phase, std::uint64_t done, std::uint64_t total) { draw(phase, done, total); };
}

void ProgressLine::draw(std::string_view phase, std::uint64_t done, std::uint64_t total) {
    const double now = output_->seconds();
    const std::size_t colon = phase.find(':');
    const bool begins = phase.substr(0, colon) != phase_;
    if (begins) {
        phase_ = phase.substr(0, colon);
        phase_start_ = now;
        first_ = done;
        left_ = {};
    }
    const std::optional<double> left = left_.at(now, done, total);
    const double pause = output_->over_itself ? 0.25 : 5;
    if (drawn_ && now - last_ < pause && !(begins && output_->over_itself)) return;
    last_ = now;
    drawn_ = true;
    const double seconds = now - phase_start_;
    std::string line = fmt::format("{}{} {}", phase, colon == phase.npos ? "" : ";", grouped(done));
    const std::string_view unit = phase_ == reading_phase ? "bytes" : "positions";
    line += total == 0 ? fmt::format(" {}", unit)
                       : fmt::format(" of {} {} ({}%)", grouped(total), unit, 100 * done / total);
    if (seconds > 0 && done > first_)
        line += fmt::format(", {:.2f} M/s", static_cast<double>(done - first_) / seconds / 1e6);
    if (left) line += fmt::format(", {} left", duration(*left));
    if (!output_->over_itself) return output_->write(line + '\n');
    const std::size_t columns = output_->columns();
    if (columns > 1 && line.size() >= columns) line.resize(columns - 1);
    output_->write('\r' + line + "\x1b[K");
}

}  // namespace mexbase::cli

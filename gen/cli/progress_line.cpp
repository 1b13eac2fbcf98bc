#include "progress_line.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace mexbase::cli {

ProgressLine::ProgressLine(bool quiet) : visible_(!quiet && isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
}

ProgressSink ProgressLine::sink() {
    if (!visible_) return {};
    return [this](std::string_view phase, std::uint64_t done, std::uint64_t total) { draw(phase, done, total); };
}

void ProgressLine::draw(std::string_view phase, std::uint64_t done, std::uint64_t total) {
    const auto now = Clock::now();
    if (phase != phase_) {
        phase_ = phase;
        phase_start_ = now;
    } else if (now - last_ < std::chrono::milliseconds(250)) {
        return;
    }
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - phase_start_).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    std::string line = fmt::format("{} {:L}", phase, done);
    if (total != 0) line += fmt::format(" of {:L} positions ({}%)", total, done * 100 / total);
    if (rate > 0) line += fmt::format(", {:.2f} M/s", rate / 1e6);
    if (rate > 0 && total > done) line += fmt::format(", {:.0f} s left", static_cast<double>(total - done) / rate);
    fmt::print(stderr, "\r{}\x1b[K", line);
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace mexbase::cli

#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "../../query/cli/describe_info.hpp"

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
    std::string line = fmt::format("{} {}", phase, grouped(done));
    line += total == 0 ? " positions" : fmt::format(" of {} positions ({}%)", grouped(total), 100 * done / total);
    if (rate > 0) line += fmt::format(", {:.2f} M/s", rate / 1e6);
    if (rate > 0 && total > done) line += fmt::format(", {:.0f} s left", static_cast<double>(total - done) / rate);
    winsize window{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 && line.size() >= window.ws_col)
        line.resize(window.ws_col - 1u);
    line = '\r' + line + "\x1b[K";
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace mexbase::cli

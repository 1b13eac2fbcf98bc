// SPDX-License-Identifier: MIT
// Drawings of positions, as SVG and PNG.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "../../lib/error.hpp"
#include "../json/answers.hpp"
#include "commands.hpp"

namespace mexbase::cli {

namespace {

/// Converts a drawing to PNG with the program rsvg-convert. Throws `Error{io}` if it is not installed, or fails.
std::string png_of(const std::string& svg) {
    const auto close = [](std::FILE* file) { std::fclose(file); };
    const auto make = [&close] {
        std::unique_ptr<std::FILE, decltype(close)> file(std::tmpfile(), close);
        if (!file) throw Error(ErrorCode::io, "cannot make a temporary file for the drawing");
        return file;
    };
    const auto from = make(), to = make();
    if (std::fwrite(svg.data(), 1, svg.size(), from.get()) != svg.size() || std::fflush(from.get()) != 0)
        throw Error(ErrorCode::io, "cannot write a temporary file for the drawing");
    std::rewind(from.get());
    std::string program = "rsvg-convert", option = "--format=png";
    const std::array<char*, 3> words{program.data(), option.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(from.get()), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(to.get()), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = 0;
    const int failed = posix_spawnp(&process, program.c_str(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    if (failed == 0)
        while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
        }
    // Some systems report a program that does not exist only by the exit status of the child.
    if (failed != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        throw Error(ErrorCode::io,
                    "PNG needs the program rsvg-convert, which is not installed (package librsvg2-bin of Debian): "
                    "install it, or write SVG");
    if (status != 0) throw Error(ErrorCode::io, "rsvg-convert could not convert the drawing to PNG");
    std::string png;
    std::rewind(to.get());
    std::array<char, 1 << 16> buffer;
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), to.get())) png.append(buffer.data(), n);
    return png;
}

}  // namespace

std::string image_ending(const std::string& path) {
    std::string ending = path.substr(std::min(path.rfind('.'), path.size()));
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
    constexpr std::string_view others[] = {".bmp", ".eps", ".gif", ".jpeg", ".jpg", ".pdf", ".png", ".tiff", ".webp"};
    return std::ranges::find(others, ending) == std::end(others) ? "" : ending;
}

void write_file(const std::string& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    if (!(file << bytes).flush()) throw Error(ErrorCode::io, "cannot write " + in_quotes(path));
}

void draw(const Table& table, const DrawRequest& request) {
    const std::string ending = image_ending(request.output);
    if (!ending.empty() && ending != ".png")
        throw Error(ErrorCode::bad_usage, "draw cannot write " + in_quotes(request.output) +
                                              ": it writes SVG and PNG, so name a file such as position.svg");
    const std::string svg = svg_of(table, table.resolve(request.position).value(), request.with_values);
    if (request.as_json) return print({{"position", request.position}, {"svg", svg}});
    if (request.output == "-")
        std::cout << svg;
    else
        write_file(request.output, ending.empty() ? svg : png_of(svg));
}

}  // namespace mexbase::cli

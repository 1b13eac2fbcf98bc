#include "standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "../../lib/error.hpp"

namespace mexbase::cli {

namespace {
[[noreturn]] void fail(const char* what) {
    throw Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno));
}
}  // namespace

StandardOutput::StandardOutput() : file_(nullptr, std::fclose) {
    if (isatty(STDOUT_FILENO) != 0)
        throw Error(ErrorCode::bad_usage, "a table is nothing for a terminal: give -o FILE, or lead -o - elsewhere");
    // Else the temporary file would be taken for it.
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0) fail("cannot write to standard output");
    file_.reset(std::tmpfile());
    if (!file_) fail("cannot make a temporary file");
}

void StandardOutput::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
        std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
        fail("cannot write the temporary file of the table");
}

void StandardOutput::append(std::span<const std::byte> bytes) {
    write(size_, bytes);
    size_ += bytes.size();
}

void StandardOutput::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (offset > size_ || bytes.size() > size_ - offset)
        throw Error(ErrorCode::bad_usage, "a sink is overwritten only where bytes were appended before");
    write(offset, bytes);
}

void StandardOutput::commit() {
    if (committed_) return;
    committed_ = true;
    if (std::fflush(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_SET) != 0)
        fail("cannot read the temporary file of the table");
    std::array<char, 1 << 16> chunk;
    for (std::uint64_t left = size_; left != 0;) {
        const std::size_t read = std::fread(chunk.data(), 1, chunk.size(), file_.get());
        if (read == 0) fail("cannot read the temporary file of the table");
        if (std::fwrite(chunk.data(), 1, read, stdout) != read) fail("cannot write to standard output");
        left -= std::min<std::uint64_t>(left, read);
    }
    if (std::fflush(stdout) != 0) fail("cannot write to standard output");
}

}  // namespace mexbase::cli

// SPDX-License-Identifier: MIT
#include "shared_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "../../lib/error.hpp"
#include "../../lib/positioned_io.hpp"

namespace mexbase::detail {

namespace {

/// Blocks SIGXFSZ in the calling thread: a write past the file size limit fails with EFBIG and does not kill the
/// process.
class BlockFileSizeSignal {
  public:
    BlockFileSizeSignal() {
        sigemptyset(&signal_);
        sigaddset(&signal_, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    }
    ~BlockFileSizeSignal() {
        const int number = errno;
        if (raised_ && sigismember(&before_, SIGXFSZ) == 0) {
            const timespec now{};
            while (sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = number;
    }
    BlockFileSizeSignal(const BlockFileSizeSignal&) = delete;
    BlockFileSizeSignal& operator=(const BlockFileSizeSignal&) = delete;
    void raised() { raised_ = true; }

  private:
    sigset_t signal_{}, before_{};
    bool raised_ = false;
};

/// Calls `change()`, which returns false and sets `errno` if it fails.
template <class Change>
void change_file(const std::string& path, const Change& change) {
    BlockFileSizeSignal guard;
    if (change()) return;
    const int number = errno;
    if (number == EFBIG) guard.raised();
    throw_cannot_write(path, number);
}

}  // namespace

void throw_cannot_write(const std::string& path, int number) {
    const auto code = number == ENOMEM ? ErrorCode::out_of_memory : ErrorCode::io;
    throw Error(code, "cannot write " + in_quotes(path) + ": " + std::generic_category().message(number));
}

void write_file(const std::string& path, int descriptor, std::uint64_t offset, std::span<const std::byte> bytes) {
    change_file(path, [&] { return mexbase::write_at(descriptor, offset, bytes); });
}

void extend_file(const std::string& path, int descriptor, std::uint64_t size) {
    change_file(path, [&] { return ::ftruncate(descriptor, static_cast<::off_t>(size)) == 0; });
}

std::optional<SharedFileWriter> SharedFileWriter::open(const SharedFile& file) {
    const int descriptor = ::open(file.path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return std::nullopt;
    SharedFileWriter writer(file.target, descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < file.size)
        return std::nullopt;
    SharedFile::Token token;
    if (read_at(descriptor, 0, token) != token.size() || token != file.token) return std::nullopt;
    return writer;
}

SharedFileWriter::SharedFileWriter(std::string target, int descriptor)
    : target_(std::move(target)), descriptor_(descriptor) {}

SharedFileWriter::SharedFileWriter(SharedFileWriter&& other) noexcept
    : target_(std::move(other.target_)), descriptor_(std::exchange(other.descriptor_, -1)), written_(other.written_) {}

SharedFileWriter::~SharedFileWriter() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void SharedFileWriter::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    write_file(target_, descriptor_, offset, bytes);
    written_ = true;
}

void SharedFileWriter::sync() {
    if (written_ && ::fsync(descriptor_) != 0) throw_cannot_write(target_, errno);
}

}  // namespace mexbase::detail

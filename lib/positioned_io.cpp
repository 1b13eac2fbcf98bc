// SPDX-License-Identifier: MIT
#include "positioned_io.hpp"

#include <unistd.h>

#include <cerrno>

namespace mexbase {

namespace {

/// Calls `transfer(done)` until it returns 0 or all `size` bytes are done. Repeats calls that a signal interrupted.
/// Returns the number of bytes done, or `std::nullopt` on any other error.
template <class Transfer>
std::optional<std::size_t> transfer_all(std::size_t size, const Transfer& transfer) {
    for (std::size_t done = 0; done < size;) {
        const ::ssize_t n = transfer(done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return std::nullopt;
        if (n == 0) return done;
        done += static_cast<std::size_t>(n);
    }
    return size;
}

}  // namespace

std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes) noexcept {
    return transfer_all(bytes.size(), [&](std::size_t done) {
        return ::pread(descriptor, bytes.data() + done, bytes.size() - done, static_cast<::off_t>(offset + done));
    });
}

bool write_at(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
    const auto written = transfer_all(bytes.size(), [&](std::size_t done) {
        return ::pwrite(descriptor, bytes.data() + done, bytes.size() - done, static_cast<::off_t>(offset + done));
    });
    if (written && *written < bytes.size()) errno = EIO;
    return written == bytes.size();
}

}  // namespace mexbase

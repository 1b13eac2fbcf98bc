// SPDX-License-Identifier: MIT
#include "atomic_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "../../lib/error.hpp"
#include "shared_file.hpp"

namespace mexbase {

namespace detail {

/// Temporary name of an unfinished file. It has static storage and an atomic state. So a signal handler needs no memory
/// and no locks, and cannot race with the owner.
struct UnfinishedName {
    enum : int { unused, owned, live, removing };
    std::atomic<int> state{unused};
    char text[4096] = {};
};

}  // namespace detail

namespace {

using detail::extend_file;
using detail::throw_cannot_write;
using detail::UnfinishedName;
using detail::write_file;

constexpr std::size_t buffer_bytes = std::size_t{256} << 10;
constexpr mode_t new_file_mode = 0666;  // less the bits of the user's mask

std::array<UnfinishedName, 16> unfinished;

/// Registers a temporary name for `remove_unfinished`. Returns its entry, or null if the name is too long or too many
/// files are open; then only the destructor of `AtomicFile` removes the file.
UnfinishedName* add_unfinished(const std::string& name) {
    for (UnfinishedName& entry : unfinished) {
        int state = UnfinishedName::unused;
        if (name.size() >= sizeof entry.text) return nullptr;
        if (!entry.state.compare_exchange_strong(state, UnfinishedName::owned)) continue;
        std::memcpy(entry.text, name.c_str(), name.size() + 1);
        entry.state = UnfinishedName::live;
        return &entry;
    }
    return nullptr;
}

void forget_unfinished(UnfinishedName* entry) noexcept {
    int state = UnfinishedName::live;
    if (entry != nullptr) entry->state.compare_exchange_strong(state, UnfinishedName::unused);
}

/// Locks an unfinished file, so that no other job takes it for a stale one. Returns false if another job has the lock.
/// Without locks in the file system, returns true, because then no job removes stale files.
bool lock_unfinished(int descriptor) {
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/// Removes the temporary files that killed jobs have left: those in `folder` that are named `prefix` PID.NUMBER.tmp and
/// are not locked.
void remove_stale_files(const std::string& folder, const std::string& prefix) {
    constexpr std::string_view suffix = ".tmp";
    std::error_code error;  // a folder may be writable but not readable
    for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
        const std::string name = each->path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
        const std::string_view numbers = std::string_view(name).substr(prefix.size());
        if (numbers.substr(0, numbers.size() - suffix.size()).find_first_not_of("0123456789.") != numbers.npos)
            continue;
        const int descriptor = ::open(each->path().c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (descriptor < 0) continue;
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(each->path().c_str());
        ::close(descriptor);
    }
}

}  // namespace

struct AtomicFile::State {
    std::string target;     // final path, with links resolved
    std::string folder;     // folder of the target
    std::string temporary;  // temporary name until commit; empty: unnamed
    UnfinishedName* entry = nullptr;
    int descriptor = -1;
    bool committed = false;
    std::uint64_t flushed = 0;
    std::vector<std::byte> buffer;
    std::optional<SharedFile::Token> token;

    ~State() {
        if (descriptor >= 0) ::close(descriptor);
        if (temporary.empty()) return;
        if (!committed) ::unlink(temporary.c_str());
        forget_unfinished(entry);
    }
    void flush(const std::string& path) {
        write_file(path, descriptor, flushed, buffer);
        flushed += buffer.size();
        buffer.clear();
    }
    std::string prefix_of_names() const { return "." + target.substr(target.rfind('/') + 1).substr(0, 200) + "."; }
    std::string fresh_name() const {
        static std::atomic<unsigned> counter{0};
        return folder + "/" + prefix_of_names() + std::to_string(::getpid()) + "." +
               std::to_string(counter.fetch_add(1)) + ".tmp";
    }
};

AtomicFile::AtomicFile(std::string path, Naming naming) : path_(std::move(path)), state_(std::make_unique<State>()) {
    State& s = *state_;
    if (path_.empty() || path_.find('\0') != std::string::npos) throw_cannot_write(path_, ENOENT);
    s.target = path_;
    struct stat status {};
    if (::lstat(path_.c_str(), &status) == 0) {
        if (S_ISLNK(status.st_mode)) {
            char* resolved = ::realpath(path_.c_str(), nullptr);
            if (resolved == nullptr) throw_cannot_write(path_, errno);
            s.target = resolved;
            std::free(resolved);
            if (::stat(s.target.c_str(), &status) != 0) throw_cannot_write(path_, errno);
        }
        if (!S_ISREG(status.st_mode))
            throw Error(ErrorCode::io, "cannot write " + in_quotes(path_) + ": it exists and is not a regular file");
    } else if (errno != ENOENT) {
        throw_cannot_write(path_, errno);
    }
    const std::size_t slash = s.target.rfind('/');
    s.folder = slash == std::string::npos ? "." : slash == 0 ? "/" : s.target.substr(0, slash);
    if (slash == s.target.size() - 1) throw_cannot_write(path_, ENOENT);
    s.buffer.reserve(buffer_bytes);
    remove_stale_files(s.folder, s.prefix_of_names());

    if (naming == Naming::unnamed) {
        s.descriptor = ::open(s.folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, new_file_mode);
        // An unnamed file can only get a name through /proc.
        const std::string link = "/proc/self/fd/" + std::to_string(s.descriptor);
        if (s.descriptor >= 0 && ::lstat(link.c_str(), &status) == 0) {
            lock_unfinished(s.descriptor);  // `commit` may give it a temporary name
            return;
        }
        if (s.descriptor >= 0) ::close(std::exchange(s.descriptor, -1));
    }
    for (;;) {
        const std::string name = s.fresh_name();
        UnfinishedName* entry = add_unfinished(name);  // before the name exists, because a signal may arrive in between
        s.descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, new_file_mode);
        if (s.descriptor < 0) {
            const int number = errno;
            forget_unfinished(entry);
            if (number == EEXIST) continue;
            throw_cannot_write(path_, number);
        }
        // Before it was locked, another job may have taken the file for a stale one.
        if (!lock_unfinished(s.descriptor) || ::fstat(s.descriptor, &status) != 0 || status.st_nlink == 0) {
            ::close(std::exchange(s.descriptor, -1));
            forget_unfinished(entry);
            continue;
        }
        s.temporary = name;
        s.entry = entry;
        return;
    }
}

AtomicFile::~AtomicFile() = default;

bool AtomicFile::named() const {
    return !state_->temporary.empty() && !state_->committed;
}

std::uint64_t AtomicFile::size() const {
    return state_->flushed + state_->buffer.size();
}

void AtomicFile::append(std::span<const std::byte> bytes) {
    State& s = *state_;
    if (bytes.size() > buffer_bytes - s.buffer.size()) s.flush(path_);
    if (bytes.size() > buffer_bytes) {
        write_file(path_, s.descriptor, s.flushed, bytes);
        s.flushed += bytes.size();
    } else {
        s.buffer.insert(s.buffer.end(), bytes.begin(), bytes.end());
    }
}

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    State& s = *state_;
    check_range(offset, bytes.size());
    if (offset < s.flushed) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), s.flushed - offset));
        write_file(path_, s.descriptor, offset, bytes.first(n));
        offset += n;
        bytes = bytes.subspan(n);
    }
    std::copy(bytes.begin(), bytes.end(), s.buffer.begin() + static_cast<std::ptrdiff_t>(offset - s.flushed));
}

std::optional<SharedFile> AtomicFile::share() {
    State& s = *state_;
    if (!named()) return std::nullopt;
    if (!s.token) {
        SharedFile::Token token;
        if (::getrandom(token.data(), token.size(), 0) != static_cast<::ssize_t>(token.size())) return std::nullopt;
        write_at(0, token);
        s.token = token;
    }
    // Other machines must find the token.
    s.flush(path_);
    if (::fsync(s.descriptor) != 0) throw_cannot_write(path_, errno);
    return SharedFile{std::filesystem::absolute(s.temporary).string(), path_, *s.token, s.flushed};
}

void AtomicFile::extend(std::uint64_t length) {
    State& s = *state_;
    s.flush(path_);
    extend_file(path_, s.descriptor, s.flushed + length);
    s.flushed += length;
}

void AtomicFile::commit() {
    State& s = *state_;
    if (s.committed) return;
    s.flush(path_);
    if (::fsync(s.descriptor) != 0) throw_cannot_write(path_, errno);

    // Refuses to overwrite a target that is not a regular file. It may have appeared since the constructor was called.
    struct stat status {};
    const bool there = ::lstat(s.target.c_str(), &status) == 0;
    if (there && !S_ISREG(status.st_mode)) throw_cannot_write(path_, EEXIST);
    if (s.temporary.empty()) {
        const std::string link = "/proc/self/fd/" + std::to_string(s.descriptor);
        const auto link_to = [&link](const std::string& name) {
            return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        };
        if (!there && link_to(s.target)) {
            s.committed = true;
        } else {
            // `linkat` cannot replace a file, so it makes a temporary name. Then `rename` replaces the old file.
            const std::string name = s.fresh_name();
            s.entry = add_unfinished(name);
            if (!link_to(name)) {
                const int number = errno;
                forget_unfinished(std::exchange(s.entry, nullptr));
                throw_cannot_write(path_, number);
            }
            s.temporary = name;
        }
    }
    if (!s.committed && ::rename(s.temporary.c_str(), s.target.c_str()) != 0) throw_cannot_write(path_, errno);
    s.committed = true;

    const int folder = ::open(s.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;  // a folder that is writable but not readable cannot be synced
    const bool failed = ::fsync(folder) != 0 && errno != EINVAL && errno != EROFS;
    const int number = errno;
    ::close(folder);
    if (failed) throw_cannot_write(path_, number);
}

void remove_unfinished() noexcept {
    const int number = errno;
    for (UnfinishedName& entry : unfinished) {
        int state = UnfinishedName::live;
        if (!entry.state.compare_exchange_strong(state, UnfinishedName::removing)) continue;
        ::unlink(entry.text);
        entry.state = UnfinishedName::unused;
    }
    errno = number;
}

}  // namespace mexbase

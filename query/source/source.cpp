// SPDX-License-Identifier: MIT
#include "source.hpp"

#include <exception>
#include <new>
#include <utility>

#include "../../lib/error.hpp"

namespace mexbase::detail {

Source Source::map(const std::string& path) {
    const ReadFile file(path);
    Source source;
    source.size_ = file.size();
    if (source.size_ != 0) {
        source.base_ = file.map();
        source.mapped_ = true;
    }
    return source;
}

Source Source::read(const std::string& path) {
    Source source;
    source.file_ = std::make_unique<ReadFile>(path);
    source.size_ = source.file_->size();
    return source;
}

Source Source::borrow(std::span<const std::byte> bytes) {
    Source source;
    source.base_ = bytes.data();
    source.size_ = bytes.size();
    return source;
}

Source Source::own(std::vector<std::byte>&& bytes) {
    Source source;
    source.owned_ = std::move(bytes);
    source.base_ = source.owned_.data();
    source.size_ = source.owned_.size();
    return source;
}

Source Source::of(std::shared_ptr<Reader> reader) {
    if (!reader) throw Error(ErrorCode::bad_usage, "cannot open a table: the reader is null");
    Source source;
    source.size_ = reader->size();
    source.reader_ = std::move(reader);
    return source;
}

Source::Source(Source&& other) noexcept
    : size_(std::exchange(other.size_, 0)),
      base_(std::exchange(other.base_, nullptr)),
      mapped_(std::exchange(other.mapped_, false)),
      file_(std::move(other.file_)),
      reader_(std::move(other.reader_)),
      kept_(std::move(other.kept_)),
      owned_(std::move(other.owned_)) {}

Source::~Source() {
    if (mapped_) ReadFile::unmap(base_, size_);
}

void Source::throw_past_end() {
    throw Error(ErrorCode::corrupt, "the table points past its own end");
}

namespace {

/// Calls `read`, which calls the reader. Throws the reader's failure as an `Error`, and its exceptions as `Error{io}`.
template <class Read>
void ask(const Read& read) {
    Result<void> done;
    try {
        done = read();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        throw Error(ErrorCode::io, std::string("the reader of the table failed: ") + e.what());
    } catch (...) {
        throw Error(ErrorCode::io, "the reader of the table failed");
    }
    done.value();
}

/// Ranges with at most this many bytes between them are read as one range.
constexpr std::uint64_t near = 512;

}  // namespace

void Source::read_ahead(std::vector<ByteRange> parts, ReadAhead& ahead) const {
    const auto not_wanted = [&](const ByteRange& part) {
        return part.length == 0 || part.offset > size_ || part.length > size_ - part.offset ||
               find_kept(part.offset, part.length) != nullptr || ahead.find(part.offset, part.length) != nullptr;
    };
    parts.erase(std::remove_if(parts.begin(), parts.end(), not_wanted), parts.end());
    if (parts.empty()) return;
    std::sort(parts.begin(), parts.end(), [](const ByteRange& a, const ByteRange& b) { return a.offset < b.offset; });
    std::vector<ByteRange> merged;
    for (const ByteRange& part : parts) {
        if (!merged.empty() && part.offset <= merged.back().offset + merged.back().length + near) {
            ByteRange& last = merged.back();
            last.length = std::max(last.length, part.offset + part.length - last.offset);
        } else {
            merged.push_back(part);
        }
    }
    std::vector<ReadAhead::ByteChunk> pieces;
    std::vector<Reader::Range> ranges;
    for (const ByteRange& part : merged) {
        pieces.push_back({part.offset, std::vector<std::byte>(static_cast<std::size_t>(part.length))});
        ranges.push_back({part.offset, pieces.back().bytes});
    }
    ask([&] { return reader_->read_many(ranges); });
    ahead.add(std::move(pieces));
}

void Source::keep(std::vector<ByteRange> parts) {
    read_ahead(std::move(parts), kept_);
}

const std::byte* Source::read_into(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const {
    if (length == 0) return scratch.data();
    if (const std::byte* kept = find_kept(offset, length)) return kept;
    if (scratch.size() < length) scratch.resize(length);
    const std::span bytes(scratch.data(), length);
    if (reader_)
        ask([&] { return reader_->read_at(offset, bytes); });
    else
        file_->read_at(offset, bytes);
    return scratch.data();
}

}  // namespace mexbase::detail

#include "source.hpp"

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

Source::Source(Source&& other) noexcept
    : size_(std::exchange(other.size_, 0)),
      base_(std::exchange(other.base_, nullptr)),
      mapped_(std::exchange(other.mapped_, false)),
      file_(std::move(other.file_)),
      owned_(std::move(other.owned_)) {}

Source::~Source() {
    if (mapped_) ReadFile::unmap(base_, size_);
}

void Source::throw_past_end() {
    throw Error(ErrorCode::corrupt, "the table points past its own end");
}

const std::byte* Source::read_into(std::uint64_t offset, std::size_t length, std::vector<std::byte>& scratch) const {
    if (scratch.size() < length) scratch.resize(length);
    if (length != 0) file_->read_at(offset, {scratch.data(), length});
    return scratch.data();
}

}  // namespace mexbase::detail

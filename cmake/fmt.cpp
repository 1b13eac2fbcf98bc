// {fmt} as an archive, which Debian has none of: the one function that our programs call, out of the library's headers.
#include <fmt/format.h>

namespace {

[[gnu::used]] std::string (*const kept)(fmt::string_view, fmt::format_args) = &fmt::vformat;

}

/// \file
/// Whether a class has a member of some name, whatever that member is.
#pragma once

#include <type_traits>

/// Defines the concept `mexbase::detail::names_NAME<T>`: T, a class that is not final, has a member NAME, its own or
/// inherited: a function of any signature, overloaded, a template or private, or data, or a type. (Beside another base
/// class that has one too, the name means nothing.) To be used outside of namespaces.
#define MEXBASE_DETECT_MEMBER(NAME)                                                                             \
    namespace mexbase::detail {                                                                                 \
    struct Has_##NAME {                                                                                         \
        int NAME;                                                                                               \
    };                                                                                                          \
    template <class T>                                                                                          \
    struct Beside_##NAME : T, Has_##NAME {};                                                                    \
    template <class T>                                                                                          \
    concept names_##NAME = std::is_class_v<T> && !std::is_final_v<T> && !requires { &Beside_##NAME<T>::NAME; }; \
    }

// SPDX-License-Identifier: MIT
/// \file
/// Detects whether a class has a member of a given name, whatever kind of member it is.
#pragma once

#include <type_traits>

/// Defines the concept `mexbase::detail::names_NAME<T>`. It is true if T, a class that is not final, has a member NAME,
/// its own or inherited: a function of any signature, overloaded, a template or private, data, or a type. (A second
/// base class with a member NAME makes the name ambiguous.) For use outside namespaces.
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

/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The version of the headers, for C and C++. `docs/embedding.md` says what a version promises.
 */
#ifndef MEXQUERY_VERSION_H
#define MEXQUERY_VERSION_H

#define MEXQUERY_VERSION_MAJOR 0
#define MEXQUERY_VERSION_MINOR 2
#define MEXQUERY_VERSION_PATCH 0
/** The version as one number, for comparison: 2000 is 0.2.0. */
#define MEXQUERY_VERSION (MEXQUERY_VERSION_MAJOR * 1000000 + MEXQUERY_VERSION_MINOR * 1000 + MEXQUERY_VERSION_PATCH)

#endif

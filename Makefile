# SPDX-License-Identifier: MIT
# A thin front for CMake: `make demo` and `make test` do everything on a fresh Debian 12.
JOBS ?= $(shell nproc)
# make test STRICT=ON makes warnings errors.
STRICT ?= OFF
# make test TESTS='-R Octal' runs some of them: options of ctest.
TESTS ?=
# make install PREFIX=/usr DESTDIR=/tmp/root installs for /usr into /tmp/root/usr.
PREFIX ?= /usr/local

SHELL := bash
.SHELLFLAGS := -o pipefail -c
# A terminal has one line for how far it is; a log has failures only, and how it ended.
ifdef MAKE_TERMOUT
progress := --progress
else
quiet := -- --quiet
failures := | grep -vE '^ *Start |^Test project |^ *[0-9]+/[0-9]+ Test .* Passed '
endif
# $(call build,PRESET,OPTIONS OF CMAKE,TARGETS): without targets all are built.
build = echo "Building $(1) in build/$(1), for some minutes the first time"; \
        cmake --preset $(1) $(2) >/dev/null && cmake --build --preset $(1) -j $(JOBS) $(if $(3),--target $(3)) $(quiet)
extension = -DMEXBASE_TESTS=OFF -DMEXBASE_STRICT=$(STRICT) -DMEXBASE_PYTHON=ON -DPython3_EXECUTABLE=$(realpath /usr/bin/python3)

.PHONY: all help install demo test check bench python wheel amalgamation docs format tidy clean
all:
	@tools/dependencies.sh build
	@$(call build,release,-DMEXBASE_TESTS=OFF -DMEXBASE_STRICT=$(STRICT))

help:
	@echo 'make                     builds both programs and the libraries in build/release'
	@echo 'make install PREFIX=DIR  builds, and installs into DIR (default /usr/local)'
	@echo 'make python              builds, and installs the Python package into build/venv'
	@echo 'make wheel               builds a wheel of the Python package, in build'
	@echo 'make amalgamation        writes a reader of tables in two files, into build/amalgamation'
	@echo 'make demo                solves and verifies real games'
	@echo "make test                builds and runs all tests; TESTS='-R Octal' runs some, STRICT=ON makes warnings errors"
	@echo 'make check               is the same as make test'
	@echo 'make bench               builds and runs the benchmarks'
	@echo 'make docs                writes pages on the C++ and C functions to build/docs/html'
	@echo 'make format, make tidy   run clang-format and clang-tidy'
	@echo 'make clean               removes build'
	@echo 'JOBS=N sets the number of parallel jobs (default: one per processor). Missing Debian packages are installed first.'

install: all
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" >/dev/null

demo:
	@tools/dependencies.sh build
	@$(call build,release,-DMEXBASE_TESTS=OFF -DMEXBASE_STRICT=$(STRICT),mexgen mexquery)
	@tools/demo.sh build/release/bin

test:
	@tools/dependencies.sh test
	@$(call build,release,-DMEXBASE_TESTS=ON -DMEXBASE_STRICT=$(STRICT))
	@ctest --preset release -j $(JOBS) $(TESTS) $(progress) $(failures)

check: test

bench:
	@tools/dependencies.sh bench
	@$(call build,bench)
	@tools/bench.sh build/bench

# The Python package, in a virtual environment of its own: build/venv/bin/python.
python:
	@tools/dependencies.sh python
	@$(call build,release,$(extension),mexbase_python)
	@tools/python.sh build/release build/venv $(JOBS)

# A wheel of the Python package: build/mexbase-*.whl.
wheel:
	@tools/dependencies.sh python
	@$(call build,release,$(extension),mexbase_python)
	@tools/wheel.sh build/release build $(JOBS)

# A reader of tables to copy into another program: mexquery.h and mexquery_reader.cpp.
amalgamation:
	@tools/dependencies.sh amalgamation
	@tools/amalgamation/amalgamate.py . build/amalgamation

# Pages on the C++ and C functions, in build/docs/html.
docs:
	@tools/dependencies.sh docs
	@mkdir -p build/docs
	@{ cat Doxyfile; echo "INPUT = $$(cmake -P tools/public_headers.cmake)"; } | doxygen -

format:
	git ls-files '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-16 -i

# clang-tidy on lib, query and gen, for some ten minutes.
tidy:
	@tools/dependencies.sh tidy
	@tools/tidy.sh build/tidy $(JOBS)

clean:
	rm -rf build

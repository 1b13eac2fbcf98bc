# A thin front for CMake: `make demo` and `make test` do everything on a fresh Debian 12.
JOBS ?= $(shell nproc)
# make test STRICT=ON makes warnings errors.
STRICT ?= OFF

.PHONY: all demo test bench format clean
all:
	@tools/dependencies.sh build
	@cmake --preset release -DMEXBASE_TESTS=OFF -DMEXBASE_STRICT=$(STRICT) >/dev/null
	@cmake --build --preset release -j $(JOBS)

demo: all
	@tools/demo.sh build/release/bin

test:
	@tools/dependencies.sh test
	@cmake --preset release -DMEXBASE_TESTS=ON -DMEXBASE_STRICT=$(STRICT) >/dev/null
	@cmake --build --preset release -j $(JOBS)
	@ctest --test-dir build/release --output-on-failure -j $(JOBS)

bench:
	@tools/dependencies.sh bench
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench -j $(JOBS)
	@tools/bench.sh build/bench

format:
	git ls-files '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-16 -i

clean:
	rm -rf build

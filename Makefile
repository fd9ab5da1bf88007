# Thin front to CMake; `make help` says what there is. Two commands are all a newcomer needs: make run, make test.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# Under sudo, what is built belongs to whoever called.
CALLER = $(if $(SUDO_USER),sudo -u $(SUDO_USER))
# What bench-sim has measured: of the networks that were asked for, or of all.
SIMULATED = $(foreach name,$(or $(NETWORKS),*),build/simgrid/results/$(subst /,_,$(name))-ours-*.txt)
PRODUCT = cmake --build build -j $(JOBS) --target product

all:                     ## build the tool and the libraries: build/linkbound
	@tools/setup --check build
	@test -f build/build.ninja || cmake --preset default
	@$(PRODUCT)

run:                     ## install what is missing, build, and run the main job
	@tools/setup build
	@$(MAKE) --no-print-directory all
	@build/linkbound demo

test:                    ## install what is missing, build, and run every test and check
	@tools/setup test
	@tools/test-all $(JOBS)

check:                   ## the tests that need nothing but what `make run` installs: two minutes
	@tools/setup build
	@cmake --preset default -DLB_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target quick
	@ctest --test-dir build -j $(JOBS) -L quick --output-on-failure

explorer:                ## build the page for the browser: build/explorer.html
	@tools/setup explorer
	@$(MAKE) --no-print-directory all
	@cmake --preset default >/dev/null
	@cmake --build build -j $(JOBS) --target explorer

docs:                    ## the API reference from the headers: build/docs/index.html
	@tools/setup docs
	@tools/docs

deb:                     ## Debian packages, held against lintian: build/deb (tools/deb-test tries them in a fresh Debian)
	@tools/setup deb
	@tools/deb

gallery:                 ## draw the pictures of docs/ again, and write docs/gallery.md
	@$(MAKE) --no-print-directory all
	@tools/gallery build/linkbound

bench:                   ## build and run the benchmarks
	@$(MAKE) --no-print-directory all
	@cmake --build build -j $(JOBS) --target bench

bench-netns:             ## real links: collectives beside MPI's own across network namespaces (sudo; docs/netns.md)
	@bench/netns/net list >/dev/null
	@$(CALLER) $(MAKE) --no-print-directory all
	@$(CALLER) cmake --build build -j $(JOBS) --target netns
	@bench/netns/bench $(NETNS)

bench-netns-programs:    ## programs of other people there, without the drop-in and with it (sudo; docs/drop-in.md)
	@bench/netns/net list >/dev/null
	@$(CALLER) $(MAKE) --no-print-directory all
	@$(CALLER) cmake --build build -j $(JOBS) --target netns
	@bench/netns/programs $(PROGRAMS)

bench-netns-clean:       ## remove namespaces that a killed run has left behind (root)
	@bench/netns/net clean

bench-sim: all           ## simulated networks: ours beside MPI's own, on SimGrid (NETWORKS="cube:3 4x4,links=400/0.1": only those)
	@bench/simgrid/build.sh build/simgrid build
	@JOBS=$(JOBS) bench/simgrid/bench.sh build/simgrid build/simgrid/results ours $(NETWORKS)
	@cat bench/simgrid/native.txt $(SIMULATED) | awk -f bench/simgrid/table.awk >build/simgrid/table.md; \
	    code=$$?; cat build/simgrid/table.md; exit $$code # not 0: some result was wrong
	@cat bench/simgrid/native.txt $(SIMULATED) | awk -f bench/simgrid/plot.awk >build/simgrid/gain.svg
	@echo "the table: build/simgrid/table.md; the picture: build/simgrid/gain.svg"

bench-sim-special: all   ## simulated networks with few ports, a slow link, a dead one
	@bench/simgrid/build.sh build/simgrid build
	@bench/simgrid/special.sh build/simgrid

survey:                  ## default plans of all small networks against their bounds and rivals (SURVEY="--nodes 16"; long)
	@cmake --preset default -DLB_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target survey
	@build/tests/survey $(SURVEY)

survey-table:            ## shares at the bound, kept in build/survey.txt so that it can go on (SURVEY="--nodes 36 --part 0/4"; long)
	@cmake --preset default -DLB_BUILD_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS) --target survey
	@build/tests/survey --table --keep build/survey.txt $(SURVEY)

bench-sim-survey: all    ## four kinds of links, odd sizes, beside SMPI's best (NETWORKS; minutes to hours)
	@bench/simgrid/build.sh build/simgrid build
	@bench/simgrid/survey.sh build/simgrid build/simgrid/survey tuned $(NETWORKS)
	@bench/simgrid/survey.sh build/simgrid build/simgrid/survey none $(NETWORKS)
	@awk -f bench/simgrid/survey.awk bench/simgrid/survey.txt build/simgrid/survey/*-tuned.txt
	@awk -f bench/simgrid/itself.awk build/simgrid/survey/*.txt

bench-sim-native: all    ## measure MPI's own once more for bench-sim: hours (NETWORKS)
	@bench/simgrid/build.sh build/simgrid build
	@JOBS=$(JOBS) bench/simgrid/bench.sh build/simgrid build/simgrid/native native $(NETWORKS)
	@awk -f bench/simgrid/natives.awk build/simgrid/native/*.txt | sort -V >build/simgrid/native.txt
	@echo "theirs: build/simgrid/native.txt, to be compared with bench/simgrid/native.txt"

install: all             ## install to PREFIX (/usr/local); DESTDIR is honoured
	cmake --install build --prefix "$(PREFIX)"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig || true; fi

lint:                    ## who uses whom, formatter, clang-tidy, cppcheck, shellcheck, man pages
	@tools/setup --check test
	@cmake --preset default -DLB_BUILD_TESTS=ON >/dev/null
	@tools/lint all build

format:                  ## rewrite the C files in the house style
	@tools/lint reformat

clean:                   ## remove build/
	rm -rf build

help:                    ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' Makefile

.PHONY: all run test check survey survey-table bench-sim-survey explorer docs deb gallery bench bench-netns bench-netns-clean bench-netns-programs bench-sim bench-sim-special bench-sim-native install lint format clean help

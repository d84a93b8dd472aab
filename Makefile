# The commands of this package. Each of them runs `make prepare`, which installs missing tools.

SWIFT = . .ci/environment && swift
# SwiftPM passes traits in random order, and a different order causes a full rebuild.
BUILD = . .ci/environment && SWIFT_DETERMINISTIC_HASHING=1 swift build $(BUILD_FLAGS)
FLAGS = --traits Command,Inspector,LinkService,Releases
# Link Swift's libraries statically if possible: the command starts faster, and runs without them.
STATIC = $$([ "$$(uname -s)" = Linux ] && echo --static-swift-stdlib)
COMMAND = $$($(BUILD) -c release $(FLAGS) $(STATIC) --show-bin-path)/moonroute
APP = examples/shop
# For `make fuzz`: the total seconds, or the number of rounds of the same cases on each machine (one
# takes about a minute); and the seed and the attackers, such as `ATTACKER=bytes,links`.
SECONDS = 60
ROUNDS =
SEED =
ATTACKER =
# For `make test`: a regular expression for the names of the tests to run, such as RoutePatternsTests.
# For `make bench`: the beginning of the names of its rows, such as wander.
ONLY =
# For `make install`: the prefix; DESTDIR is prepended to it. For `make dist`: the address of the
# files.
PREFIX = /usr/local
ADDRESS =
# For `make docs`: the path of the site on its host.
BASE = /
PORT = 8000

.PHONY: help run test test-optimized test-packages soak bench check build lua asan fuzz install uninstall dist
.PHONY: docs docs-check docs-serve pages pictures interface prepare prepare-fleet format

help:
	@echo 'make run     opens the links of examples/shop'
	@echo 'make test    runs every test, random and hostile ones at a reduced count'
	@echo '             ONLY=RoutePatternsTests runs the tests with this in their name'
	@echo 'make test-optimized  runs the tests of the runtime in optimized code'
	@echo 'make test-packages  builds packages that take this one from outside: some minutes'
	@echo 'make soak    runs every test at its full count'
	@echo 'make bench   measures the router (release), and ends with the goals that are met'
	@echo '             ONLY=wander runs the measurements whose names begin so'
	@echo 'make check   format, imports, rooms, machine paths, planted faults'
	@echo 'make build   builds the command in release'
	@echo 'make lua     has the package build Lua from its source: SOURCE=lua-5.4.8.tar.gz'
	@echo 'make asan    tests the door to Lua under the address sanitizer'
	@echo 'make fuzz    attacks the package under the address sanitizer: SECONDS=60 SEED=1 ATTACKER=bytes'
	@echo 'make install puts the command, its manual page and completions below PREFIX=/usr/local'
	@echo 'make dist    makes a tarball, a .deb and a formula in the folder dist'
	@echo 'make docs    builds the site of the documentation into .build/site; docs-serve shows it'
	@echo 'make pages   regenerates the pages of the Lua API from scripts/types'
	@echo 'make interface lists the public declarations of each library in the folder interface'
	@echo 'make pictures redraws the pictures of the documentation and of the README'
	@echo 'make format  formats the Swift files in place'

# Without the inspector. `run` needs no server at all, because servers take most of the build time of
# a new clone; `bench` measures the host service and releases too.
run: FLAGS = --traits Command
bench: FLAGS = --traits Command,LinkService,Releases

# The tests, and everything that uses their build folder, also build fleets. These need libnats.
test soak pictures interface: FLAGS = --traits Command,Inspector,LinkService,Releases,NATS

# Some of the links are broken or hostile on purpose. Exit code 1 (a location ended other than
# opened, handled or fell_back) is therefore the expected result.
run: build
	@"$(COMMAND)" run $(APP) - < $(APP)/links.txt || [ $$? -eq 1 ]

# At most four tests run at a time, so that a time limit measures its test: by default, Swift Testing
# starts all of them, and each waits for thousands of others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

# SwiftPM also checks that each target lists its imports.
test: prepare-fleet
	$(BUILD) --build-tests $(FLAGS) --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build $(FLAGS) $(if $(ONLY),--filter '$(ONLY)')
	$(if $(ONLY),,.ci/test-embed)

# The tests of the runtime in optimized code; `make test` with MOONROUTE_OPTIMIZED=1 runs all tests in
# it.
test-optimized: FLAGS = --scratch-path .build-optimized --product moonroutePackageTests
test-optimized: prepare
	export MOONROUTE_OPTIMIZED=1 && \
	  export MOONROUTE_TESTS=RoutePatternsTests,MoonrouteTests,LuaRuntimeTests,ScriptHostTests && \
	  $(BUILD) $(FLAGS) && \
	  "$$($(BUILD) $(FLAGS) --show-bin-path)/moonroutePackageTests.xctest" --testing-library swift-testing

# Builds and runs examples/programs, which uses every product, and examples/server; then the program
# of a server under the thread sanitizer.
test-packages: prepare
	.ci/test-packages
	.ci/test-packages --thread-sanitizer

# The full counts of `Tests/TestSupport/TestScale.swift`; `MOONROUTE_SOAK=20` is twenty times as
# many.
soak: prepare-fleet
	$(BUILD) --build-tests $(FLAGS)
	export MOONROUTE_SOAK=$${MOONROUTE_SOAK:-1} && $(SWIFT) test --skip-build $(FLAGS)

# Compares `moonroute test` with busted. Without busted, those rows are omitted. The benchmarks are
# linked as the command is, so that both are one build.
bench: build
	@command -v busted >/dev/null || \
	  apt-get -q -y install --no-install-recommends lua-busted >/dev/null 2>&1 || true
	$(BUILD) -c release $(FLAGS) $(STATIC) --product RouterBenchmarks
	"$$($(BUILD) -c release $(FLAGS) $(STATIC) --show-bin-path)/RouterBenchmarks" $(ONLY) --moonroute "$(COMMAND)"
	@if [ -z "$(ONLY)" ] && command -v nats-server >/dev/null; then .ci/fleet-crowd; fi

check: prepare
	.ci/check

build: prepare
	@$(BUILD) -c release $(FLAGS) $(STATIC) --product moonroute

# Uses a downloaded release instead of the system's Lua.
lua:
	@.ci/unpack-lua "$(SOURCE)"

asan: prepare
	export LSAN_OPTIONS=suppressions=.ci/leaks.supp && $(SWIFT) test --sanitize=address --scratch-path .build-asan --traits Releases --filter 'LuaRuntimeTests|HostileStormTests|AttackerTests|MoonrouteTests.IsolationTests|WaitingTests|DeepTests'

# Findings are reduced and stored in Tests/FuzzersTests/Cases, where `make test` tries them again.
fuzz: prepare
	$(BUILD) --sanitize=address --scratch-path .build-asan --traits Releases --product Fuzzers
	ASAN_OPTIONS=detect_leaks=0 \
	  $$($(BUILD) --sanitize=address --scratch-path .build-asan --traits Releases --show-bin-path)/Fuzzers \
	  --keep Tests/FuzzersTests/Cases $(if $(ROUNDS),--rounds $(ROUNDS),--seconds $(SECONDS)) \
	  $(if $(SEED),--seed $(SEED)) $(if $(ATTACKER),--attacker $(ATTACKER))

# With the pinned versions of a release.
install: prepare
	@.ci/pin $(filter --disable-sandbox,$(FLAGS))
	@$(BUILD) -c release $(FLAGS) $(STATIC) --only-use-versions-from-resolved-file --product moonroute
	@.ci/pin --check
	@.ci/install --command "$(COMMAND)" "$(PREFIX)"

uninstall:
	@.ci/install --remove "$(PREFIX)"

dist: prepare
	@.ci/dist $(if $(ADDRESS),--address "$(ADDRESS)")

docs: prepare-fleet
	@.ci/docs --base "$(BASE)"

# Checks the texts and their links without building the site.
docs-check: prepare-fleet
	@.ci/docs --check

# Browsers load its pages only from a server.
docs-serve:
	@echo "http://localhost:$(PORT)/"
	@python3 -m http.server --bind 127.0.0.1 --directory .build/site "$(PORT)"

# A test compares the pictures with the program's output.
pictures: prepare-fleet
	$(BUILD) $(FLAGS)
	bin=$$($(BUILD) $(FLAGS) --show-bin-path) && \
	  pictures=Sources/Moonroute/Documentation.docc/Resources && \
	  "$$bin/SiteBuilder" draw $$pictures && \
	  "$$bin/SiteBuilder" record "$$bin/moonroute" $$pictures

# A test compares the pages with the definitions.
pages: build
	@"$(COMMAND)" help --pages Sources/Moonroute/Documentation.docc/Lua

prepare:
	@.ci/prepare

# Also libnats and a server for the tests of fleets.
prepare-fleet:
	@.ci/prepare fleet

# Run it after a review; a test compares the lists with the code.
interface: prepare-fleet
	$(BUILD) --build-tests $(FLAGS)
	MOONROUTE_WRITE_INTERFACE=1 $(SWIFT) test --skip-build $(FLAGS) --filter PublicInterfaceTests

format:
	git ls-files '*.swift' | xargs swift format --in-place --configuration .swift-format

# `make help` lists the targets.
SWIFT  ?= swift
JOBS   ?= $(shell nproc)
LAYOUT ?= layouts/volume.yaml
PREFIX ?= /usr/local
# Where `make run` shows the panel: screen or browser.
ON     ?= $(shell scripts/screen-or-browser)

# Debian's release in the virtual machines of the tests: bookworm or trixie. By default, that of this
# machine if it is trixie: programs built there do not run on bookworm.
DEBIAN ?= $(or $(filter trixie,$(shell sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)),bookworm)

# The recipes need this shell, whichever one calls make.
override SHELL := /bin/sh

# Recordings of real touchscreens, replayed if present.
export KNOBPANEL_RECORDINGS ?= $(abspath ../shared/recordings)

# The shipped binary, and the same with symbol names, for tools that inspect it.
BINARY  := .build/knobpanel
NAMED   := .build/release/knobpanel
BENCH   := .build/knobpanel-bench
PREVIEW := .build/knobpanel-preview

# The binary is 2.2 MB smaller: lld packs the relocations and drops unused functions.
LINK    := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-export-dynamic -Xswiftc -Xfrontend -Xswiftc -function-sections
# Without DT_RUNPATH: libraries are not loaded from the program's folder.
LINK    += --disable-local-rpath
# The programs are the same in every folder: assertions in C name their source file, and objects contain a
# hash that depends on their path, by which the compiler skips those that it need not write again.
LINK    += -Xcc -ffile-prefix-map=$(CURDIR)/= \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# The compiler's choice between equal orders depends on addresses in its memory, which are therefore the same
# in each run. Containers may forbid that.
STEADY  := $(shell setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)
# No DWARF: programs are stripped, and a profiler needs only names.
RELEASE := -c release -j $(JOBS) -debug-info-format none --static-swift-stdlib $(LINK) --product
# No DWARF: failing tests and traps name their lines anyway.
TEST_BUILD := --build-tests -j $(JOBS) -debug-info-format none

# What a compiler of swift.org links with, and gets packages with.
COMPILING := g++ git
# The panel's libraries and typeface.
LIBRARIES := binutils pkg-config libinput-dev libudev-dev libdrm-dev libyaml-dev libfreetype-dev \
	libharfbuzz-dev libfribidi-dev libfontconfig-dev libspng-dev libasound2-dev liblo-dev \
	libssl-dev libpulse-dev libexpat1-dev libseat-dev libddcutil-dev libsystemd-dev libwayland-dev \
	wayland-protocols libxml2 fonts-inter
# The tools used by the tests.
TESTERS := qemu-system-x86 acpica-tools mmdebstrap e2fsprogs cpio busybox-static python3 valgrind weston seatd \
	xvfb xdotool python3-jsonschema python3-yaml mosquitto mosquitto-clients liblo-tools openssl \
	pulseaudio pulseaudio-utils pipewire-bin pipewire-pulse wireplumber dbus-daemon python3-dbus \
	python3-gi iproute2 snapserver snapclient mpd gmediarender gstreamer1.0-plugins-good \
	vim nano emacs-nox rsync strace zsh fish chromium fonts-noto-color-emoji
# The tools that build and check the package and the repository.
PACKAGERS := apt-utils build-essential debhelper dpkg-dev fakeroot faketime gnupg help2man lintian systemd \
	python3
# The tools that measure other toolkits.
PEERS := python3 python3-pip


.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:
	@awk 'function line(what, text) { printf "  %-26s %s\n", what, text } \
	  /^##@ / { print substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { name = $$1; sub(/:.*/, "", name); text = $$0; sub(/.*## /, "", text); \
	    line("make " name, text) }' $(firstword $(MAKEFILE_LIST))

##@ Build
run: toolchain ## build the panel for this machine's screen, or for a browser, and show LAYOUT=file
	@scripts/announce-build $(ON) $(LAYOUT)
	@$(MAKE) --no-print-directory program-$(ON)
	@scripts/show-panel $(ON) $(LAYOUT)

build: shipped bench-program ## all programs: .build/knobpanel, knobpanel-preview, knobpanel-bench

shipped: program-screen program-browser ## the programs of the package

program-screen: libraries
	@$(STEADY) $(SWIFT) build $(RELEASE) knobpanel
	@strip -o $(BINARY) $(NAMED)

program-browser: libraries
	@$(STEADY) $(SWIFT) build $(RELEASE) knobpanel-preview
	@strip -o $(PREVIEW) .build/release/knobpanel-preview

bench-program: libraries
	@$(STEADY) $(SWIFT) build $(RELEASE) knobpanel-bench
	@strip -o $(BENCH) .build/release/knobpanel-bench

install: build ## install programs and layouts under PREFIX=/usr/local
	install -D -t $(DESTDIR)$(PREFIX)/bin $(BINARY) $(PREVIEW)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts layouts/*.*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts/skin layouts/skin/*.*

toolchain:
	@scripts/check-toolchain $(SWIFT)

libraries: toolchain
	@scripts/install-missing $(COMPILING) $(LIBRARIES)

testers:
	@scripts/install-missing $(TESTERS) $(PACKAGERS)

# The fonts of recorded pictures.
golden-fonts:
	@scripts/golden-fonts

clean: ## remove all build folders
	rm -rf .build .build-fuzz .build-address .build-thread .build-reproducible

docs: libraries ## regenerate docs/layout.md, its pictures and the schema
	RECORD=1 $(MAKE) unit-test FILTER=ReferenceTests

pictures: build ## regenerate the pictures of the README
	for layout in layouts/*.yaml; do \
		$(BINARY) render $$layout -o docs/$$(basename $$layout .yaml).png || exit 1; done
	@scripts/install-missing chromium
	/usr/bin/python3 Tests/Preview/picture $(PREVIEW) layouts/volume.yaml docs/preview.png

##@ Test
# Each stage has a log in .build/stages; `make stage-NAME` runs one, after `make build test-build`.
SHARDS := commands servers drawing rest
STAGES := vm-bochs vm-virtio-gpu test-build lint memory-test soak-test preview-test deb-test \
	repository-test sampled-fault-test schema-test allocation-test budget-test $(addprefix unit-,$(SHARDS))

test: toolchain ## all tests except those of test-all, in stages; ends with a table of durations
	@scripts/stage --begin
	@scripts/stage packages $(MAKE) --no-print-directory libraries testers
	@$(MAKE) --keep-going -j 2 --no-print-directory stage-release-build stage-vm-image || \
		{ scripts/stage --table; exit 1; }
	@$(MAKE) --keep-going -j 4 --no-print-directory PREPARED=1 $(addprefix stage-,$(STAGES)); \
		status=$$?; scripts/stage --table && exit $$status

check: libraries ## the unit tests of changed files and of the pure modules; one to three minutes
	@scripts/lint --changed
	$(SWIFT) build $(TEST_BUILD)
	@scripts/unit-tests --changed
	@scripts/arm64/check -j $(JOBS)

unit-test: libraries testers ## all unit tests, or FILTER=regex, such as FILTER=KnobTests
	@$(SWIFT) build $(TEST_BUILD)
	@scripts/unit-tests $(if $(FILTER),--filter '$(FILTER)',$(addprefix --shard ,$(SHARDS)))

test-all: test fault-test sanitize-test fuzz soak wall-test system-test reproducible-test arm64-test arm64-package-test \
		arm64-vm-test homeassistant-test
test-all: ## everything; hours

$(addprefix stage-unit-,$(SHARDS)): stage-test-build

stage-%:
	@scripts/stage $* $(MAKE) --no-print-directory PREPARED=1 $*

# When `make test` runs a stage, its prerequisites already exist.
BUILT  := $(if $(PREPARED),,build testers)
TESTERS_THERE := $(if $(PREPARED),,testers)

# Counts the panel's live heap allocations, readable by another process.
LIVE := .build/live-allocations.so
# Makes one system call of a program fail.
FAIL_CALL := .build/fail-call

release-build: build allocations-program $(LIVE) $(FAIL_CALL)

vm-image: $(TESTERS_THERE)
	@Tests/VM/build-image Tests/VM/image amd64 $(DEBIAN) >/dev/null

lint:
	@scripts/lint

# One shard of the unit tests; scripts/unit-tests defines the shards.
unit-%: $(if $(PREPARED),,build test-build)
	@KNOBPANEL_PROGRAMS=$(abspath .build) scripts/unit-tests --shard $*

test-build: $(if $(PREPARED),,libraries testers)
	@$(SWIFT) build $(TEST_BUILD)

# The schema for editors accepts all valid layouts and no invalid one, according to another validator.
schema-test: $(TESTERS_THERE) bad-layouts
	/usr/bin/python3 Tests/LayoutFileTests/check-schema layouts/knobpanel.schema.json \
		--good layouts/*.yaml Tests/VM/layouts/*.yaml --bad $(BAD)/*.yaml

# The invalid layouts from the LayoutFile tests, one file each.
BAD := .build/bad-layouts

bad-layouts: $(TESTERS_THERE)
	/usr/bin/python3 Tests/LayoutFileTests/unpack-cases Tests/LayoutFileTests/Bad $(BAD)

# After warming up, drawing allocates nothing. Without optimisation, loops allocate.
allocation-test: $(if $(PREPARED),,allocations-program)
	.build/release/DrawingAllocations

allocations-program: libraries
	@$(STEADY) $(SWIFT) build $(RELEASE) DrawingAllocations

# Checks for invalid memory accesses and for decisions based on uninitialised memory, while reading
# valid and invalid layouts, drawing and replaying. Uses the binary with symbol names, because
# `valgrind.supp` permits one function of the Swift runtime.
VALGRIND := valgrind --quiet --error-exitcode=9 --suppressions=Tests/valgrind.supp

memory-test: valgrind-volume valgrind-skinned valgrind-replay valgrind-check

valgrind-volume valgrind-skinned: valgrind-%: $(BUILT)
	$(VALGRIND) $(NAMED) render layouts/$*.yaml -o /dev/null

valgrind-replay: $(BUILT)
	$(VALGRIND) $(NAMED) replay layouts/demo.evemu layouts/volume.yaml \
		--events /dev/null --frame /dev/null

valgrind-check: $(BUILT) bad-layouts
	$(VALGRIND) $(NAMED) check $(BAD)/*.yaml >/dev/null; [ $$? -eq 1 ]

# Checks the binary's size, that it contains neither ICU nor Foundation, and its memory use.
budget-test: $(BUILT)
	/usr/bin/python3 Tests/check-budgets $(BINARY) $(NAMED) $(BENCH) layouts/volume.yaml

$(LIVE): Tests/Soak/live-allocations.c
	mkdir -p $(@D)
	clang -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $<

$(FAIL_CALL): Tests/Faults/fail-call.c
	mkdir -p $(@D)
	clang -O2 -Wall -Wextra -Werror -o $@ $<

# Reloads, reconnections, messages and slow readers, without a screen.
soak-test: $(BUILT) $(LIVE)
	/usr/bin/python3 Tests/Soak/test-growth
	/usr/bin/python3 Tests/Soak/run --binary $(BINARY) --preload $(LIVE)

# The same for longer, and then HOURS on a real kernel, with touch, consoles, screens and cards.
HOURS ?= 1

soak: $(BUILT) $(LIVE) ## leak checks under repeated events, then for HOURS=1 on a real kernel
	/usr/bin/python3 Tests/Soak/run --binary $(BINARY) --preload $(LIVE) --times 10
	Tests/VM/run --binary $(BINARY) --preload $(LIVE) --card virtio-gpu --debian $(DEBIAN) \
		--soak-hours $(HOURS) soak

# The preview in a real browser.
preview-test: $(BUILT)
	/usr/bin/python3 Tests/Preview/run --preview $(PREVIEW) --binary $(BINARY)

# A real Home Assistant from PyPI, in a cache folder, and a panel that drives its demo.
homeassistant-test: $(BUILT) ## knobs for every domain of a real Home Assistant; installs it once
	Tests/HomeAssistant/run --binary $(BINARY)

# System calls fail one at a time: a sample, and always the calls that add new descriptors to an epoll
# set. Scenarios of vm-test do the same on the card and under weston.
sampled-fault-test: $(BUILT) $(FAIL_CALL)
	Tests/Faults/run --binary $(BINARY) --fail-call $(FAIL_CALL) --sample 200
	Tests/Faults/run --binary $(BINARY) --fail-call $(FAIL_CALL) --only 'ENOMEM at epoll_ctl' 'run volume.yaml'

# All system calls, also on the cards and under weston; takes hours.
fault-test: $(BUILT) $(LIVE) $(FAIL_CALL) ## every system call fails once; hours
	Tests/Faults/run --binary $(BINARY) --fail-call $(FAIL_CALL)
	KNOBPANEL_FAULTS=all Tests/VM/run --binary $(BINARY) --preload $(LIVE) --fail-call $(FAIL_CALL) \
		--debian $(DEBIAN) faults faults_weston

# Both cards in parallel; each output line begins with its card.
vm-test: $(BUILT) ## the scenarios on a real kernel, on both graphics cards
	$(MAKE) -j 2 PREPARED=1 vm-bochs vm-virtio-gpu

vm-bochs vm-virtio-gpu: vm-%: $(BUILT) $(LIVE) $(FAIL_CALL)
	Tests/VM/run --binary $(BINARY) --preload $(LIVE) --fail-call $(FAIL_CALL) --card $* --debian $(DEBIAN) \
		$(if $(wildcard $(KNOBPANEL_RECORDINGS)),--recordings $(KNOBPANEL_RECORDINGS))

# Flags for testing non-public code in an optimised build.
TESTABLE := -Xswiftc -enable-testing -Xswiftc -DTESTABLE

# The unit tests under the address sanitizer (with the undefined behaviour sanitizer for C), and
# under the thread sanitizer. Optimised, because drawing takes an hour otherwise. The address
# sanitizer's leak detector does not recognise Swift's tagged pointers; soak-test checks for leaks.
# Neither sanitizer may handle the signal of a crash caused by a test. The address sanitizer keeps
# freed memory for a while, which would fail the skipped test.
SANITIZED = $(SWIFT) test -c release -j $(JOBS) $(TESTABLE) --scratch-path .build-$(1) \
	--sanitize $(1)

sanitize-test: address-test thread-test ## the unit tests under the address and thread sanitizers

address-test: libraries testers golden-fonts
	ASAN_OPTIONS=detect_leaks=0:handle_segv=0 $(call SANITIZED,address) \
		-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
		--skip 'HeadlessWestonTests/resizing'

# The sanitizer has its own file descriptors, which it needs to read its suppressions, memory that counts
# against the file size limit, and a thread that wakes up. The skipped tests conflict with these three.
thread-test: libraries testers golden-fonts
	TSAN_OPTIONS=handle_segv=0:suppressions=$(CURDIR)/Tests/tsan.supp $(call SANITIZED,thread) \
		--skip DescriptorLimitTests --skip IdleTests --skip 'ShortageTests/(descriptors|worker)' \
		--skip 'UnreadOutputTests/fullDisk'

# Feeds external input (layouts, recordings, pictures, messages, Wayland events, touches) to the
# code that reads it, SECONDS for each of the TARGETS (by default, all).
#
# The library is libFuzzer without its main, which would replace the main of every build tool;
# therefore only the compiler, not its linker, gets the fuzzer flag.
SECONDS   ?= 60
RUNS      ?= -1
FUZZ       = .build-fuzz/release/Fuzz
RESOURCES  = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
LIBFUZZER  = $(firstword $(wildcard \
	$(RESOURCES)/../clang/*/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a))
FUZZ_BUILD = -c release -j $(JOBS) --scratch-path .build-fuzz --product Fuzz \
	$(TESTABLE) -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
	-Xlinker -u -Xlinker LLVMFuzzerRunDriver -Xlinker $(LIBFUZZER) -Xlinker -lstdc++

fuzz: libraries ## fuzz each reader, or TARGETS="a b", for SECONDS=60, at most RUNS=N
	$(SWIFT) build $(FUZZ_BUILD)
	Tests/fuzz $(FUZZ) $(SECONDS) $(RUNS) $(TARGETS)

fuzz-minimize: libraries ## reduce the inputs of `make fuzz` to the fewest that reach the same code
	$(SWIFT) build $(FUZZ_BUILD)
	Tests/fuzz-minimize $(FUZZ) $(TARGETS)

##@ Measure
bench: build ## drawing, feel, latency, start, reload, preview, fleet, silent servers
	@scripts/install-missing mosquitto iproute2
	for command in draw feel latency start reload preview fleet; do $(BENCH) $$command || exit 1; done
	/usr/bin/python3 Tests/BlackHoles/measure $(BINARY)

bench-peers: build ## drawing compared with LVGL, which is installed from PyPI
	@scripts/install-missing $(PEERS)
	/usr/bin/python3 Tests/Peers/compare $(BENCH)

##@ Package
# The package, in .build. The programs are built first, because debhelper hides the home folder,
# where Swift keeps its downloads. Avoids dpkg-parsechangelog, which may not be installed yet.
DEB = .build/knobpanel_$(shell sed '1!d; s/.*(//; s/).*//' debian/changelog)_$(shell dpkg --print-architecture)

deb: $(if $(PREPARED),,shipped) ## a Debian package, in .build
	@scripts/install-missing $(PACKAGERS)
	rm -f .build/knobpanel_*.deb .build/knobpanel_*.buildinfo .build/knobpanel_*.changes
	SWIFT="$(SWIFT)" DESTINATION=.build PREBUILT=$(PREPARED) \
		dpkg-buildpackage -us -uc -b --buildinfo-option=-u.build --buildinfo-file=$(DEB).buildinfo \
		--changes-option=-u.build --changes-file=$(DEB).changes

# Checks the package's contents, lintian's report, the sandboxing of the service, and that a second package
# of the same programs is equal.
deb-test: deb ## check the package
	SWIFT="$(SWIFT)" /usr/bin/python3 Tests/Package/check $(DEB).deb

# Compiles everything twice.
reproducible-test: libraries ## two builds in two folders make the same package; a quarter of an hour
	@scripts/install-missing $(PACKAGERS)
	/usr/bin/python3 Tests/Package/reproducible --swift "$(SWIFT)"

# Packages that have been built, for panels' apt. STAGE is testing, early or stable.
PACKAGES = $(wildcard .build/knobpanel_*.deb .build-arm64/shipped/knobpanel_*.deb)

repository: ## a signed apt repository in DIR, with KEY of gpg, of PACKAGES or those built here
	@scripts/install-missing apt-utils gnupg
	@scripts/repository "$(DIR)" "$(KEY)" $(if $(STAGE),--stage $(STAGE)) \
		$(if $(VALID_DAYS),--valid-days $(VALID_DAYS)) $(PACKAGES)

repository-test: $(TESTERS_THERE) ## check the repository, with apt
	/usr/bin/python3 Tests/Package/repository

# OPTIONS are those of mmdebstrap.
SYSTEM_BUILDERS := mmdebstrap squashfs-tools-ng dosfstools mtools fdisk e2fsprogs gnupg

system: ## VERSION of a whole system with two roots in DIR, for URL, with KEY of gpg; DISK=file for new panels
	@scripts/install-missing $(SYSTEM_BUILDERS)
	@scripts/system/build "$(VERSION)" $(DEB).deb "$(KEY)" "$(URL)" "$(DIR)" $(if $(DISK),--disk "$(DISK)") $(OPTIONS)

changelog: ## write debian/changelog from CHANGELOG.md
	scripts/debian-changelog

# Needs no KVM; takes a few minutes, and longer on the first run.
wall-test: deb testers ## the package on a fresh Debian in a virtual machine, DEBIAN=bookworm or trixie
	Tests/Wall/run --package $(DEB).deb --debian $(DEBIAN)

system-test: deb testers ## a whole system with two roots, its updates and fallbacks, in a virtual machine
	@scripts/install-missing $(SYSTEM_BUILDERS) ovmf
	Tests/Wall/run-system --package $(DEB).deb

# For arm64, built on amd64. The first run takes half an hour and 8 GB; not part of `make test`.
EMULATE := mmdebstrap qemu-user-static binfmt-support arch-test

arm64-programs:
	@scripts/install-missing mmdebstrap llvm
	JOBS=$(JOBS) $(STEADY) scripts/arm64/programs $(LINK)

arm64: arm64-programs ## the package for arm64 boards with Debian 12 or 13
	@scripts/install-missing $(EMULATE)
	scripts/arm64/package .build-arm64/knobpanel .build-arm64/knobpanel-preview

# The same package on both releases.
arm64-package-test: build arm64 ## its installation on emulated Debians 12 and 13
	Tests/ARM/package bookworm .build-arm64/shipped/knobpanel_*_arm64.deb $(BINARY)
	Tests/ARM/package trixie .build-arm64/shipped/knobpanel_*_arm64.deb $(BINARY)

arm64-unit-test:
	@scripts/install-missing $(EMULATE) fonts-inter
	Tests/ARM/units

arm64-test: build arm64-programs arm64-unit-test ## its unit tests and pictures, emulated
	Tests/ARM/vectors .build-arm64/named/knobpanel $(NAMED)
	Tests/ARM/run .build-arm64/knobpanel $(BINARY) --recordings $(KNOBPANEL_RECORDINGS)

# The arm64 kernels of Debian 12 and 13, one with 16 KiB pages, on an emulated board. Runs the scenarios that
# depend on the architecture: screen, touch, clock and signals.
arm64-vm-test: arm64-programs ## some scenarios on an emulated arm64 machine
	@scripts/install-missing $(EMULATE) qemu-system-arm gcc-aarch64-linux-gnu make e2fsprogs python3
	for debian in bookworm trixie; do for machine in arm64 arm64-16k; do \
		Tests/VM/run --architecture $$machine --debian $$debian --binary .build-arm64/knobpanel \
			start one_finger two_fingers idle ends || exit 1; done; done

# The instruction counts of a value change and of a frame, compared with x86-64.
arm64-speed: build arm64-programs testers ## its instruction counts, compared with x86-64
	@scripts/install-missing $(EMULATE) qemu-system-arm gcc-aarch64-linux-gnu
	Tests/ARM/speed .build-arm64/knobpanel-bench $(BENCH)

# make run    builds the panel and runs it on what this machine has
# make test   runs every test, the one on a real kernel included
# make soak HOURS=n  does to a running panel all that can happen to it, and looks for leaks
# make fault-test    fails every system call of the panel, for hours; make test a sample of them
# make fuzz          feeds made-up bytes to all that reads what others write
# make sanitize-test runs the unit tests under the sanitizers for addresses and threads
# make arm64         makes the package for arm64 boards with Debian 12, on an amd64 Debian
# make arm64-test    runs the unit tests of the pure modules on an emulated arm64 processor, and compares
#                    the panel's pictures and events there with this machine's
# make arm64-vm-test runs some scenarios on an emulated arm64 machine; make arm64-speed counts instructions
# make bench  measures drawing, feel, latency, start, reload, the preview, many panels at a broker,
#             and a panel whose servers do not answer
# make bench-peers measures drawing beside LVGL, which it gets from PyPI
# make install PREFIX=/usr/local
# make deb    makes a Debian package in .build; make deb-test looks at what is in it
# make wall-test     installs it in a virtual machine, and does to the panel what happens on walls

SWIFT  ?= swift
JOBS   ?= 2
LAYOUT ?= layouts/volume.yaml
PREFIX ?= /usr/local

# Recordings of real touchscreens, played where they are there.
export KNOBPANEL_RECORDINGS ?= $(abspath ../shared/recordings)

# Smaller by 2.2 MB: lld packs the relocations, and drops each function that nobody calls, also those
# that only other programs could.
LINK    := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-export-dynamic -Xswiftc -Xfrontend -Xswiftc -function-sections
# Each library would be looked for beside the program first (DT_RUNPATH), where none belongs.
LINK    += --disable-local-rpath
# Overlapping accesses to one variable are mistakes that end the program where they are looked for, as
# they are in unit tests and fuzzers but not on a wall.
UNCHECKED := -Xswiftc -enforce-exclusivity=unchecked
# Generic types are found by calls, not by their names, for which a start took 3 % longer.
BY_CALLS := -Xswiftc -Xfrontend \
	-Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Of C++'s library, and of GCC's, Swift's runtime needs a little, which is linked in: half of all symbols
# that are looked up at the start are those of the first. The linker finds these scripts in their place.
CXX_LIBRARIES := $(addprefix .build/static/,libstdc++.so libgcc_s.so)
RELEASE := -c release -j $(JOBS) --static-swift-stdlib $(LINK) $(UNCHECKED) $(BY_CALLS) \
	-Xlinker -L$(dir $(firstword $(CXX_LIBRARIES))) --product knobpanel
# What is shipped, and the same with its names, for tools that look into it.
BINARY  := .build/knobpanel
NAMED   := .build/release/knobpanel
BENCH   := .build/knobpanel-bench
PREVIEW := .build/knobpanel-preview

# What the panel is linked with, and the typeface it is drawn in.
LIBRARIES := binutils pkg-config libinput-dev libudev-dev libdrm-dev libyaml-dev libfreetype-dev \
	libharfbuzz-dev libfribidi-dev libfontconfig-dev libspng-dev libasound2-dev liblo-dev \
	libssl-dev libpulse-dev libexpat1-dev libseat-dev libddcutil-dev libsystemd-dev libwayland-dev \
	wayland-protocols libxml2 fonts-inter
# What the tests run it with.
TESTERS := qemu-system-x86 acpica-tools mmdebstrap e2fsprogs cpio busybox-static python3 valgrind weston seatd \
	xvfb xdotool python3-jsonschema python3-yaml mosquitto mosquitto-clients liblo-tools openssl \
	pulseaudio pulseaudio-utils pipewire-bin pipewire-pulse wireplumber dbus-daemon python3-dbus \
	python3-gi iproute2 snapserver snapclient gmediarender gstreamer1.0-plugins-good \
	vim nano emacs-nox rsync strace zsh fish chromium
# What makes a package, and looks at it.
PACKAGERS := build-essential debhelper dpkg-dev fakeroot help2man lintian systemd python3
# What others are measured with.
PEERS := python3 python3-pip

.PHONY: run build bench bench-peers test unit-test sanitize-test address-test thread-test \
	bad-layouts \
	schema-test allocation-test memory-test valgrind-volume valgrind-skinned valgrind-replay \
	valgrind-check budget-test fuzz fuzz-minimize soak-test soak preview-test sampled-fault-test \
	fault-test vm-test vm-bochs vm-virtio-gpu arm64 arm64-programs arm64-unit-test arm64-test \
	arm64-vm-test arm64-speed pictures docs install \
	shipped deb deb-test wall-test clean libraries testers

run: build
	$(BINARY) run $(LAYOUT) --events - --or-preview

build: shipped
	$(SWIFT) build $(RELEASE:knobpanel=knobpanel-bench)
	strip -o $(BENCH) .build/release/knobpanel-bench

.build/static/libstdc++.so: ARCHIVE := libstdc++.a
.build/static/libgcc_s.so:  ARCHIVE := libgcc_eh.a

$(CXX_LIBRARIES):
	mkdir -p $(@D)
	echo "INPUT($$(clang -print-file-name=$(ARCHIVE)))" > $@

# What a package has.
shipped: libraries $(CXX_LIBRARIES)
	$(SWIFT) build $(RELEASE)
	strip -o $(BINARY) $(NAMED)
	$(SWIFT) build $(RELEASE:knobpanel=knobpanel-preview)
	strip -o $(PREVIEW) .build/release/knobpanel-preview

bench: build
	@scripts/install-missing mosquitto iproute2
	for command in draw feel latency start reload preview fleet; do $(BENCH) $$command || exit 1; done
	/usr/bin/python3 Tests/BlackHoles/measure $(BINARY)

bench-peers: build
	@scripts/install-missing $(PEERS)
	/usr/bin/python3 Tests/Peers/compare $(BENCH)

test: unit-test schema-test allocation-test budget-test
	$(MAKE) -j $(JOBS) --output-sync memory-test soak-test
	$(MAKE) deb-test
	$(MAKE) preview-test
	$(MAKE) sampled-fault-test
	$(MAKE) vm-test

unit-test: libraries testers
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	scripts/failures-last $(SWIFT) test -j $(JOBS)

# What an optimised build needs for tests of what is not public.
TESTABLE := -Xswiftc -enable-testing -Xswiftc -DTESTABLE

# The unit tests under the sanitizer for addresses (with that for undefined behaviour in what is C),
# and under that for threads. Optimised, because drawing takes an hour otherwise. The first one's
# search for leaks does not know how Swift tags pointers; soak-test looks for them. Neither may take
# the signal of a crash that a test makes. The first one keeps freed memory for a while, as the skipped
# test would see.
SANITIZED = $(SWIFT) test -c release -j $(JOBS) $(TESTABLE) --scratch-path .build-$(1) \
	--sanitize $(1)

sanitize-test: address-test thread-test

address-test: libraries testers
	ASAN_OPTIONS=detect_leaks=0:handle_segv=0 $(call SANITIZED,address) \
		-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
		--skip 'HeadlessWestonTests/resizing'

# The sanitizer needs descriptors of its own, without which it cannot tell what is suppressed, and
# memory that the limit on the size of files counts, and has a thread that wakes up; the skipped tests
# are about these three.
thread-test: libraries testers
	TSAN_OPTIONS=handle_segv=0:suppressions=$(CURDIR)/Tests/tsan.supp $(call SANITIZED,thread) \
		--skip DescriptorLimitTests --skip IdleTests --skip 'ShortageTests/(descriptors|worker)' \
		--skip 'UnreadOutputTests/fullDisk'

# Feeds what others write (layouts, recordings, pictures, messages, Wayland events, touches) to the
# code that reads it, SECONDS for each of the TARGETS (all, if left out).
#
# The library is libFuzzer without its main, which would take the place of that of every tool of the
# build; therefore only the compiler, and not its linker, is told of the fuzzer.
SECONDS   ?= 60
FUZZ       = .build-fuzz/release/Fuzz
RESOURCES  = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
LIBFUZZER  = $(firstword $(wildcard \
	$(RESOURCES)/../clang/*/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a))
FUZZ_BUILD = -c release -j $(JOBS) --scratch-path .build-fuzz --product Fuzz \
	$(TESTABLE) -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
	-Xlinker -u -Xlinker LLVMFuzzerRunDriver -Xlinker $(LIBFUZZER) -Xlinker -lstdc++

fuzz: libraries
	$(SWIFT) build $(FUZZ_BUILD)
	Tests/fuzz $(FUZZ) $(SECONDS) $(TARGETS)

# Keeps the fewest inputs that reach all the code that those found by `make fuzz` do.
fuzz-minimize: libraries
	$(SWIFT) build $(FUZZ_BUILD)
	Tests/fuzz-minimize $(FUZZ) $(TARGETS)

# The schema that editors use takes every good layout and no bad one, as another validator sees it.
schema-test: testers bad-layouts
	/usr/bin/python3 Tests/LayoutFileTests/check-schema layouts/knobpanel.schema.json \
		--good layouts/*.yaml Tests/VM/layouts/*.yaml --bad $(BAD)/*.yaml

# The layouts with mistakes that the tests of LayoutFile collect, a file for each.
BAD := .build/bad-layouts

bad-layouts: testers
	/usr/bin/python3 Tests/LayoutFileTests/unpack-cases Tests/LayoutFileTests/Bad $(BAD)

# Once everything was seen, drawing asks nothing of the heap. Without optimisation loops do.
allocation-test: libraries $(CXX_LIBRARIES)
	$(SWIFT) build $(RELEASE:knobpanel=DrawingAllocations)
	.build/release/DrawingAllocations

# Nothing is read or written where it should not be, and nothing decided by what was never written:
# reading layouts good and bad, drawing, replaying. The named binary, because `valgrind.supp` lets
# one function of Swift's runtime pass.
VALGRIND := valgrind --quiet --error-exitcode=9 --suppressions=Tests/valgrind.supp

memory-test: valgrind-volume valgrind-skinned valgrind-replay valgrind-check

valgrind-volume valgrind-skinned: valgrind-%: build testers
	$(VALGRIND) $(NAMED) render layouts/$*.yaml -o /dev/null

valgrind-replay: build testers
	$(VALGRIND) $(NAMED) replay layouts/demo.evemu layouts/volume.yaml \
		--events /dev/null --frame /dev/null

valgrind-check: build testers bad-layouts
	$(VALGRIND) $(NAMED) check $(BAD)/*.yaml >/dev/null; [ $$? -eq 1 ]

# How large the binary is, that neither ICU nor Foundation is in it, and what it takes of the memory.
budget-test: build testers
	/usr/bin/python3 Tests/check-budgets $(BINARY) $(NAMED) $(BENCH) layouts/volume.yaml

# Counts what is live of the panel's heap, for another process to see.
LIVE := .build/live-allocations.so

$(LIVE): Tests/Soak/live-allocations.c
	mkdir -p $(@D)
	clang -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $<

# Reloads, reconnections, messages and slow readers, without a screen.
soak-test: build testers $(LIVE)
	/usr/bin/python3 Tests/Soak/test-growth
	/usr/bin/python3 Tests/Soak/run --binary $(BINARY) --preload $(LIVE)

# The same for longer, and then for hours on a real kernel, with fingers, consoles, screens and cards.
HOURS ?= 1

soak: build testers $(LIVE)
	/usr/bin/python3 Tests/Soak/run --binary $(BINARY) --preload $(LIVE) --times 10
	Tests/VM/run --binary $(BINARY) --preload $(LIVE) --card virtio-gpu --soak-hours $(HOURS) soak

# The preview in a real browser.
preview-test: build testers
	/usr/bin/python3 Tests/Preview/run --preview $(PREVIEW) --binary $(BINARY)

# System calls fail one at a time: a sample of them, and always those by which a panel waits for what it
# has just opened. The same on the card and under weston is a scenario of vm-test.
sampled-fault-test: build testers
	Tests/Faults/run --binary $(BINARY) --sample 500
	Tests/Faults/run --binary $(BINARY) --only 'ENOMEM at epoll_ctl' 'run volume.yaml'

# All of them, also on the cards and under weston; takes hours.
fault-test: build testers $(LIVE)
	Tests/Faults/run --binary $(BINARY)
	KNOBPANEL_FAULTS=all Tests/VM/run --binary $(BINARY) --preload $(LIVE) faults

# One card beside the other; each line of them begins with its card.
vm-test:
	$(MAKE) -j $(JOBS) vm-bochs vm-virtio-gpu

vm-bochs vm-virtio-gpu: vm-%: build testers $(LIVE)
	Tests/VM/run --binary $(BINARY) --preload $(LIVE) --card $* \
		$(if $(wildcard $(KNOBPANEL_RECORDINGS)),--recordings $(KNOBPANEL_RECORDINGS))

# For arm64, on amd64. The first run takes half an hour and 8 GB; none of it is part of the test.
ARM64   := .build-arm64/static/aarch64-unknown-linux-gnu/release
EMULATE := mmdebstrap qemu-user-static binfmt-support arch-test

arm64-programs:
	@scripts/install-missing mmdebstrap llvm
	for product in knobpanel knobpanel-preview knobpanel-bench; do \
		scripts/arm64/swift static build -c release -j $(JOBS) $(LINK) $(UNCHECKED) $(BY_CALLS) --product $$product && \
		llvm-strip -o .build-arm64/$$product $(ARM64)/$$product || exit 1; done

arm64: arm64-programs
	@scripts/install-missing $(EMULATE)
	scripts/arm64/package .build-arm64/knobpanel .build-arm64/knobpanel-preview

arm64-unit-test:
	@scripts/install-missing $(EMULATE) fonts-inter
	Tests/ARM/units

arm64-test: build arm64-programs arm64-unit-test
	Tests/ARM/vectors $(ARM64)/knobpanel $(NAMED)
	Tests/ARM/run .build-arm64/knobpanel $(BINARY) --recordings $(KNOBPANEL_RECORDINGS)

# Debian's arm64 kernels, one of them with pages of 16 KiB, on an emulated board: the scenarios about
# what differs there, which are screen, touch, the clock and signals.
arm64-vm-test: arm64-programs
	@scripts/install-missing $(EMULATE) qemu-system-arm gcc-aarch64-linux-gnu make e2fsprogs python3
	for machine in arm64 arm64-16k; do \
		Tests/VM/run --architecture $$machine --binary .build-arm64/knobpanel \
			start one_finger two_fingers idle ends || exit 1; done

# Instructions of a value change and of a frame, beside x86-64's.
arm64-speed: build arm64-programs testers
	@scripts/install-missing $(EMULATE) qemu-system-arm gcc-aarch64-linux-gnu
	Tests/ARM/speed .build-arm64/knobpanel-bench $(BENCH)

# Draws the pictures of the README anew.
pictures: build
	for layout in layouts/*.yaml; do \
		$(BINARY) render $$layout -o docs/$$(basename $$layout .yaml).png || exit 1; done
	@scripts/install-missing chromium
	/usr/bin/python3 Tests/Preview/picture $(PREVIEW) layouts/volume.yaml docs/preview.png

# Writes the reference of layout files, its pictures and the schema anew.
docs: libraries
	RECORD=1 $(SWIFT) test -j $(JOBS) --filter ReferenceTests

install: build
	install -D -t $(DESTDIR)$(PREFIX)/bin $(BINARY) $(PREVIEW)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts layouts/*.*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts/skin layouts/skin/*.*

# The package, in .build. The programs are built before, because debhelper hides the home folder, where
# Swift keeps what it has downloaded.
# Without dpkg-parsechangelog, which is installed only on the way.
DEB = .build/knobpanel_$(shell sed '1!d; s/.*(//; s/).*//' debian/changelog)_$(shell dpkg --print-architecture)

deb: shipped
	@scripts/install-missing $(PACKAGERS)
	rm -f .build/knobpanel_*.deb .build/knobpanel_*.buildinfo .build/knobpanel_*.changes
	DESTINATION=.build dpkg-buildpackage -us -uc -b --buildinfo-option=-u.build \
		--buildinfo-file=$(DEB).buildinfo --changes-option=-u.build --changes-file=$(DEB).changes

# What is in the package, what lintian says of it, and how well the service is locked up.
deb-test: deb
	/usr/bin/python3 Tests/Package/check $(DEB).deb

# Needs no KVM; takes a few minutes, and on the first run some more.
wall-test: deb testers
	Tests/Wall/run --package $(DEB).deb

libraries:
	@scripts/install-missing $(LIBRARIES)

testers:
	@scripts/install-missing $(TESTERS)

clean:
	rm -rf .build .build-fuzz .build-address .build-thread

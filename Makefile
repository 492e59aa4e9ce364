# make run    builds the panel and runs it on what this machine has
# make test   runs every test, the one on a real kernel included
# make install PREFIX=/usr/local

SWIFT  ?= swift
JOBS   ?= 2
LAYOUT ?= layouts/volume.yaml
PREFIX ?= /usr/local

RELEASE := -c release -j $(JOBS) --static-swift-stdlib -Xlinker -s --product knobpanel
BINARY  := .build/release/knobpanel

# What the panel is linked with, and the typeface it is drawn in.
LIBRARIES := pkg-config libinput-dev libudev-dev libdrm-dev libyaml-dev libfreetype-dev \
	libharfbuzz-dev libfontconfig-dev libspng-dev libasound2-dev \
	libwayland-dev wayland-protocols fonts-inter
# What the tests run it with.
TESTERS := qemu-system-x86 mmdebstrap e2fsprogs cpio busybox-static python3 valgrind weston

.PHONY: run test unit-test vm-test build install clean libraries testers

run: build
	$(BINARY) run $(LAYOUT) --events - --without-display layouts/demo.evemu

build: libraries
	$(SWIFT) build $(RELEASE)

test: unit-test vm-test

unit-test: libraries testers
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) test -j $(JOBS)

vm-test: build testers
	Tests/VM/run --binary $(BINARY)

install: build
	install -D $(BINARY) $(DESTDIR)$(PREFIX)/bin/knobpanel
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts layouts/*

libraries:
	@scripts/install-missing $(LIBRARIES)

testers:
	@scripts/install-missing $(TESTERS)

clean:
	rm -rf .build

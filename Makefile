# make run    builds the panel and runs it on what this machine has
# make test   runs every test, the one on a real kernel included
# make install PREFIX=/usr/local

SWIFT  ?= swift
JOBS   ?= 2
LAYOUT ?= layouts/volume.yaml
PREFIX ?= /usr/local

# Recordings of real touchscreens, played where they are there.
export KNOBPANEL_RECORDINGS ?= $(abspath ../shared/recordings)

RELEASE := -c release -j $(JOBS) --static-swift-stdlib -Xlinker -s --product knobpanel
BINARY  := .build/release/knobpanel

# What the panel is linked with, and the typeface it is drawn in.
LIBRARIES := pkg-config libinput-dev libudev-dev libdrm-dev libyaml-dev libfreetype-dev \
	libharfbuzz-dev libfribidi-dev libfontconfig-dev libspng-dev libasound2-dev \
	libwayland-dev wayland-protocols fonts-inter
# What the tests run it with.
TESTERS := qemu-system-x86 mmdebstrap e2fsprogs cpio busybox-static python3 valgrind weston \
	xvfb xdotool

.PHONY: run test unit-test memory-test vm-test build pictures install clean libraries testers

run: build
	$(BINARY) run $(LAYOUT) --events - --without-display layouts/demo.evemu

build: libraries
	$(SWIFT) build $(RELEASE)

test: unit-test memory-test vm-test

unit-test: libraries testers
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) test -j $(JOBS)

# Nothing is read or written where it should not be, drawing and replaying.
memory-test: build testers
	valgrind --quiet --error-exitcode=9 $(BINARY) render layouts/volume.yaml -o /dev/null
	valgrind --quiet --error-exitcode=9 $(BINARY) replay layouts/demo.evemu layouts/volume.yaml \
		--events /dev/null --frame /dev/null

vm-test: build testers
	Tests/VM/run --binary $(BINARY) $(if $(wildcard $(KNOBPANEL_RECORDINGS)),--recordings $(KNOBPANEL_RECORDINGS))

# Draws the pictures of the README anew.
pictures: build
	$(BINARY) render layouts/volume.yaml --size 1200x720 -o docs/volume.png

install: build
	install -D $(BINARY) $(DESTDIR)$(PREFIX)/bin/knobpanel
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/knobpanel/layouts layouts/*

libraries:
	@scripts/install-missing $(LIBRARIES)

testers:
	@scripts/install-missing $(TESTERS)

clean:
	rm -rf .build

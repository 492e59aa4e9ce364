// swift-tools-version: 6.2
import PackageDescription

/// Returns a Swift target with the settings shared by all, in a folder of `Sources`.
///
/// With `computes`, it is optimised in debug builds, too, with its assertions: otherwise, tests of
/// drawing and of reading layouts take ten times as long.
func module(
  _ name: String, at path: String, _ dependencies: [Target.Dependency], computes: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(path)",
    swiftSettings: swiftSettings + (computes ? optimized : []))
}

/// Returns a test target; `data` are folders and files that the tests read in place.
func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: swiftSettings)
}

/// Returns a system C library: a module map and a header, found through pkg-config.
func library(_ name: String, pkgConfig: String?, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt])])
}

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

let package = Package(
  name: "knobpanel",
  products: [
    .executable(name: "knobpanel", targets: ["knobpanel"]),
    .executable(name: "knobpanel-bench", targets: ["knobpanel-bench"]),
    .executable(name: "knobpanel-preview", targets: ["knobpanel-preview"]),
  ],
  dependencies: [
    // Exact versions: two builds of one release contain the same code, and its list of components
    // (`scripts/component-list`) is true.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    // Only for the preview.
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    // What swift-nio links of other packages.
    .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
  ],
  targets: [
    library("CLinux", pkgConfig: nil, apt: "linux-libc-dev"),
    // Only types: libinput is loaded when the first picture is shown.
    library("CLibinput", pkgConfig: nil, apt: "libinput-dev"),
    library("CLibudev", pkgConfig: "libudev", apt: "libudev-dev"),
    library("CLibdrm", pkgConfig: "libdrm", apt: "libdrm-dev"),
    library("CLibyaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    library("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    library("CFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    library("CSpng", pkgConfig: "spng", apt: "libspng-dev"),
    library("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
    library("CLiblo", pkgConfig: "liblo", apt: "liblo-dev"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    // Only types: OpenSSL is loaded when a layout needs it.
    library("COpenSSL", pkgConfig: nil, apt: "libssl-dev"),
    // Only types: libpulse is loaded when a layout needs it.
    library("CPulse", pkgConfig: nil, apt: "libpulse-dev"),
    // Only types: libseat is loaded if there is a seat service.
    library("CLibseat", pkgConfig: nil, apt: "libseat-dev"),
    // Only types: libddcutil is loaded if a layout sets a monitor's backlight.
    library("CLibddcutil", pkgConfig: nil, apt: "libddcutil-dev"),
    // Only types: libsystemd is loaded if a backlight cannot be set otherwise.
    library("CLibsystemd", pkgConfig: nil, apt: "libsystemd-dev"),
    // Only types: libwayland is loaded if the panel is a window.
    library("CWaylandClient", pkgConfig: nil, apt: "libwayland-dev"),

    // Pure: no I/O, no clock.
    module("Gesture", at: "Interaction/Gesture", [], computes: true),
    module("JSON", at: "Layout/JSON", [], computes: true),
    // How languages write numbers and dates, from a table generated at build time.
    .executableTarget(
      name: "LocaleTableWriter", path: "Plugins/LocaleTableWriter", swiftSettings: swiftSettings),
    .plugin(name: "LocaleTable", capability: .buildTool(), dependencies: ["LocaleTableWriter"]),
    .target(
      name: "Locales", path: "Sources/Layout/Locales", swiftSettings: swiftSettings + optimized,
      plugins: ["LocaleTable"]),
    module("Knobs", at: "Interaction/Knobs", ["Gesture"], computes: true),
    module("Raster", at: "Render/Raster", [], computes: true),
    module("Diagnostics", at: "Layout/Diagnostics", ["JSON"], computes: true),
    module("ArgumentParsing", at: "Programs/ArgumentParsing", ["Diagnostics"]),
    module(
      "Layout", at: "Layout/Model", ["Diagnostics", "Gesture", "Knobs", "Locales", "Raster"],
      computes: true),
    // Handles touch; draws nothing.
    module(
      "Panel", at: "Interaction/Panel", ["Gesture", "JSON", "Knobs", "Layout", "Raster"],
      computes: true),
    // Draws the panel.
    module(
      "PanelDrawing", at: "Render/Drawing",
      ["Diagnostics", "Gesture", "Knobs", "Layout", "Locales", "Panel", "Raster"],
      computes: true),

    // System interfaces.
    module("Linux", at: "Platform/Linux", ["CLinux"]),
    module("YAML", at: "Layout/YAML", ["CLibyaml"], computes: true),
    module(
      "LayoutFile", at: "Layout/File",
      ["Diagnostics", "Gesture", "JSON", "Knobs", "Layout", "Locales", "Raster", "YAML"],
      computes: true),
    module(
      "Text", at: "Render/Text",
      ["Raster", "Linux", "CFreeType", "CHarfBuzz", "CFontconfig", "CFriBidi"]),
    module("PNG", at: "Render/PNG", ["Raster", "Linux", "CSpng"]),
    module("Seat", at: "Platform/Seat", ["CLibseat", "Linux"]),
    module("Udev", at: "Platform/Udev", ["CLibudev", "Linux"]),
    // Backlights, and when the screen is dimmed and off.
    module(
      "Backlight", at: "Platform/Backlight",
      ["CLibddcutil", "CLibsystemd", "Gesture", "Layout", "Linux"]),
    module(
      "Touch", at: "Platform/Input",
      ["Gesture", "Linux", "CLibinput", "CLinux", "Udev", "YAML"]),
    module(
      "Display", at: "Platform/Display", ["Raster", "Linux", "CLinux", "CLibdrm", "Udev"]),
    module(
      "Controls", at: "Controls",
      [
        "CALSA", "CExpat", "CLiblo", "CLinux", "COpenSSL", "CPulse", "Diagnostics", "JSON", "Knobs",
        "Layout", "LayoutFile", "Linux",
      ]),

    // Shared by the programs: output, errors, exit status.
    module("Program", at: "Programs/Program", ["ArgumentParsing", "Diagnostics", "Linux"]),

    // A display and a touch source, with protocol code generated at build time.
    .executableTarget(
      name: "WaylandScanner", dependencies: ["Linux"], path: "Plugins/WaylandScanner",
      swiftSettings: swiftSettings),
    .plugin(
      name: "WaylandProtocols", capability: .buildTool(), dependencies: ["WaylandScanner"]),
    .target(
      name: "Wayland",
      dependencies: [
        "CLinux", "CWaylandClient", "Display", "Gesture", "Linux", "Raster", "Touch",
      ],
      path: "Sources/Platform/Wayland",
      exclude: ["Protocols"], swiftSettings: swiftSettings, plugins: ["WaylandProtocols"]),

    // A running panel: its layout files, controls, display and touch on one event loop.
    module(
      "PanelApplication", at: "Runtime/Application",
      [
        "Backlight", "Controls", "Diagnostics", "Display", "Gesture", "JSON", "Knobs", "Layout",
        "LayoutFile", "Linux", "Locales", "Panel", "PanelDrawing", "PNG", "Program", "Raster",
        "Text", "Touch",
        .product(name: "Logging", package: "swift-log"),
      ]),

    .executableTarget(
      name: "knobpanel",
      dependencies: [
        "ArgumentParsing", "Backlight", "Controls", "Diagnostics", "Display", "Gesture", "JSON",
        "Knobs", "Layout", "LayoutFile", "Linux", "Panel", "PanelApplication", "PNG", "Program",
        "Raster", "Seat", "Text", "Touch", "Wayland",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Programs/knobpanel",
      swiftSettings: swiftSettings),

    // Serves pages and WebSockets; independent of panels.
    module(
      "WebServer", at: "Runtime/WebServer",
      [
        "Linux",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        // Not imported: a package that no target names gets a warning.
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "DequeModule", package: "swift-collections"),
      ]),

    // A panel shown and touched in browsers.
    module(
      "Preview", at: "Runtime/Preview",
      [
        "Controls", "Diagnostics", "Display", "Gesture", "JSON", "Knobs", "Layout", "LayoutFile",
        "Linux", "Panel", "PanelApplication", "PNG", "Program", "Raster", "Text", "Touch",
        "WebServer", "YAML",
        .product(name: "Logging", package: "swift-log"),
      ]),

    // The program that serves the preview, with its page.
    .executableTarget(
      name: "knobpanel-preview",
      dependencies: [
        "ArgumentParsing", "Controls", "LayoutFile", "Linux", "PanelApplication", "Preview",
        "Program", "WebServer", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Programs/knobpanel-preview", resources: [.embedInCode("Page")],
      swiftSettings: swiftSettings),

    // Measures drawing, feel, latency, and how well many panels on one server stay in sync.
    .target(
      name: "Benchmarks",
      dependencies: [
        "Controls", "Display", "Gesture", "JSON", "Knobs", "Layout", "LayoutFile",
        "Linux", "Panel", "PanelDrawing", "Randomness", "Raster", "Touch",
      ],
      path: "Benchmarks/Measurements", swiftSettings: swiftSettings + optimized),
    .executableTarget(
      name: "knobpanel-bench",
      dependencies: [
        "ArgumentParsing", "Benchmarks", "JSON", "Linux", "PNG", "Program", "Raster", "Text",
      ],
      path: "Benchmarks/knobpanel-bench", swiftSettings: swiftSettings),
    // Reproducible random numbers for measurements and tests.
    .target(name: "Randomness", path: "Benchmarks/Randomness", swiftSettings: swiftSettings),

    // A sound card in the test's own process; tests only.
    .target(name: "CSoundCard", dependencies: ["CALSA"], path: "Tests/CSoundCard"),
    // Counts allocations by replacing malloc; tests only.
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),

    // Counts the heap allocations of drawing, in an optimised program; tests only.
    .executableTarget(
      name: "DrawingAllocations",
      dependencies: [
        "CAllocationCount", "Diagnostics", "Gesture", "Knobs", "Layout", "LayoutFile", "Locales",
        "Panel",
        "PanelDrawing", "Raster", "Text",
      ], path: "Tests/DrawingAllocations", swiftSettings: swiftSettings),

    // The targets that `make fuzz` feeds with generated bytes, and the unit tests with the corpora.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Controls", "Diagnostics", "Display", "Gesture", "JSON", "Knobs", "Layout", "LayoutFile",
        "Linux", "Panel", "PanelApplication", "PanelDrawing", "PNG", "Preview", "Program",
        "Randomness", "Raster", "Text", "Touch", "Wayland",
      ], path: "Tests/FuzzTargets", swiftSettings: swiftSettings),
    .target(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CLibFuzzer", "FuzzTargets", "Linux"], path: "Tests/Fuzz",
      swiftSettings: swiftSettings),
    tests("FuzzTests", ["FuzzTargets", "Linux"], data: ["Corpora"]),

    // Reads the sources: each module's imports must match docs/architecture.md.
    tests("ArchitectureTests", []),
    // Writes the layout file reference, with its pictures; tests only.
    .target(
      name: "KeyReference", dependencies: ["Layout", "LayoutFile"], path: "Tests/KeyReference",
      swiftSettings: swiftSettings),
    // All pairs of events, in every order; tests only.
    .target(name: "Pairs", path: "Tests/Pairs", swiftSettings: swiftSettings),
    tests("GestureTests", ["Gesture", "Pairs", "Randomness"]),
    tests("KnobsTests", ["Knobs", "Gesture", "Pairs"]),
    tests("LocalesTests", ["Locales"]),
    // Compares pictures with recorded ones; tests only.
    .target(
      name: "GoldenPictures", dependencies: ["Raster", "PNG", "Text"],
      path: "Tests/GoldenPictures", exclude: ["fonts.sha256"], swiftSettings: swiftSettings),
    tests("RasterTests", ["Raster", "PNG", "Randomness", "GoldenPictures"], data: ["Golden"]),
    tests("TextTests", ["Text", "Linux", "Raster", "PNG", "GoldenPictures"], data: ["Golden"]),
    tests("PNGTests", ["PNG", "Raster", "Linux"]),
    // The socket of a service manager; tests only.
    .target(
      name: "NotifySocket", dependencies: ["Linux"], path: "Tests/NotifySocket",
      swiftSettings: swiftSettings),
    // Timeouts for events that tests cannot trigger by advancing a clock; tests only.
    .target(
      name: "TestPatience", dependencies: ["Linux"], path: "Tests/TestPatience",
      swiftSettings: swiftSettings),
    // Starts programs and waits for their effects; tests only.
    .target(
      name: "ChildPrograms", dependencies: ["CLinux", "Linux", "TestPatience"],
      path: "Tests/ChildPrograms", swiftSettings: swiftSettings),
    tests("LinuxTests", ["Linux", "CAllocationCount", "NotifySocket", "TestPatience"]),
    tests(
      "LayoutFileTests",
      [
        "Controls", "Diagnostics", "Gesture", "JSON", "KeyReference", "Knobs", "Layout",
        "LayoutFile", "Randomness", "Raster",
      ],
      data: ["Bad", "check-schema", "unpack-cases"]),
    tests(
      "PanelTests",
      [
        "Diagnostics", "Gesture", "GoldenPictures", "JSON", "Knobs", "Layout", "LayoutFile",
        "Locales", "Pairs", "Panel", "PanelDrawing", "PNG", "Randomness", "Raster", "Text",
      ], data: ["Golden"]),
    tests("ScreenTests", ["Backlight", "Gesture", "Layout", "Pairs"]),
    tests("FleetTests", ["Benchmarks", "Linux", "MQTTBench"]),
    tests("BenchmarksTests", ["Benchmarks", "JSON", "Layout", "Raster"]),
    tests("SeatTests", ["Seat", "Linux", "TestPatience"]),
    // A fake libddcutil, with slow and refusing monitors; tests only.
    .target(
      name: "FakeMonitors", dependencies: ["Backlight"], path: "Tests/FakeMonitors",
      exclude: ["FakeMonitors.c"], swiftSettings: swiftSettings),
    // A bus with a fake logind; tests only.
    .target(
      name: "FakeLogind", dependencies: ["Backlight", "Linux", "TestPatience"],
      path: "Tests/FakeLogind",
      exclude: ["fake-logind"], swiftSettings: swiftSettings),
    tests("BacklightTests", ["Backlight", "FakeLogind", "FakeMonitors", "Linux", "TestPatience"]),
    tests("UdevTests", ["Udev"]),
    tests("TouchTests", ["Touch", "Gesture", "Linux", "Randomness", "Udev"]),
    tests(
      "DisplayTests",
      ["Display", "Raster", "Linux", "CLinux", "CLibdrm", "NotifySocket", "TestPatience", "Udev"]),
    tests("YAMLTests", ["YAML"]),
    tests("JSONTests", ["JSON", "Randomness"]),
    tests("ArgumentParsingTests", ["ArgumentParsing", "Randomness"]),
    // A real MQTT broker and its tools as child processes; tests only.
    .target(
      name: "MQTTBench", dependencies: ["NotifySocket"], path: "Tests/MQTTBench",
      swiftSettings: swiftSettings),
    tests(
      "ControlsTests",
      [
        "CAllocationCount", "Controls", "CSoundCard", "Diagnostics", "JSON", "Layout",
        "LayoutFile", "Linux", "MQTTBench", "Pairs", "Randomness", "TestPatience",
      ]),
    tests(
      "CommandTests",
      [
        "ArgumentParsing", "Backlight", "CAllocationCount", "ChildPrograms", "Controls",
        "Diagnostics",
        "Display", "FakeLogind", "FakeMonitors", "Gesture", "GoldenPictures", "JSON",
        "KeyReference", "Knobs", "knobpanel", "knobpanel-bench", "Layout", "LayoutFile", "Linux",
        "Locales", "MQTTBench", "NotifySocket", "Panel", "PanelApplication", "PNG", "Preview",
        "Program", "Randomness", "Raster", "TestPatience", "Text", "Touch", "Udev", "Wayland",
        "WebServer",
        .product(name: "Logging", package: "swift-log"),
      ], data: ["Golden"]),
    tests("WebServerTests", ["WebServer", "Linux", "TestPatience"]),
    tests(
      "PreviewTests",
      [
        "Preview", "WebServer", "Controls", "Diagnostics", "Display", "Gesture", "JSON", "Knobs",
        "Layout", "LayoutFile", "Linux", "Panel", "PanelApplication", "PNG", "Randomness", "Raster",
        "TestPatience", .product(name: "Logging", package: "swift-log"),
      ]),
    tests("WaylandScannerTests", ["WaylandScanner"]),
    tests(
      "WaylandTests",
      [
        "Wayland", "Display", "FuzzTargets", "Touch", "Gesture", "Raster", "Linux", "PNG",
        "ChildPrograms", "TestPatience",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Keeps only the named test targets: not every compiler that builds the programs supports what all
// tests use.
if let names = Context.environment["KNOBPANEL_TESTS"] {
  let wanted = names.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

import Foundation
import Linux
import Testing

@testable import Display
@testable import Touch
@testable import knobpanel

/// The parts of a bug report: what each shows of a fake system, and of one without any files.
@Suite struct ReportPartTests {
  private static var machine: Machine {
    var machine = Machine()
    machine.kernel = "6.12.47+rpt-rpi-2712"
    machine.architecture = "aarch64"
    machine.pageBytes = 16384
    machine.processorCount = 4
    machine.groups = ["anna", "audio", "video"]
    return machine
  }

  @Test("a Raspberry Pi is named, with its kernel, and parameters without addresses")
  func system() throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      #expect(
        SystemReport(machine: Self.machine, files: files).lines == [
          "system: Debian GNU/Linux 13 (trixie), Raspberry Pi reference 2025-10-01",
          "kernel: 6.12.47+rpt-rpi-2712, aarch64, pages of 16384 bytes",
          "board: Raspberry Pi 5 Model B Rev 1.0", "processors: 4",
          "memory: 8052 MB, 7168 MB available",
          "kernel parameters: console=tty1 quiet video=DSI-2:720x1280M@60",
          "rights: not root; of the groups audio, i2c, input, render, tty, video: audio, video",
        ])
    }
  }

  @Test("a PC is named by its firmware; /usr/lib/os-release replaces a missing /etc/os-release")
  func pc() throws {
    let contents = [
      "usr/lib/os-release": "PRETTY_NAME='x'\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
      "sys/class/dmi/id/sys_vendor": "QEMU\n",
      "sys/class/dmi/id/product_name": "Standard PC (Q35 + ICH9, 2009)\n",
      "proc/cmdline": "root=/dev/sda1\n",
    ]
    try FakeSystem.run(contents) { files in
      let lines = SystemReport(machine: Self.machine, files: files).lines
      #expect(lines[0] == "system: x")
      #expect(lines[2] == "board: QEMU Standard PC (Q35 + ICH9, 2009)")
      #expect(lines[5] == "kernel parameters: none for displays")
    }
  }

  @Test("each missing file is one line that says why")
  func missing() throws {
    try FakeSystem.run(["proc/meminfo": "MemFree: 1 kB\n", "etc/os-release": ""]) { files in
      let lines = SystemReport(machine: Self.machine, files: files).lines
      #expect(lines.count == 7)
      #expect(lines[0] == "system: /etc/os-release: is empty")
      #expect(lines[4] == "memory: /proc/meminfo: has no MemTotal")
      #expect(
        lines[2]
          == "board: /proc/device-tree/model: No such file or directory; "
          + "/sys/class/dmi/id/product_name: No such file or directory")
      #expect(lines[5] == "kernel parameters: /proc/cmdline: No such file or directory")
      #expect(
        TemperatureReport(files: files).lines == [
          "/sys/class/thermal lists no temperature", "throttling: not reported by this kernel",
        ])
      #expect(DisplayReport(files: files).kernel == ["/sys/class/drm lists no card"])
    }
  }

  @Test("files that cannot be read as text are not: folders, and files that are too large")
  func unreadable() throws {
    let long = String(repeating: "x", count: SystemFiles.byteLimit + 1)
    try FakeSystem.run(["proc/cmdline/folder": "", "proc/meminfo": long]) { files in
      let lines = SystemReport(machine: Self.machine, files: files).lines
      #expect(lines[4].hasSuffix("65537 bytes; the limit is 65536"))
      #expect(lines[5].hasSuffix("/proc/cmdline: is a directory, not a file"))
      #expect(lines.allSatisfy { !$0.contains("xx") && !$0.contains(files.root) })
    }
  }

  @Test("temperatures, speeds and the firmware's reasons for throttling are shown")
  func temperatures() throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      #expect(
        TemperatureReport(files: files).lines == [
          "cpu-thermal: 71.3 °C", "policy0: ondemand, 1500 of 2400 MHz",
          "throttling: 0x50008: soft temperature limit now, voltage was too low since boot, "
            + "was throttled since boot", "supply voltage: was too low since boot",
        ])
    }
  }

  @Test(
    "the firmware's number is read with and without 0x; nonsense is a line",
    arguments: [
      ("0", "throttling: 0x0, never since boot"),
      ("0x2", "throttling: 0x2: processor's speed limited now"),
      ("", "throttling: /sys/devices/platform/soc/soc:firmware/get_throttled: is empty"),
      ("hot", "throttling: /sys/devices/platform/soc/soc:firmware/get_throttled: has no number"),
    ])
  func throttling(text: String, line: String) throws {
    let path = "sys/devices/platform/soc/soc:firmware/get_throttled"
    try FakeSystem.run([path: text, "sys/class/thermal/thermal_zone0/temp": "hot"]) { files in
      #expect(
        TemperatureReport(files: files).lines == [
          "thermal_zone0: /sys/class/thermal/thermal_zone0/temp: has no number", line,
        ])
    }
  }

  @Test("the kernel's list shows cards and connectors that cannot be opened")
  func connectors() throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      #expect(
        DisplayReport(files: files).kernel == [
          "card0: driver drm-rp1-dsi",
          "card0-DSI-2: status connected, enabled enabled, dpms On, modes: 1",
          "card1: driver v3d", "card2: driver vc4-drm",
          "card2-HDMI-A-1: status disconnected, enabled disabled, "
            + "dpms /sys/class/drm/card2-HDMI-A-1/dpms: No such file or directory, modes: 0",
        ])
    }
  }

  @Test("a card's line says who has it open; its formats and all modes follow")
  func card() {
    let modes = (1...18).map { "\($0)x1@60" }
    let card = DisplayList.CardEntry(
      path: "/dev/dri/card0", driver: "drm-rp1-dsi",
      trouble: "\(DisplayError.busy(card: "/dev/dri/card0", holders: ["labwc (pid 812)"]))",
      hasDumbBuffers: true, hasAtomic: true, formats: ["XR24", "RG16"],
      outputs: [
        DisplayList.OutputEntry(
          name: "DSI-2", status: "connected", modes: modes, orientationDegrees: 270,
          panelOrientation: "Left Side Up")
      ])
    #expect(
      DisplayReport.lines(of: card) == [
        "--card /dev/dri/card0  (drm-rp1-dsi)",
        "  cannot be used: labwc (pid 812) is using /dev/dri/card0; stop it or run as its "
          + "Wayland client",
        "  --output DSI-2  connected, --mode 1x1@60, mounted at 270°",
        "  with dumb buffers, with atomic modesetting",
        "  formats of the primary planes: XR24 RG16",
        "  DSI-2: panel orientation Left Side Up",
        "  DSI-2: modes \(modes.prefix(16).joined(separator: " ")) and 2 more",
      ])
    let closed = DisplayList.CardEntry(path: "/dev/dri/card1", trouble: "no", outputs: [])
    #expect(
      DisplayReport.lines(of: closed) == ["--card /dev/dri/card1", "  cannot be used: no"])
  }

  @Test("a touchscreen's line is followed by libinput's view of it")
  func touchscreen() {
    var device = TouchDevice(
      name: "Goodix Capacitive TouchScreen", sysname: "event4", node: "/dev/input/event4",
      seat: "seat0", vendor: 0x416, product: 0x1001, outputName: nil, sizeMillimetres: nil,
      isCalibrated: false)
    let line = "Goodix Capacitive TouchScreen  /dev/input/event4  can be used"
    #expect(InputReport.lines(of: .init(device: device, state: .usable)) == [line])
    device.capabilities = ["touch", "keyboard"]
    device.fingerLimit = 10
    #expect(
      InputReport.lines(of: .init(device: device, state: .usable)) == [
        line, "  libinput: touch, keyboard, 10 fingers",
      ])
  }

  @Test("a layout without an error is drawn and measured; one with errors is not")
  func speed() throws {
    let built = SpeedReport().lines()
    let beginnings = [
      "read the built-in layout: ", "load fonts and lay out 800x480 pixels: ",
      "draw the first frame: ", "draw a value change: median ",
    ]
    #expect(built.count >= beginnings.count, "\(built)")
    for beginning in beginnings { #expect(built.contains { $0.hasPrefix(beginning) }, "\(built)") }
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "bad.yaml")
      #expect(SpeedReport(path: path.path).lines()[0].contains("No such file"))
      try Data("version: 1\nknobs: {a: {}}\n".utf8).write(to: path)
      #expect(SpeedReport(path: path.path).lines().last == "not drawn: the layout has errors")
    }
  }

  @Test("the fonts of a layout are shown beside the standard ones")
  func fonts() throws {
    let standard = FontReport.lines(layout: nil)
    #expect(standard[0].hasPrefix("Inter:"))
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "font.yaml")
      let knob = "knobs: {a: {center: [90, 90], diameter: 100}}\n"
      try Data("version: 1\npanel: {font: DejaVu Sans}\n\(knob)".utf8).write(to: path)
      #expect(FontReport.lines(layout: path.path).contains { $0.hasPrefix("DejaVu Sans:") })
    }
  }
}

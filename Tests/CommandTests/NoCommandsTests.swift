import Foundation
import Layout
import Testing

@testable import PanelApplication

/// A panel that starts no programs, whatever its layout says.
@Suite struct NoCommandsTests {
  /// A layout whose programs leave files in a folder.
  private static func text(_ folder: URL, get: String = "get") -> String {
    """
    version: 1
    knobs:
      light:
        center: [200, 240]
        diameter: 200
        control:
          command:
            set: [touch, "\(folder.path)/set{value}"]
            get: [touch, "\(folder.path)/\(get)"]
      free: {center: [600, 240], diameter: 200, value: 10}

    """
  }

  @Test("A knob that would start programs is offline with the reason; the others work")
  func offline() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        Self.text(folder), in: folder, options: ["--no-commands", "--socket", "socket"])
      try panel.wait("the warning") {
        $0.contains("light: this panel starts no programs; see --no-commands")
      }
      let outcome = try Knobpanel.run(["set", "light", "40", "--socket", "socket"], in: folder)
      #expect(outcome.status == 1 && outcome.errors.contains("starts no programs"))
      #expect(
        try Knobpanel.run(["set", "free", "40", "--socket", "socket"], in: folder).status == 0)
      // Another layout does not change that.
      try Data(Self.text(folder, get: "get2").utf8).write(to: panel.layout)
      try panel.wait("it is read") { $0.contains("reloaded") }
      try panel.expectToEnd()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.hasPrefix("set") || $0.hasPrefix("get") })
    }
  }

  @Test("PCMs that can write files or start programs are not accepted as devices")
  func clicks() {
    var clicks = ClickLayout()
    for device in [
      "default", "plughw:CARD=Device", "plughw:1,0", "sysdefault:CARD=vc4hdmi", "hw:CARD=Profile",
    ] {
      clicks.device = device
      #expect(clicks.namesDevice, "\(device)")
    }
    for device in [
      "file:'|touch x',raw", "file:x,raw", "tee:default,x,raw", "tee:default", "plug:file:x",
      "{type file file x}", "plug:{type hw}", "plug:SLAVE='file:x'", "a b", "x|y", "file",
    ] {
      clicks.device = device
      #expect(!clicks.namesDevice, "\(device)")
    }
  }

  @Test("An empty WAYLAND_DISPLAY counts as unset, and is reported as that")
  func emptyWayland() throws {
    try Knobpanel.inFolder { folder in
      try Data(Self.text(folder).utf8).write(to: folder.appending(path: "panel.yaml"))
      let outcome = try Knobpanel.run(
        ["run", "panel.yaml", "--display", "wayland"],
        by: "export WAYLAND_DISPLAY= XDG_RUNTIME_DIR=\"$HOME\"; exec \"$@\"", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("WAYLAND_DISPLAY is not set or empty"), "\(outcome.errors)")
    }
  }
}

import Foundation
import Testing

@testable import Backlight

/// The backlights of boards: each has another name and range, and all work.
@Suite struct KernelBacklightTests {
  struct Light: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var name: String
    var maximum: Int
    /// The step for half the brightness.
    var half: Int
    /// False if its driver has no power switch.
    var hasPower = true
  }

  static let lights = [
    Light(
      testDescription: "Touch Display 1, set by the firmware", name: "rpi_backlight", maximum: 255,
      half: 128),
    Light(
      testDescription: "Touch Display 1 at a Pi 4, kernels 6.1 to 6.12", name: "10-0045",
      maximum: 255, half: 128),
    Light(
      testDescription: "Touch Display 1 at a Pi 5, kernel 6.6", name: "4-0045", maximum: 255,
      half: 128),
    Light(
      testDescription: "Touch Display 2 at a Pi 4, kernel 6.12", name: "10-0045", maximum: 31,
      half: 16),
    Light(
      testDescription: "Touch Display 2 at a Pi 5, kernel 6.12", name: "11-0045", maximum: 31,
      half: 16),
    Light(
      testDescription: "another DSI panel at a Pi 5, kernel 6.12", name: "11-0045", maximum: 255,
      half: 128),
    Light(
      testDescription: "a GPIO that is on or off", name: "backlight", maximum: 1, half: 1),
    Light(
      testDescription: "a driver without a power switch", name: "11-0045", maximum: 31, half: 16,
      hasPower: false),
  ]

  @Test("it is found, set, switched off, and restored", arguments: lights)
  func light(_ light: Light) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "backlight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = folder.appending(path: light.name)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    var contents = [
      "type": "raw\n", "max_brightness": "\(light.maximum)\n", "brightness": "\(light.maximum)\n",
      "actual_brightness": "\(light.maximum)\n",
    ]
    if light.hasPower { contents["bl_power"] = "0\n" }
    for (name, text) in contents { try Data(text.utf8).write(to: files.appending(path: name)) }
    func value(_ name: String) throws -> String {
      try String(contentsOf: files.appending(path: name), encoding: .utf8)
    }

    let found = try #require(KernelBacklight.find(in: folder.path))
    #expect(found.name == light.name && found.maximum == light.maximum)
    #expect(found.brightness == light.maximum)
    #expect(KernelBacklight.find(named: light.name, in: folder.path) != nil)
    try found.setAsFound()
    try found.light(0.5)
    #expect(try value("brightness") == "\(light.half)")
    // The least brightness is still visible.
    try found.light(0)
    #expect(try value("brightness") == "1")
    try found.turnOff()
    #expect(try value("brightness") == "0")
    if light.hasPower { #expect(try value("bl_power") == "4") }
    try found.light(1)
    #expect(try value("brightness") == "\(light.maximum)")
    if light.hasPower { #expect(try value("bl_power") == "0") }
    try found.light(0.5)
    found.restore()
    #expect(try value("brightness") == "\(light.maximum)")
  }

  @Test("beside a second one, each can be named; firmware's comes first")
  func two() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "backlight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, kind, maximum) in [("10-0045", "raw", 31), ("rpi_backlight", "firmware", 255)] {
      let files = folder.appending(path: name)
      try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
      try Data("\(kind)\n".utf8).write(to: files.appending(path: "type"))
      try Data("\(maximum)\n".utf8).write(to: files.appending(path: "max_brightness"))
    }
    #expect(KernelBacklight.all(in: folder.path).map(\.name) == ["rpi_backlight", "10-0045"])
    #expect(KernelBacklight.find(named: "10-0045", in: folder.path)?.maximum == 31)
  }
}

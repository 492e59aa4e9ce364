import Foundation
import Glibc
import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// liblo's tools as the device and as another controller (package liblo-tools).
@Suite struct OSCToolTests {
  /// A program that is killed when this object is released.
  private final class Tool {
    private let process = Process()
    private let output = Pipe()
    private var bytes: [UInt8] = []

    init(_ name: String, _ arguments: [String]) throws {
      process.executableURL = URL(filePath: "/usr/bin/" + name)
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      _ = fcntl(output.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
      try process.run()
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The lines printed so far, without their time stamps.
    var lines: [String] {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output.fileHandleForReading.fileDescriptor, &chunk, chunk.count)
      bytes += chunk[..<max(0, count)]
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: " ").dropFirst().joined(separator: " ")
      }
    }

    func wait() { process.waitUntilExit() }

    /// Waits until something listens at a UDP port (proc_net(5)).
    static func waitForListener(at port: UInt16) throws {
      let hex = String(port, radix: 16, uppercase: true)
      let portField = ":" + String(repeating: "0", count: 4 - hex.count) + hex + " "
      try Patience.wait("nothing listens at \(port)") {
        try ["/proc/net/udp", "/proc/net/udp6"].contains {
          try String(contentsOfFile: $0, encoding: .utf8).contains(portField)
        }
      }
    }
  }

  @Test("oscdump is online once it runs, and receives a turn") func dump() throws {
    let port = try MosquittoBroker.freePort()
    let rig = try OSCRig(.plain(port))
    var whole = OSCEndpoint(address: "/bank/preset")
    whole.scale = OSCScale(form: .int, range: WireRange(lowest: 0, highest: 127))
    rig.start(.fader)
    rig.start(whole)
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    guard case .offline? = rig.reported.first else {
      Issue.record("\(rig.reported)")
      return
    }
    let dump = try Tool("oscdump", ["-L", "\(port)"])
    try Tool.waitForListener(at: port)
    // Until the next attempt, plus the time in which the host could refuse it.
    try rig.advance(milliseconds: 250 + 250)
    #expect(rig.events.allSatisfy { $0.last == .level(0) })
    rig.controls[0].set(level: 0.25, isFinal: false)
    rig.controls[0].set(level: 0.5, isFinal: true)
    rig.controls[1].set(level: 1, isFinal: true)
    let expected = [
      "/ch/01/mix/fader f 0.250000", "/ch/01/mix/fader f 0.500000", "/bank/preset i 127",
    ]
    try rig.run { dump.lines.filter { $0.hasPrefix("/") } == expected }
  }

  @Test("oscsend sets the knob through the listening port") func send() throws {
    let port = try MosquittoBroker.freePort()
    let own = try MosquittoBroker.freePort()
    let dump = try Tool("oscdump", ["-L", "\(port)"])
    try Tool.waitForListener(at: port)
    var layout = OSCDesk.plain(port)
    layout.listeningPort = own
    let rig = try OSCRig(layout)
    rig.start(.strip)
    try rig.advance(milliseconds: 250 + 20)
    #expect(rig.reported == [.muted(false), .level(0)])
    let url = "osc.udp://127.0.0.1:\(own)"
    try Tool("oscsend", [url, OSCEndpoint.faderAddress, "f", "0.75"]).wait()
    try rig.run { rig.reported.last == .level(0.9) }
    try rig.advance(milliseconds: 20)
    try Tool("oscsend", [url, OSCEndpoint.onAddress, "i", "0"]).wait()
    try rig.run { rig.reported.last == .muted(true) }
    try Tool("oscsend", [url, OSCEndpoint.faderAddress, "d", "0.5"]).wait()
    try rig.run { rig.reported.last == .level(0.8) }
    rig.control.set(isMuted: false)
    try rig.run { dump.lines.last == "\(OSCEndpoint.onAddress) i 1" }
  }
}

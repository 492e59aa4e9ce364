import Foundation
import Glibc
import MQTTBench

@testable import Controls

/// A real speaker as a child process on a network of its own (packages gmediarender, iproute2).
///
/// gmediarender does not use the loopback interface, so a virtual one is added; root only. Deinit
/// kills the process and removes the interface.
final class MediaRenderer {
  let name = "Test Speaker \(UInt32.random(in: 0...UInt32.max))"
  let id = UUID().uuidString.lowercased()
  private let interface = "kp\(UInt32.random(in: 0...0xFFFF_FFFF))"
  private let address = "198.51.100.\(Int.random(in: 1...254))"
  private let port = UInt16.random(in: 49_200...60_000)
  private var process: Process?

  /// Whether this machine allows one.
  static var isPossible: Bool { getuid() == 0 && access("/dev/net/tun", R_OK | W_OK) == 0 }

  init() throws {
    try MosquittoBroker.run("ip", "tuntap", "add", "dev", interface, "mode", "tap")
    try MosquittoBroker.run("ip", "address", "add", address + "/32", "dev", interface)
    try MosquittoBroker.run("ip", "link", "set", interface, "up")
    try start()
  }

  deinit {
    kill()
    try? MosquittoBroker.run("ip", "tuntap", "del", "dev", interface, "mode", "tap")
  }

  func start() throws {
    process = try SnapServer.spawn(
      "gmediarender",
      [
        "--gstout-audiosink=fakesink", "-f", name, "-u", id, "-I", interface, "-p", "\(port)",
        "--gstout-initial-volume-db=-20",
      ])
  }

  /// Kills the speaker without a good-bye, as a power loss would.
  func kill() {
    if let process { SnapServer.kill(process) }
    process = nil
  }
}

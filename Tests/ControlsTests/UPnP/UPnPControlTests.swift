import Linux
import Testing

@testable import Controls

/// A control with a real speaker that is found on the network.
@Suite(.serialized) struct UPnPControlTests {
  /// Starts a query for the volume that gmediarender reports.
  private func volume(of rig: UPnPRig, _ body: @escaping (Int?) -> Void) -> HTTPExchange? {
    guard let device = rig.control.device else { return nil }
    let exchange = HTTPExchange(
      RenderingControl.request("GetVolume", to: device), limitMicroseconds: 2_000_000,
      loop: rig.loop
    ) { result in
      guard case .success(let answer) = result else { return body(nil) }
      body(RenderingControl.argument("CurrentVolume", of: answer.body).flatMap { Int($0) })
    }
    exchange.start()
    return exchange
  }

  private func readVolume(_ rig: UPnPRig) throws -> Int? {
    var found: Int?
    var isDone = false
    let exchange = volume(of: rig) { (found, isDone) = ($0, true) }
    try rig.run { isDone }
    _ = exchange
    return found
  }

  /// Lets the speaker answer all requests while a second passes.
  private func finish(_ rig: UPnPRig) throws {
    for _ in 0..<10 {
      try rig.run {
        rig.control.exchanges.isEmpty && rig.control.runner.exchange.unconfirmed == nil
      }
      try rig.advance(milliseconds: 100)
    }
    try rig.run { rig.control.exchanges.isEmpty }
  }

  @Test(
    "A speaker is found by name, read, set, muted and followed; it disappears and returns",
    .enabled(
      if: MediaRenderer.isPossible, "it needs root and /dev/net/tun for a network of its own"))
  func speaker() throws {
    let renderer = try MediaRenderer()
    let rig = try UPnPRig(UPnPSettings(speaker: renderer.name))
    rig.control.start()
    // gmediarender 0.3 answers 0 until it has set its initial volume.
    try rig.runWhileTimePasses { (rig.levels.last ?? 0) > 0 }
    #expect(rig.reported.prefix(3).contains(.muted(false)))
    let first = try #require(rig.levels.last)
    #expect(try readVolume(rig).flatMap { rig.control.range.level(of: Int32($0)) } == first)
    try rig.run { rig.control.subscription != nil }
    let known = rig.levels

    for percent in 30...60 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    rig.control.set(level: 0.61, isFinal: true)
    try finish(rig)
    #expect(try readVolume(rig) == 61)
    rig.control.set(level: 0.01, isFinal: true)
    try finish(rig)
    #expect(try readVolume(rig) == 1)
    #expect(rig.levels == known)

    // Another controller; its change arrives as an event.
    let other = try UPnPRig(UPnPSettings(speaker: "uuid:\(renderer.id)"))
    other.control.start()
    try other.runWhileTimePasses { !other.levels.isEmpty }
    #expect(other.levels == [0.01])
    other.control.set(level: 0.8, isFinal: true)
    other.control.set(isMuted: true)
    try rig.runWhileTimePasses {
      try other.loop.advance(byMicroseconds: 5000)
      return rig.levels.last == 0.8 && rig.reported.contains(.muted(true))
    }

    renderer.kill()
    rig.control.set(level: 0.1, isFinal: true)
    try rig.run { rig.lastReason != nil }
    rig.control.set(level: 0.1, isFinal: true)
    try renderer.start()
    try rig.runWhileTimePasses { rig.lastReason == nil && rig.levels.last == first }
  }

  @Test(
    "A found speaker is listed as text to paste, and a missing one is reported",
    .enabled(
      if: MediaRenderer.isPossible, "it needs root and /dev/net/tun for a network of its own"))
  func listing() throws {
    let renderer = try MediaRenderer()
    let first = try UPnPRig(UPnPSettings(speaker: renderer.name))
    first.control.start()
    try first.runWhileTimePasses { !first.levels.isEmpty }
    // It answers immediately from now on.
    let listing = UPnPListing.read(milliseconds: UPnPListing.searchMilliseconds)
    #expect(listing?.lines.contains("control: {upnp: {speaker: \"\(renderer.name)\"}}") == true)
    let rig = try UPnPRig(UPnPSettings(speaker: "Nobody"))
    rig.control.start()
    try rig.run { rig.network.names.contains(renderer.name) }
    try rig.advance(milliseconds: 4000)
    #expect(rig.lastReason?.contains(renderer.name) == true)
    #expect(
      rig.lastReason?.hasPrefix(
        "UPnP speaker \"Nobody\": no speaker of this name has answered on the network") == true)
  }
}

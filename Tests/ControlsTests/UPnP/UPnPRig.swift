import Linux
import Testing

@testable import Controls

/// A UPnP control on a loop, and the events that it reported.
final class UPnPRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let network: UPnPNetwork
  let control: UPnPControl
  private(set) var reported: [ControlEvent] = []

  init(_ settings: UPnPSettings, with peer: ScriptedSpeaker? = nil) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    network = UPnPNetwork(loop: loop)
    control = UPnPControl(settings, over: network, loop: loop)
    control.onEvent = { [unowned self] in reported.append($0) }
  }

  /// Makes a rig with a started control that finds the speaker.
  convenience init(at speaker: ScriptedSpeaker) throws {
    try self.init(speaker.settings, with: speaker)
    control.start()
  }

  deinit {
    control.stop()
  }

  var log: String { "\(reported)" }

  var levels: [Double] {
    reported.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastReason: String? {
    if case .offline(let reason)? = reported.last { reason } else { nil }
  }

  /// Simulates a search answer of this type.
  func announce(_ type: String, _ id: String, of speaker: ScriptedSpeaker) throws {
    let text =
      "HTTP/1.1 200 OK\r\nST: \(type)\r\nUSN: uuid:\(id)::x\r\nLOCATION: "
      + "http://127.0.0.1:\(speaker.port)/desc.xml\r\n\r\n"
    network.process(try #require(SSDPMessage(Array(text.utf8), from: "127.0.0.1")))
  }
}

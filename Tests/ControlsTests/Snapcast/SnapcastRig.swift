import Linux
import Testing

@testable import Controls

/// Snapcast controls sharing one connection on a loop, and the events that they reported.
final class SnapcastRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: SnapcastConnection
  private(set) var controls: [SnapcastControl] = []
  /// The events of each control, by its index.
  private(set) var events: [[ControlEvent]] = []

  init(
    _ server: SnapcastServer, _ targets: SnapcastSettings.Target...,
    with peer: ScriptedSnapServer? = nil
  ) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    connection = SnapcastConnection(server, loop: loop)
    for target in targets { add(target) }
  }

  func add(_ target: SnapcastSettings.Target) {
    let index = controls.count
    let control = SnapcastControl(
      SnapcastSettings(target: target), over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
  }

  func start() {
    for control in controls { control.start() }
  }

  var control: SnapcastControl { controls[0] }
  /// The events of the first control.
  var reported: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  func levels(_ index: Int = 0) -> [Double] {
    events[index].compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  func lastReason(_ index: Int = 0) -> String? {
    if case .offline(let reason)? = events[index].last { reason } else { nil }
  }

  /// Waits until a real server has answered everything and no volume is in doubt.
  func finish() throws {
    for _ in 0..<10 {
      try run { connection.pending.isEmpty }
      try advance(milliseconds: 100)
    }
    try run { connection.pending.isEmpty }
  }
}

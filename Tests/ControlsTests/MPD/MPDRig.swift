import Layout
import Linux
import Testing

@testable import Controls

/// MPD controls sharing one connection on a loop, and the events that they reported.
final class MPDRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: MPDConnection
  private(set) var controls: [MPDControl] = []
  /// The events of each control, by its index.
  private(set) var events: [[ControlEvent]] = []

  /// What an item of a panel uses.
  struct Item {
    var tag: MPDSettings.Tag?
    var command: MPDSettings.Command?
    var use = ControlUse.knob

    static let volume = Item()
    static func label(_ tag: MPDSettings.Tag?) -> Item { Item(tag: tag, use: .readOut) }
    static func button(_ command: MPDSettings.Command, _ use: ControlUse = .push) -> Item {
      Item(command: command, use: use)
    }
  }

  init(_ server: MPDServer, _ items: Item..., with peer: ScriptedMPD? = nil) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    connection = MPDConnection(server, loop: loop)
    for (index, item) in items.enumerated() {
      let settings = MPDSettings(
        server: server, tag: item.tag, command: item.command, use: item.use)
      let control = MPDControl(settings, over: connection, loop: loop)
      control.onEvent = { [unowned self] in events[index].append($0) }
      controls.append(control)
      events.append([])
    }
    for control in controls { control.start() }
  }

  var control: MPDControl { controls[0] }
  /// The events of the first control.
  var reported: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  /// Waits until a real server has answered everything, and no write is in doubt.
  func finish() throws {
    for _ in 0..<10 {
      try run { connection.pending.count <= 1 }
      try advance(milliseconds: 100)
    }
    try run { connection.pending.count <= 1 }
  }

  /// The reason in the first control's last event; empty if it has none.
  var reason: String {
    switch reported.last {
    case .offline(let reason)?, .unknown(let reason)?, .unreadable(let reason)?: reason
    default: ""
    }
  }
}

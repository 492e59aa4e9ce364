import Layout
import Linux

@testable import Controls

/// Controls sharing one connection on a loop, and the events that they reported.
final class OSCRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: OSCConnection
  private(set) var controls: [OSCControl] = []
  /// The events of each control, by its index.
  private(set) var events: [[ControlEvent]] = []

  init(_ desk: OSCDesk, with peer: ScriptedDesk? = nil) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    connection = OSCConnection(desk, loop: loop)
  }

  /// Makes a rig with one started control.
  convenience init(_ endpoint: OSCEndpoint = .fader, at desk: ScriptedDesk) throws {
    try self.init(.x32(at: desk), with: desk)
    start(endpoint)
  }

  var control: OSCControl { controls[0] }

  /// Starts another control and returns its index.
  @discardableResult
  func start(_ endpoint: OSCEndpoint) -> Int {
    let index = controls.count
    let control = OSCControl(endpoint, over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
    control.start()
    return index
  }

  func releaseControls() { controls = [] }

  /// The events of the first control.
  var reported: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  var levels: [Double] {
    reported.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }
}

extension OSCDesk {
  /// An X32 as `model: x32` defines it, at another port.
  static func x32(at desk: ScriptedDesk) -> OSCDesk {
    var layout = plain(desk.port)
    layout.adopt(.x32)
    layout.port = desk.port
    return layout
  }

  /// A desk without queries or subscriptions.
  static func plain(_ port: UInt16) -> OSCDesk {
    OSCDesk(name: "desk", host: "127.0.0.1", port: port)
  }
}

extension OSCEndpoint {
  static let faderAddress = "/ch/01/mix/fader"
  static let onAddress = "/ch/01/mix/on"

  /// A fader's travel, 0 to 1.
  static let fader = OSCEndpoint(address: faderAddress)

  /// A strip in decibels, with its mute.
  static let strip: OSCEndpoint = {
    var strip = fader
    strip.scale.law = .x32
    strip.scale.range = WireRange(lowest: -90, highest: 10)
    strip.mute = Mute(address: onAddress)
    strip.mute?.muted = 0
    return strip
  }()
}

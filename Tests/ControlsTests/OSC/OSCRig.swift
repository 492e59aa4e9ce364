import Layout
import Linux

@testable import Controls

/// Controls over one connection on a loop, and all that they told.
final class OSCRig: LoopRig {
  let loop: EventLoop
  let peers: [any ScriptedPeer]
  let connection: OSCConnection
  private(set) var controls: [OSCControl] = []
  /// By control.
  private(set) var events: [[ControlEvent]] = []

  init(_ desk: OSCDesk, with peer: ScriptedDesk? = nil) throws {
    loop = try EventLoop(clock: peer?.clock ?? ManualClock())
    peers = peer.map { [$0] } ?? []
    connection = OSCConnection(desk, loop: loop)
  }

  /// A rig with one control, which is started.
  convenience init(_ endpoint: OSCEndpoint = .fader, at desk: ScriptedDesk) throws {
    try self.init(.x32(at: desk), with: desk)
    start(endpoint)
  }

  var control: OSCControl { controls[0] }

  /// Starts one more; its number.
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

  func letGo() { controls = [] }

  /// What the first control told.
  var told: [ControlEvent] { events[0] }
  var log: String { "\(events)" }

  var levels: [Double] {
    told.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }
}

extension OSCDesk {
  /// As `model: x32` makes it, at another port.
  static func x32(at desk: ScriptedDesk) -> OSCDesk {
    var layout = plain(desk.port)
    layout.adopt(.x32)
    layout.port = desk.port
    return layout
  }

  /// One that is not asked, and to which nobody subscribes.
  static func plain(_ port: UInt16) -> OSCDesk {
    OSCDesk(name: "desk", host: "127.0.0.1", port: port)
  }
}

extension OSCEndpoint {
  static let faderAddress = "/ch/01/mix/fader"
  static let onAddress = "/ch/01/mix/on"

  /// Its travel, 0 to 1.
  static let fader = OSCEndpoint(address: faderAddress)

  /// In decibels, with its mute.
  static let strip: OSCEndpoint = {
    var strip = fader
    strip.scale.law = .x32
    strip.scale.range = WireRange(lowest: -90, highest: 10)
    strip.mute = Mute(address: onAddress)
    strip.mute?.muted = 0
    return strip
  }()
}

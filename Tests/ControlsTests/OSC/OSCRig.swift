import Layout
import Linux
import Testing

@testable import Controls

/// Controls over one connection on a loop, and all that they told.
final class OSCRig {
  let loop: EventLoop
  let connection: OSCConnection
  private(set) var controls: [OSCControl] = []
  /// By control.
  private(set) var events: [[ControlEvent]] = []

  init(_ desk: OSCDesk) throws {
    loop = try EventLoop()
    connection = OSCConnection(desk, loop: loop)
  }

  /// A rig with one control, which is started.
  convenience init(_ endpoint: OSCEndpoint = .fader, at desk: ScriptedDesk) throws {
    try self.init(.x32(at: desk))
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

  var levels: [Double] {
    told.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  /// Runs the loop and the desk until it is so; records an issue if it never becomes so.
  func run(
    with desk: ScriptedDesk? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 30_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; told: \(events)", sourceLocation: sourceLocation)
        return
      }
      desk?.serve()
      try loop.runOnce(timeoutMilliseconds: desk == nil ? 20 : 2)
    }
  }

  /// Runs for so long, to see that something does not happen.
  func linger(with desk: ScriptedDesk? = nil, milliseconds: Int64) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end {
      desk?.serve()
      try loop.runOnce(timeoutMilliseconds: 2)
    }
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

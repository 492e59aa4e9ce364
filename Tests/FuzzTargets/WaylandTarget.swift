#if DEBUG || TESTABLE
import Display
import Gesture
import Glibc
import Linux
import Raster
import Touch

@testable import Wayland

extension FuzzTarget {
  /// A session with a compositor that sends events of any kind in any order: first its globals,
  /// then events and what the panel does between them.
  static let wayland = FuzzTarget(name: "wayland", longestInput: 800) { bytes in
    var input = FuzzInput(bytes)
    try WaylandPlay(&input)?.play(&input)
  }
}

/// A session under test and its compositor.
private final class WaylandPlay {
  private let loop: EventLoop
  private let touch = WaylandTouch()
  private let compositor: FakeCompositor
  private let session: Session
  private var frames: [TouchFrame] = []
  private var endCount = 0

  private static let needed: [(interface: String, version: UInt32)] = [
    ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_seat", 5), ("wl_output", 4),
  ]
  private static let optional: [(interface: String, version: UInt32)] = [
    ("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1), ("wp_presentation", 1),
    ("zwp_idle_inhibit_manager_v1", 1), ("zxdg_decoration_manager_v1", 1),
    ("zxdg_output_manager_v1", 2), ("zwlr_layer_shell_v1", 1),
  ]

  /// Returns nil if the system has no descriptors for it.
  init?(_ input: inout FuzzInput) throws {
    let (choice, kind) = (input.byte(), input.byte())
    let globals =
      Self.needed
      + Self.optional.enumerated().filter { choice >> UInt8($0.offset) & 1 != 0 }.map(\.element)
    let path = "/tmp/knobpanel-fuzz-\(getpid())-\(Int.random(in: 0..<1 << 40))"
    guard let compositor = FakeCompositor(globals: globals, path: path) else { return nil }
    self.compositor = compositor
    loop = try EventLoop()
    var options = WaylandOptions()
    options.socket = path
    options.windowSize = PixelSize(width: 60, height: 40)
    options.isFullscreen = kind & 1 != 0
    options.inhibitsIdle = kind & 2 != 0
    if kind & 4 != 0 { options.layer = .top }
    if kind & 8 != 0 { options.output = "A" }
    session = try Session(options: options, loop: loop, touch: touch)
    compositor.accept()
    touch.onFrame = { [unowned self] in frames.append($0) }
    touch.dialAt = { _ in
      WheelDial(
        center: DisplayFraction(x: 0.5, y: 0.5), grip: DisplayFraction(x: 0.5, y: 0.2))
    }
    session.onEnd = { [unowned self] _ in endCount += 1 }
    touch.start()
  }

  func play(_ input: inout FuzzInput) throws {
    // Until it has a window.
    for _ in 0..<4 { serve() }
    while !input.isAtEnd {
      step(&input)
      try check()
    }
    serve()
    try loop.runOnce(timeoutMilliseconds: 0)
    session.close()
    try FuzzTarget.checkContacts(frames)
    try require(endCount <= 1, "the session ended twice")
  }

  private func serve() {
    compositor.serve()
    session.serve()
  }

  private func step(_ input: inout FuzzInput) {
    let kind = input.byte()
    switch kind & 15 {
    case 0...9: sendEvent(&input)
    case 10: present()
    case 11: compositor.send((0..<input.below(24)).map { _ in input.byte() })
    case 12:
      if let registry = compositor.first("wl_registry") {
        compositor.announce(UInt32(input.below(16)), from: registry)
      }
    case 13: configure(&input)
    case 14: touch.cancelAll()
    default: try? loop.runOnce(timeoutMilliseconds: 0)
    }
    // Sometimes several events arrive at once.
    if kind & 16 == 0 { serve() }
  }

  /// Sends any event of any object, with any arguments.
  private func sendEvent(_ input: inout FuzzInput) {
    let ids = compositor.objects.keys.sorted()
    let id = ids[input.below(ids.count)]
    guard let interface = compositor.objects[id], !interface.events.isEmpty else { return }
    let opcode = input.below(interface.events.count)
    compositor.send(
      id, UInt32(opcode), compositor.arguments(of: interface.events[opcode], &input))
  }

  /// Sends the size that lets the panel draw, which most compositors send first.
  private func configure(_ input: inout FuzzInput) {
    let (width, height) = (UInt32(input.byte()), UInt32(input.byte()))
    if let toplevel = compositor.first("xdg_toplevel") {
      compositor.send(toplevel, 0, WireMessage(words: [width, height, 0]))
    }
    if let surface = compositor.first("xdg_surface") {
      compositor.send(surface, 0, WireMessage(words: [7]))
    }
    if let layer = compositor.first("zwlr_layer_surface_v1") {
      compositor.send(layer, 0, WireMessage(words: [7, width, height]))
    }
  }

  private func present() {
    guard let window = session.window, window.isReady else { return }
    let size = window.geometry.pixelSize
    guard size.width * size.height <= 1 << 18, let picture = PixelBuffer(size: size) else { return }
    window.present(picture, damage: Damage(size.bounds), rotation: .none)
    session.flush()
  }

  private func check() throws {
    guard let size = session.window?.geometry.pixelSize else { return }
    try require(
      (1...32768).contains(size.width) && (1...32768).contains(size.height), "a size of \(size)")
  }
}

extension FakeCompositor {
  /// Returns the first object of an interface.
  fileprivate func first(_ interface: String) -> UInt32? {
    objects.filter { $0.value.name == interface }.keys.min()
  }

  fileprivate func arguments(
    of event: InterfaceTable.Message, _ input: inout FuzzInput
  ) -> WireMessage {
    var message = WireMessage()
    for (index, kind) in event.signature.filter({ $0.isLetter }).enumerated() {
      switch kind {
      case "s": message.append(text: text(&input))
      case "a":
        let count = input.below(5)
        message.append(word: UInt32(count * 4))
        for _ in 0..<count { message.append(word: UInt32(input.byte())) }
      case "o": message.append(word: object(event.types[index], &input))
      case "h": break
      default: message.append(word: number(kind, &input))
      }
    }
    return message
  }

  /// Returns a number, mostly a small one; fixed-point numbers have eight fractional bits.
  private func number(_ kind: Character, _ input: inout FuzzInput) -> UInt32 {
    let byte = input.byte()
    if byte >= 200 { return input.word() }
    return kind == "f" ? UInt32(byte) << 8 : UInt32(byte)
  }

  private func text(_ input: inout FuzzInput) -> String {
    let byte = input.byte()
    if byte < 64 { return everyInterface[Int(byte) % everyInterface.count].name }
    return String(decoding: (0..<(byte % 8)).map { _ in input.byte() | 1 }, as: UTF8.self)
  }

  /// Returns an object, mostly of the right kind.
  private func object(_ interface: String?, _ input: inout FuzzInput) -> UInt32 {
    let byte = input.byte()
    if byte >= 240 { return input.word() }
    let fitting = objects.filter { interface == nil || $0.value.name == interface }.keys.sorted()
    return fitting.isEmpty || byte >= 224 ? 0 : fitting[Int(byte) % fitting.count]
  }
}
#endif

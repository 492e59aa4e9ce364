import Glibc
import Linux
import Raster

@testable import Display

/// A machine with cards that can be plugged in and removed.
final class FakeMachine: CardSystem {
  var cards: [(path: String, card: FakeCard)]
  /// Error codes for opening, by path.
  var openErrors: [String: Int32] = [:]
  /// The cards that an earlier run left open, by path.
  var leftOpen: [String: FakeCard] = [:]
  var holders: [String] = []
  /// How often `/proc` would have been read.
  private(set) var holderLookupCount = 0
  private(set) var handler: ((CardEvent) -> Void)?

  init(_ cards: FakeCard...) {
    self.cards = cards.enumerated().map { ("/dev/dri/card\($0.offset)", $0.element) }
  }

  func cards(seat: String) throws(SystemError) -> [String] {
    seat == "seat0" ? cards.map(\.path) : []
  }

  func deviceFile(named name: String) -> String {
    name.contains("/") ? name : "/dev/dri/\(name)"
  }

  func open(_ path: String) throws(SystemError) -> any DRMDevice {
    if let code = openErrors[path] { throw SystemError(call: "open", subject: path, code: code) }
    if let card = leftOpen.removeValue(forKey: path) { return card }
    guard let card = cards.first(where: { $0.path == path })?.card else {
      throw SystemError(call: "open", subject: path, code: ENOENT)
    }
    // The first client to open a card becomes its master.
    if !card.isMasterElsewhere { card.isMaster = true }
    return card
  }

  /// Paths of the cards that are kept open.
  private(set) var kept: [String] = []

  func keep(_ device: any DRMDevice, at path: String) {
    if !kept.contains(path) { kept.append(path) }
  }

  func forget(_ path: String) { kept.removeAll { $0 == path } }

  func group(of path: String) -> String? { "render" }
  func holders(of path: String) -> [String] {
    holderLookupCount += 1
    return holders
  }

  func watch(
    on loop: EventLoop, handler: @escaping (CardEvent) -> Void
  ) throws(SystemError) {
    self.handler = handler
  }

  func unwatch() {
    handler = nil
  }

  func send(_ event: CardEvent) {
    handler?(event)
  }
}

/// A display on a fake machine, on a loop with a manual clock, and the events it reported.
final class Rig {
  let machine: FakeMachine
  let card: FakeCard
  let loop: EventLoop
  let display: KMSDisplay
  let terminal: FakeTerminal?

  /// A separate object, as the display may log after the last use of the rig.
  private final class Record {
    var lines: [String] = []
    var events: [DisplayEvent] = []
  }
  private let record: Record
  private var moment: Int64 = 1_000_000

  init(
    _ machine: FakeMachine, terminal: FakeTerminal? = nil,
    _ change: (inout KMSOptions) -> Void = { _ in }
  ) throws {
    let record = Record()
    var options = KMSOptions()
    options.log = { record.lines.append($0) }
    change(&options)
    let loop = try EventLoop(clock: ManualClock())
    self.machine = machine
    card = try machine.cards.first?.card ?? FakeCard()
    self.loop = loop
    self.record = record
    self.terminal = terminal
    display = try KMSDisplay(options, on: loop, system: machine) { terminal }
    display.onEvent = { record.events.append($0) }
  }

  convenience init(_ change: (inout KMSOptions) -> Void = { _ in }) throws {
    try self.init(FakeMachine(try .ordinary()), change)
  }

  var logged: String { record.lines.joined(separator: "\n") }
  var logLineCount: Int { record.lines.count }

  /// The events delivered so far, without those that the next turn of the loop would deliver.
  var delivered: [DisplayEvent] { record.events }

  /// Returns the events since the last call, with those of the next turn of the loop.
  func takeEvents() -> [DisplayEvent] {
    display.deliverEvents()
    defer { record.events = [] }
    return record.events
  }

  /// Returns the card's calls since the last call.
  func takeJournal() -> [String] {
    defer { card.journal = [] }
    return card.journal
  }

  /// Advances time by a frame: the flip in flight finishes and its event arrives.
  func vblank() throws {
    moment += 20_000
    card.finishFlip(atMicroseconds: moment)
    try loop.runOnce(timeoutMilliseconds: 0)
  }

  /// Returns a picture of the display's size filled with one colour.
  func picture(_ colour: UInt32 = 0x00_11_22_33) throws -> PixelBuffer {
    guard let picture = PixelBuffer(size: display.size) else {
      throw SystemError(call: "picture", code: EINVAL)
    }
    for index in picture.pixels.indices { picture.pixels[index] = colour }
    return picture
  }

  /// Presents a whole picture and waits until it is visible.
  func showAll(_ picture: PixelBuffer) throws {
    display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
    try vblank()
  }
}

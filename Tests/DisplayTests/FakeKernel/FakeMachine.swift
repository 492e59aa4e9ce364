import Glibc
import Linux
import Raster

@testable import Display

/// Cards that can be plugged and pulled.
final class FakeMachine: CardSystem {
  var cards: [(path: String, card: FakeCard)]
  /// Opening fails with this.
  var openErrors: [String: Int32] = [:]
  var holders: [CardHolder] = []
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
    guard let card = cards.first(where: { $0.path == path })?.card else {
      throw SystemError(call: "open", subject: path, code: ENOENT)
    }
    // The first to open a card becomes its master.
    if !card.isMasterElsewhere { card.isMaster = true }
    return card
  }

  /// The cards that stay open, and the calls that changed that.
  private(set) var kept: [String] = []

  func keep(_ device: any DRMDevice, at path: String) {
    if !kept.contains(path) { kept.append(path) }
  }

  func forget(_ path: String) { kept.removeAll { $0 == path } }

  func group(of path: String) -> String? { "render" }
  func holders(of path: String) -> [CardHolder] {
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

  func tell(_ event: CardEvent) {
    handler?(event)
  }
}

/// A display on a machine, on a loop whose time a test advances, and what it told its panel.
final class Rig {
  let machine: FakeMachine
  let card: FakeCard
  let loop: EventLoop
  let display: KMSDisplay
  let terminal: FakeTerminal?

  /// Of its own, as the display may speak after the last use of the rig.
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

  /// The events that were delivered, without what a turn of the loop would add.
  var delivered: [DisplayEvent] { record.events }

  /// The events since the last call, with those that the next turn of the loop delivers.
  func takeEvents() -> [DisplayEvent] {
    display.deliverEvents()
    defer { record.events = [] }
    return record.events
  }

  /// What the card was told since the last call.
  func takeJournal() -> [String] {
    defer { card.journal = [] }
    return card.journal
  }

  /// Lets a frame's time pass, the flip in flight finish and its event arrive.
  func vblank() throws {
    moment += 20_000
    card.finishFlip(atMicroseconds: moment)
    try loop.runOnce(timeoutMilliseconds: 0)
  }

  /// A picture of the display's size filled with one colour.
  func picture(_ colour: UInt32 = 0x00_11_22_33) throws -> PixelBuffer {
    guard let picture = PixelBuffer(size: display.size) else {
      throw SystemError(call: "picture", code: EINVAL)
    }
    for index in picture.pixels.indices { picture.pixels[index] = colour }
    return picture
  }

  /// Presents all of a picture and waits until it is visible.
  func showAll(_ picture: PixelBuffer) throws {
    display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
    try vblank()
  }
}

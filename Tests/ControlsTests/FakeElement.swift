import Glibc
import Linux

@testable import Controls

/// A mixer element in memory, whose descriptor is readable while events are pending.
final class FakeElement: MixerElement {
  enum Call: CaseIterable {
    case handleEvents, shape, read, write, isMuted, setMuted
  }

  /// The part of the mixer that outlives the descriptor, as a sound card does.
  final class Card {
    var mixer: TestMixer
    var channels: [Int]
    /// The mute state; nil without a switch.
    var isMuted: Bool?
    /// The states written to the switch.
    var muteWrites: [Bool] = []
    /// The call that fails next, once; later calls succeed.
    var failing: Call?
    var isPresent = true
    var openCount = 0
    var opened: FakeElement?
    var writes: [[Int]] = []
    /// False while allocations are counted.
    var isRecording = true
    /// The values that reading returns instead of the real ones.
    var staleReading: [Int]?
    /// How the driver changes a written value.
    var coerce: (Int) -> Int = { $0 }

    init(_ mixer: TestMixer, at raw: Int) {
      self.mixer = mixer
      channels = [Int](repeating: raw, count: mixer.shape.channelCount)
    }

    func open() throws(ALSAError) -> any MixerElement {
      openCount += 1
      guard isPresent else { throw .unknownCard("fake", cards: []) }
      let element = FakeElement(self)
      opened = element
      return element
    }

    /// Changes the channels as another program would.
    func change(_ channels: [Int]) {
      self.channels = channels
      opened?.announce()
    }

    /// Changes the switch as another program would.
    func change(isMuted: Bool) {
      self.isMuted = isMuted
      opened?.announce()
    }

    func unplug() {
      isPresent = false
      opened?.hangUp()
    }
  }

  static let injectedError = ALSAError.lost("fake", card: "fake", reason: "injected")

  let descriptors: [Int32]
  private let card: Card
  private var writing: FileDescriptor?
  private let reading: FileDescriptor

  init(_ card: Card) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    precondition(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
    descriptors = [ends[0]]
    self.card = card
  }

  func announce() {
    guard let number = writing?.number else { return }
    var byte: UInt8 = 1
    _ = Glibc.write(number, &byte, 1)
  }

  func hangUp() {
    writing = nil
  }

  func handleEvents() throws(ALSAError) {
    try fail(.handleEvents)
    var bytes: UInt64 = 0
    while Glibc.read(reading.number, &bytes, 8) > 0 {}
  }

  func shape() throws(ALSAError) -> MixerShape {
    try fail(.shape)
    return card.mixer.shape
  }

  func decibels(ofRaw raw: Int) -> Int? {
    card.mixer.decibels(raw)
  }

  func read(into channels: inout [Int]) throws(ALSAError) {
    try fail(.read)
    channels.removeAll(keepingCapacity: true)
    channels.append(contentsOf: card.staleReading ?? card.channels)
  }

  func write(_ channels: [Int]) throws(ALSAError) {
    try fail(.write)
    if card.isRecording { card.writes.append(channels) }
    for index in channels.indices { card.channels[index] = card.coerce(channels[index]) }
    announce()
  }

  func isMuted() throws(ALSAError) -> Bool? {
    try fail(.isMuted)
    return card.isMuted
  }

  func set(isMuted: Bool) throws(ALSAError) {
    try fail(.setMuted)
    card.muteWrites.append(isMuted)
    card.isMuted = isMuted
    announce()
  }

  private func fail(_ call: Call) throws(ALSAError) {
    guard card.failing == call else { return }
    card.failing = nil
    throw FakeElement.injectedError
  }
}

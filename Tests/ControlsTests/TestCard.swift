import CSoundCard
import Glibc
import Testing

@testable import Controls

/// A sound card that exists only in this process, used through the real alsa-lib.
///
/// Not checked by the compiler, because the card is C code, which does its own locking.
final class TestCard: @unchecked Sendable {
  private let card: OpaquePointer

  init() {
    card = sound_card_create()
  }

  deinit {
    sound_card_destroy(card)
  }

  @discardableResult
  func add(
    _ name: String, index: UInt32 = 0, channels: UInt32 = 2, _ range: ClosedRange<Int>,
    decibels: (minimum: Int32, step: Int32, mute: Bool) = (0, 0, false)
  ) -> Int32 {
    sound_card_add(
      card, name, index, channels, range.lowerBound, range.upperBound,
      sound_card_decibels(
        minimum: decibels.minimum, step: decibels.step, mute: decibels.mute ? 1 : 0))
  }

  func mixer() throws(ALSAError) -> ALSAMixer {
    guard let device = sound_card_open(card) else {
      throw SoundCards.failure(toOpen: "Test", -ENODEV, cards: ["Other"], denied: [])
    }
    return try ALSAMixer(owning: device, card: "Test")
  }

  func element(_ name: String) throws(ALSAError) -> ALSAElement {
    try ALSAElement(ElementName(name), of: try mixer())
  }

  subscript(control: Int32, channel: Int) -> Int {
    get { sound_card_value(card, control, UInt32(channel)) }
    set { sound_card_change(card, control, UInt32(channel), newValue) }
  }

  /// The values of the first two channels.
  func pair(_ control: Int32) -> [Int] { [self[control, 0], self[control, 1]] }

  func setRange(_ control: Int32, _ range: ClosedRange<Int>) {
    sound_card_set_range(card, control, range.lowerBound, range.upperBound)
  }

  func remove(_ control: Int32) { sound_card_remove(card, control) }
  func restore(_ control: Int32) { sound_card_restore(card, control) }
  func unplug() { sound_card_unplug(card) }
  func plugIn() { sound_card_plug_in(card) }
  /// Makes every read and write of a value block until `release`.
  func hang() { sound_card_hang(card, 1) }
  func release() { sound_card_hang(card, 0) }
  /// The number of calls that block now.
  var hangingCount: Int { Int(sound_card_hanging_count(card)) }
  func failWrites(_ error: Int32) { sound_card_fail_writes(card, error) }
  var writeCount: Int { Int(sound_card_write_count(card)) }
  var openCount: Int { Int(sound_card_open_count(card)) }

  /// Waits until another thread has changed the card so that a condition holds; returns false on a
  /// timeout.
  func wait(until condition: () -> Bool) -> Bool {
    var seen: UInt = 0
    while !condition() {
      let count = sound_card_wait(card, seen, Int32(Patience.seconds))
      // Nothing has happened in all that time.
      if count == seen { return condition() }
      seen = count
    }
    return true
  }
}

/// The volumes of all channels of a target relative to its loudest one; pure.
///
/// Kept while the target moves, also through 0: what was read there says nothing about balance. The
/// streams of one application are balanced like the channels of one.
///
/// | what is read                               | balance                                    |
/// |--------------------------------------------|--------------------------------------------|
/// | first, or of other channels, at 0          | all channels equal                         |
/// | what this balance makes of a level, also 0 | kept: reading it would add rounding errors |
/// | anything else                              | as it is read                              |
struct PulseBalance {
  /// Volumes in the right proportion; the loudest is not 0.
  private(set) var entries: [PulseEntry] = []

  /// The level of what was read, 0…; more than 1 if it is amplified.
  static func level(of entries: [PulseEntry]) -> Double {
    Double(loudest(of: entries)) / PulseVolume.full
  }

  private static func loudest(of entries: [PulseEntry]) -> UInt32 {
    var loudest: UInt32 = 0
    for entry in entries { loudest = max(loudest, entry.volume.loudest) }
    return loudest
  }

  /// Whether these are the same sinks, sources or streams.
  func isOf(_ read: [PulseEntry]) -> Bool {
    guard read.count == entries.count else { return false }
    for index in read.indices where read[index].index != entries[index].index { return false }
    return true
  }

  /// Whether what was read has this balance.
  func explains(_ read: [PulseEntry]) -> Bool {
    guard isOf(read) else { return false }
    let factor = Double(Self.loudest(of: read)) / Double(Self.loudest(of: entries))
    for index in read.indices
    where !entries[index].volume.scaled(by: factor).isNear(read[index].volume) { return false }
    return true
  }

  /// Adopts the balance of what was read.
  mutating func learn(_ read: [PulseEntry]) {
    guard !explains(read) else { return }
    let isSilent = Self.loudest(of: read) == 0
    entries = read
    guard isSilent else { return }
    for index in entries.indices { entries[index].volume = entries[index].volume.leveled() }
  }

  /// The volume of one of the entries at a level.
  func volume(of index: Int, at level: Double) -> PulseVolume {
    let factor = level * PulseVolume.full / Double(max(Self.loudest(of: entries), 1))
    return entries[index].volume.scaled(by: factor)
  }
}

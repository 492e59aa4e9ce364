/// The volumes of all channels of a target relative to the loudest one; does no I/O.
///
/// Kept while the level changes, even through 0, where the balance cannot be read. The streams of
/// one application are balanced like channels.
///
/// | reading                                     | balance                                       |
/// |---------------------------------------------|-----------------------------------------------|
/// | the first one, or of other channels, at 0   | all channels equal                            |
/// | matches this balance at some level, even 0  | kept: adopting it would add rounding errors   |
/// | any other                                   | adopted                                       |
struct PulseBalance {
  /// Volumes in the right proportion; the loudest is never 0.
  private(set) var entries: [PulseEntry] = []

  /// Returns the level of a reading, from 0; more than 1 if it is amplified.
  static func level(of entries: [PulseEntry]) -> Double {
    Double(loudest(of: entries)) / PulseVolume.full
  }

  private static func loudest(of entries: [PulseEntry]) -> UInt32 {
    var loudest: UInt32 = 0
    for entry in entries { loudest = max(loudest, entry.volume.loudest) }
    return loudest
  }

  /// Whether a reading is of the same sinks, sources or streams.
  func hasSameItems(as read: [PulseEntry]) -> Bool {
    guard read.count == entries.count else { return false }
    for index in read.indices where read[index].index != entries[index].index { return false }
    return true
  }

  /// Whether a reading has this balance.
  func matches(_ read: [PulseEntry]) -> Bool {
    guard hasSameItems(as: read) else { return false }
    let factor = Double(Self.loudest(of: read)) / Double(Self.loudest(of: entries))
    for index in read.indices
    where !entries[index].volume.scaled(by: factor).isNear(read[index].volume) { return false }
    return true
  }

  /// Adopts the balance of a reading.
  mutating func learn(_ read: [PulseEntry]) {
    guard !matches(read) else { return }
    let isSilent = Self.loudest(of: read) == 0
    entries = read
    guard isSilent else { return }
    for index in entries.indices { entries[index].volume = entries[index].volume.leveled() }
  }

  /// Returns the volume of an entry at a level.
  func volume(of index: Int, at level: Double) -> PulseVolume {
    let factor = level * PulseVolume.full / Double(max(Self.loudest(of: entries), 1))
    return entries[index].volume.scaled(by: factor)
  }
}

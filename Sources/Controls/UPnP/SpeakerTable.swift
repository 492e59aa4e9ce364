internal import Linux

/// The devices that have announced themselves, with their descriptions, and when each may be described;
/// pure.
///
/// A device is an id at a machine: what one machine says changes nothing of what is known of another.
///
/// | the device is    | announced                        | says good-bye | needs room: goes as    |
/// |------------------|----------------------------------|---------------|------------------------|
/// | unknown          | is described                     |               |                        |
/// | being described  |                                  |               | third                  |
/// | not described    | is described after `Retry`'s wait |              | first                  |
/// | described        | is found; elsewhere: described again | is left, then not described | second |
///
/// Of each kind goes the one that was heard of longest ago, and those that are needed go last. So a
/// device that comes and goes a thousand times a second is found a few times a minute, and a thousand
/// invented ones take the place of none that is needed.
struct SpeakerTable {
  /// The most devices.
  static let limit = 64
  /// The most that are described at a time.
  static let pendingLimit = 32
  /// A description is not fetched again earlier.
  static let refreshMicroseconds: Int64 = 5_000_000

  /// A device at a machine.
  struct Key: Hashable {
    var id: String
    var host: String
  }

  struct Entry {
    /// Where its description is.
    var location: HTTPAddress
    var device: UPnPDevice?
    /// Whether it is being described.
    var isPending = true
    /// Whether it was announced before it may be described.
    var isWaiting = false
    var earliestMicroseconds: Int64 = .min
    var retry = Retry()
    var heardAtMicroseconds: Int64 = 0
    var expiresAtMicroseconds: Int64 = .max

    /// The order in which entries go.
    fileprivate var rank: Int { isPending ? 2 : device != nil ? 1 : 0 }
  }

  enum Step: Equatable {
    case nothing
    /// Its description has to be fetched, and that of the others need not.
    case describe(Key, HTTPAddress, insteadOf: [Key])
    case found(UPnPDevice)
    case left(UPnPDevice)
  }

  private(set) var entries: [Key: Entry] = [:]

  /// The devices that are described.
  var devices: [(device: UPnPDevice, location: HTTPAddress)] {
    entries.values.compactMap { entry in entry.device.map { ($0, entry.location) } }
      .sorted { ($0.0.name, $0.0.id, $0.1.host) < ($1.0.name, $1.0.id, $1.1.host) }
  }

  /// When to call `takeDue`; nil if no device waits to be described.
  var wakeMicroseconds: Int64? {
    entries.values.filter(\.isWaiting).map(\.earliestMicroseconds).min()
  }

  /// A message was heard.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: The time of any clock in microseconds.
  ///   - needed: The ids of the devices that are needed; only called if there is no room.
  /// - Returns: What has to be done.
  mutating func hear(
    _ message: SSDPMessage, atMicroseconds now: Int64, needed: () -> Set<String>
  ) -> Step {
    let key = Key(id: message.id, host: message.sender)
    switch message.kind {
    case .byebye: return leave(key, atMicroseconds: now).map(Step.left) ?? .nothing
    case .alive(let location):
      let gone = entries[key] == nil ? makeRoom(atMicroseconds: now, needed: needed) : []
      var entry = entries[key] ?? Entry(location: location, isPending: false)
      defer { entries[key] = entry }
      entry.heardAtMicroseconds = now
      entry.expiresAtMicroseconds = now + message.ageSeconds * 1_000_000
      if let device = entry.device, entry.location == location { return .found(device) }
      if entry.isPending, entry.location == location { return .nothing }
      entry.location = location
      guard now >= entry.earliestMicroseconds, !entry.isPending else {
        entry.isWaiting = true
        return .nothing
      }
      (entry.isPending, entry.isWaiting) = (true, false)
      return .describe(key, location, insteadOf: gone)
    }
  }

  /// The descriptions to fetch now.
  mutating func takeDue(atMicroseconds now: Int64) -> [(key: Key, location: HTTPAddress)] {
    var due: [(key: Key, location: HTTPAddress)] = []
    for (key, entry) in entries
    where entry.isWaiting && !entry.isPending && entry.earliestMicroseconds <= now {
      entries[key]?.isWaiting = false
      entries[key]?.isPending = true
      due.append((key, entry.location))
    }
    return due
  }

  /// A description was fetched; nil for none that can be used.
  mutating func didDescribe(_ key: Key, as device: UPnPDevice?, atMicroseconds now: Int64) {
    guard var entry = entries[key] else { return }
    entry.isPending = false
    entry.device = device
    if device != nil {
      entry.retry.didOpen(atMicroseconds: now)
      entry.earliestMicroseconds = now + Self.refreshMicroseconds
    } else {
      entry.earliestMicroseconds = entry.retry.nextMicroseconds(now: now)
    }
    entries[key] = entry
  }

  /// A device did not work; it is described anew when it is announced again.
  mutating func forget(_ device: UPnPDevice, atMicroseconds now: Int64) {
    for (key, entry) in entries
    where entry.device?.id == device.id && key.host == device.control.host {
      _ = leave(key, atMicroseconds: now)
    }
  }

  private mutating func leave(_ key: Key, atMicroseconds now: Int64) -> UPnPDevice? {
    guard var entry = entries[key], let device = entry.device else { return nil }
    entry.device = nil
    entry.isWaiting = false
    entry.earliestMicroseconds = entry.retry.nextMicroseconds(now: now)
    entries[key] = entry
    return device
  }

  /// Makes room for one more to describe; returns those that went.
  private mutating func makeRoom(
    atMicroseconds now: Int64, needed: () -> Set<String>
  ) -> [Key] {
    let pendingCount = entries.values.count(where: \.isPending)
    guard entries.count >= Self.limit || pendingCount >= Self.pendingLimit else { return [] }
    let needed = needed()
    let before = entries.keys
    entries = entries.filter {
      $0.value.isPending || $0.value.expiresAtMicroseconds > now || needed.contains($0.key.id)
    }
    if pendingCount >= Self.pendingLimit { removeFirst(needed: needed, where: \.isPending) }
    if entries.count >= Self.limit { removeFirst(needed: needed) { _ in true } }
    return before.filter { entries[$0] == nil }
  }

  /// Removes the first to go of some.
  private mutating func removeFirst(
    needed: Set<String>, where isMeant: (Entry) -> Bool
  ) {
    let first = entries.filter { isMeant($0.value) }.min {
      let (a, b) = (needed.contains($0.key.id) ? 3 : 0, needed.contains($1.key.id) ? 3 : 0)
      return (a + $0.value.rank, $0.value.heardAtMicroseconds)
        < (b + $1.value.rank, $1.value.heardAtMicroseconds)
    }
    if let first { entries[first.key] = nil }
  }
}

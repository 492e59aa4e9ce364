internal import Linux

/// The devices that have announced themselves, their descriptions, and when to fetch these.
///
/// Does no I/O. A device is an ID at a host: messages of one host do not affect the devices of
/// another.
///
/// | device          | on announcement                     | on byebye             | removed |
/// |-----------------|-------------------------------------|-----------------------|---------|
/// | unknown         | is described                        |                       |         |
/// | being described |                                     |                       | third   |
/// | not described   | is described after `Retry`'s delay  |                       | first   |
/// | described       | is found; if moved, described again | left, then not described | second |
///
/// If the table is full, a device is removed in this order. In each group, the one that has been
/// silent longest is removed first; devices in use are removed last of all. So a device that comes
/// and goes a thousand times a second is found a few times a minute, and a thousand forged devices
/// displace none in use.
struct SpeakerTable {
  /// The maximum number of devices.
  static let limit = 64
  /// The maximum number of devices being described at a time.
  static let pendingLimit = 32
  /// The minimum time between fetches of a description.
  static let refreshMicroseconds: Int64 = 5_000_000

  /// A device at a host.
  struct Key: Hashable {
    var id: String
    var host: String
  }

  struct Entry {
    /// The URL of its description.
    var location: HTTPAddress
    var device: UPnPDevice?
    /// Whether its description is being fetched.
    var isPending = true
    /// Whether it waits for its description to be fetched.
    var isWaiting = false
    var earliestMicroseconds: Int64 = .min
    var retry = Retry()
    var lastMessageMicroseconds: Int64 = 0
    var expiresAtMicroseconds: Int64 = .max

    /// The order of removal.
    fileprivate var rank: Int { isPending ? 2 : device != nil ? 1 : 0 }
  }

  enum Step: Equatable {
    case nothing
    /// Fetch its description, and cancel fetching the others.
    case describe(Key, HTTPAddress, insteadOf: [Key])
    case found(UPnPDevice)
    case left(UPnPDevice)
  }

  private(set) var entries: [Key: Entry] = [:]

  /// The described devices.
  var devices: [(device: UPnPDevice, location: HTTPAddress)] {
    entries.values.compactMap { entry in entry.device.map { ($0, entry.location) } }
      .sorted { ($0.0.name, $0.0.id, $0.1.host) < ($1.0.name, $1.0.id, $1.1.host) }
  }

  /// When to call `takeDue`; nil if no device is waiting.
  var wakeMicroseconds: Int64? {
    entries.values.filter(\.isWaiting).map(\.earliestMicroseconds).min()
  }

  /// Processes a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: The time of any clock, in microseconds.
  ///   - needed: Returns the IDs of the devices in use; called only if the table is full.
  /// - Returns: The step to take.
  mutating func receive(
    _ message: SSDPMessage, atMicroseconds now: Int64, needed: () -> Set<String>
  ) -> Step {
    let key = Key(id: message.id, host: message.sender)
    switch message.kind {
    case .byebye: return leave(key, atMicroseconds: now).map(Step.left) ?? .nothing
    case .alive(let location):
      let removed = entries[key] == nil ? makeRoom(atMicroseconds: now, needed: needed) : []
      var entry = entries[key] ?? Entry(location: location, isPending: false)
      defer { entries[key] = entry }
      entry.lastMessageMicroseconds = now
      entry.expiresAtMicroseconds = now + message.ageSeconds * 1_000_000
      if let device = entry.device, entry.location == location { return .found(device) }
      if entry.isPending, entry.location == location { return .nothing }
      entry.location = location
      guard now >= entry.earliestMicroseconds, !entry.isPending else {
        entry.isWaiting = true
        return .nothing
      }
      (entry.isPending, entry.isWaiting) = (true, false)
      return .describe(key, location, insteadOf: removed)
    }
  }

  /// Returns the descriptions to fetch now.
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

  /// Stores a fetched description; nil if it is missing or unusable.
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

  /// Drops the description of a device that failed; its next announcement has it fetched again.
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

  /// Makes room for one more device; returns the devices removed.
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

  /// Removes the first device, in the order of removal, that meets a condition.
  private mutating func removeFirst(
    needed: Set<String>, where condition: (Entry) -> Bool
  ) {
    let first = entries.filter { condition($0.value) }.min {
      let (a, b) = (needed.contains($0.key.id) ? 3 : 0, needed.contains($1.key.id) ? 3 : 0)
      return (a + $0.value.rank, $0.value.lastMessageMicroseconds)
        < (b + $1.value.rank, $1.value.lastMessageMicroseconds)
    }
    if let first { entries[first.key] = nil }
  }
}

internal import NIOCore

/// The connections that have not shown yet that they are authorized, up to a limit.
///
/// A client with the token sends it with its first request, and is authorized from then on.
/// Connections that send nothing are closed in favour of new ones, those of the address with the
/// most first.
struct UnauthorizedConnections {
  private struct Entry {
    let channel: any Channel
    let address: String
  }

  private let limit: Int
  /// The oldest first.
  private var entries: [Entry] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a connection; returns the one to be closed for it, if any.
  mutating func add(_ channel: any Channel) -> (any Channel)? {
    let excess = entries.count >= limit ? removeOldest() : nil
    entries.append(
      Entry(channel: channel, address: channel.remoteAddress?.ipAddress ?? ""))
    return excess
  }

  /// Removes a connection that is closed, or is authorized.
  mutating func remove(_ channel: any Channel) {
    entries.removeAll { $0.channel === channel }
  }

  /// Removes the oldest connection of the address that has the most.
  mutating func removeOldest() -> (any Channel)? {
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry.address, default: 0] += 1 }
    let most = counts.values.max()
    guard let index = entries.firstIndex(where: { counts[$0.address] == most }) else {
      return nil
    }
    return entries.remove(at: index).channel
  }
}

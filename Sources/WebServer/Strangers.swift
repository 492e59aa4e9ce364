internal import NIOCore

/// The connections that have not shown yet that they are authorized, up to a limit.
///
/// A client with the token sends it with its first request, and then is no stranger. Connections
/// that send nothing are closed in favour of new ones, those of the address with the most first.
struct Strangers {
  private struct Stranger {
    let channel: any Channel
    let address: String
  }

  private let limit: Int
  /// The oldest first.
  private var strangers: [Stranger] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a connection; returns the one to be closed for it, if any.
  mutating func add(_ channel: any Channel) -> (any Channel)? {
    let excess = strangers.count >= limit ? removeOldest() : nil
    strangers.append(
      Stranger(channel: channel, address: channel.remoteAddress?.ipAddress ?? ""))
    return excess
  }

  /// Removes a connection that is closed, or is no stranger any more.
  mutating func remove(_ channel: any Channel) {
    strangers.removeAll { $0.channel === channel }
  }

  /// Removes the oldest connection of the address that has the most.
  mutating func removeOldest() -> (any Channel)? {
    var counts: [String: Int] = [:]
    for stranger in strangers { counts[stranger.address, default: 0] += 1 }
    let most = counts.values.max()
    guard let index = strangers.firstIndex(where: { counts[$0.address] == most }) else {
      return nil
    }
    return strangers.remove(at: index).channel
  }
}

/// The connections that the controls of one back end share; each exists as long as a control uses
/// it.
struct ConnectionPool<Key: Hashable, Connection: AnyObject> {
  private struct Entry {
    weak var connection: Connection?
  }

  private var entries: [Key: Entry] = [:]

  /// Returns the connection in use for a key, or else a new one.
  mutating func connection(to key: Key, make: () -> Connection) -> Connection {
    if let connection = entries[key]?.connection { return connection }
    let connection = make()
    entries = entries.filter { $0.value.connection != nil }
    entries[key] = Entry(connection: connection)
    return connection
  }
}

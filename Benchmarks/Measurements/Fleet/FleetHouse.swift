internal import Linux
internal import Synchronization

/// A scripted Home Assistant for many panels: one number that all of them drive, beside other
/// entities, on a thread of its own.
///
/// Like Home Assistant it answers each call, and then sends the new state to all subscriptions; it
/// does so ten times a second at most.
public final class FleetHouse {
  /// The number that panels drive.
  public static let entity = "input_number.fleet"

  /// What it has received and sent.
  public struct Counts: Hashable, Sendable {
    /// The handshakes.
    public var connections = 0
    /// The accepted tokens, subscriptions, queries of the registry of entities, and calls.
    public var tokens = 0
    public var subscriptions = 0
    public var registryQueries = 0
    public var calls = 0
    /// Requests of other kinds.
    public var others = 0
    /// The events sent, each to one subscription.
    public var events = 0
  }

  /// What its thread shares.
  final class Shared: Sendable {
    let counts = Mutex<Counts>(Counts())
    let value = Mutex<Double>(50)
    let isStopped = Atomic<Bool>(false)
  }

  let shared: Shared
  private let worker: Worker
  /// The port on 127.0.0.1 at which it listens.
  public let port: UInt16

  /// Starts it.
  ///
  /// - Parameter count: The number of other entities in its registry.
  /// - Throws: `FleetError` or `SystemError` if it cannot listen.
  public init(otherEntities count: Int) throws {
    let shared = Shared()
    let listening = try FleetSocket.listening()
    port = FleetSocket.port(of: listening)
    self.shared = shared
    worker = try Worker {
      FleetHouseServer(listening, otherEntities: count, shared).run()
    }
  }

  deinit {
    shared.isStopped.store(true, ordering: .relaxed)
    worker.join(withinMilliseconds: 5000)
  }

  /// What it has received and sent until now.
  public var counts: Counts { shared.counts.withLock { $0 } }

  /// The value of the number.
  public var value: Double { shared.value.withLock { $0 } }
}

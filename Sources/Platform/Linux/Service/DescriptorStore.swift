/// Keeps a file descriptor open after this program exits, in the service manager
/// (file-descriptor-store(7)).
///
/// One is kept at a time. The manager closes it when the service is stopped and not started again.
public final class DescriptorStore {
  private let manager: ServiceManager
  private var passed: PassedDescriptors
  /// The names stored by the manager, including those of taken descriptors.
  private var kept: Set<String>

  /// Creates a store with what an earlier run of the service kept.
  public init(_ manager: ServiceManager, passed: PassedDescriptors = PassedDescriptors()) {
    self.manager = manager
    self.passed = passed
    kept = Set(passed.names)
  }

  /// Returns the descriptor that an earlier run kept under a name, once; nil if there is none.
  public func takeDescriptor(named name: String) -> FileDescriptor? {
    passed.takeDescriptor(named: name)
  }

  /// Keeps a descriptor, and no others.
  public func keep(_ descriptor: Int32, name: String) {
    for other in kept.sorted() where other != name { remove(other) }
    if kept.insert(name).inserted { manager.store(descriptor, name: name) }
  }

  /// Stops keeping the descriptor with a name.
  public func remove(_ name: String) {
    if kept.remove(name) != nil { manager.removeStored(name: name) }
  }
}

internal import Glibc
internal import Linux
internal import Udev

/// The graphics cards of this machine.
final class UdevCards: CardSystem {
  private let udev: UdevDatabase
  private let access: DeviceAccess
  private let store: DescriptorStore?
  private var monitor: UdevMonitor?

  /// - Parameters:
  ///   - access: How to open the cards.
  ///   - store: Keeps cards open after this program exits; nil to keep none.
  /// - Throws: An error if libudev runs out of memory.
  init(access: DeviceAccess, store: DescriptorStore? = nil) throws(SystemError) {
    self.access = access
    self.store = store
    udev = try UdevDatabase()
  }

  func cards(seat: String) throws(SystemError) -> [String] {
    var paths: [String] = []
    // Not render nodes (renderD128). Connectors (card0-HDMI-A-1) match but have no device file.
    try udev.forEachDevice(of: "drm", named: "card[0-9]*") { device in
      if let path = device.node, device.seat == seat { paths.append(path) }
    }
    return paths
  }

  func deviceFile(named name: String) -> String {
    let path = name.contains("/") ? name : "/dev/dri/\(name)"
    return (try? FilePath.resolved(path)) ?? path
  }

  func open(_ path: String) throws(SystemError) -> any DRMDevice {
    let name = Self.name(of: path)
    if let kept = store?.takeDescriptor(named: name) {
      if Self.isDevice(kept.number, at: path) { return LinuxDRMDevice(takingOver: kept) }
      // The kernel renumbers cards at boot and when one is plugged in.
      store?.remove(name)
    }
    return try LinuxDRMDevice(opening: path, by: access)
  }

  func keep(_ device: any DRMDevice, at path: String) {
    store?.keep(device.descriptor, name: Self.name(of: path))
  }

  func forget(_ path: String) { store?.remove(Self.name(of: path)) }

  /// Returns the last part of the path, such as `card0`.
  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  private static func isDevice(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_rdev == named.st_rdev
  }

  func group(of path: String) -> String? { FilePath.group(of: path) }

  func holders(of path: String) -> [String] { ProcessList.holders(of: path) }

  // MARK: Events

  func watch(
    on loop: EventLoop, handler: @escaping (CardEvent) -> Void
  ) throws(SystemError) {
    // Without a running udevd, as in a small container, only the kernel sends events.
    let isDaemonRunning = Glibc.access("/run/udev/control", F_OK) == 0
    monitor = try UdevMonitor(of: "drm", from: isDaemonRunning ? .daemon : .kernel, on: loop) {
      [weak self] in self?.receive(handler)
    }
  }

  func unwatch() { monitor = nil }

  private func receive(_ handler: (CardEvent) -> Void) {
    // The handler may call `unwatch`.
    Self.receiveAll({ if monitor != nil { handler($0) } }) {
      monitor?.next(Self.event) ?? .nothing
    }
  }

  /// Passes on pending events, each distinct one once.
  ///
  /// Checking a cable takes milliseconds, and a loose one may cause many events. Removed cards come
  /// first, because others may have replaced them. Lost events are reported once, after the rest.
  static func receiveAll(
    _ handler: (CardEvent) -> Void, next: () -> UdevMessages<CardEvent>.Reception
  ) {
    let (events, isComplete) = UdevMessages.collect(next)
    var removed: [CardEvent] = []
    var others: [CardEvent] = []
    for event in events {
      if case .removed = event {
        if !removed.contains(event) { removed.append(event) }
      } else if !others.contains(event) {
        others.append(event)
      }
    }
    for event in removed + others { handler(event) }
    if !isComplete { handler(.missed) }
  }

  private static func event(of device: borrowing UdevDevice) -> CardEvent? {
    guard let path = device.node, let action = device.action else { return nil }
    switch action {
    case "add": return .added(path)
    case "remove": return .removed(path)
    case "change": return device.property("HOTPLUG") == "1" ? .changed(path) : nil
    default: return nil
    }
  }
}

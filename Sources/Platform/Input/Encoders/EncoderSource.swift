public import Gesture
public import Linux

/// A change of the encoder, wheel and key devices.
public enum EncoderEvent: Hashable, Sendable {
  /// A device was opened.
  case added(name: String, node: String)
  /// A used device was unplugged.
  case removed(name: String)
  /// A device is missing or unusable; the text says which one, why, and what to do.
  case trouble(String)
}

/// The encoders, wheels and keys that turn knobs, read from their event devices (evdev).
///
/// libinput has no events for `REL_DIAL` or for `REL_X` of a device that is not a mouse, so the
/// devices are read directly. They may come and go at any time. Only the named ones are opened, and
/// none is grabbed: other programs receive their events, too.
///
/// Set the closures, then call `start` and `watch`.
public final class EncoderSource {
  /// Called with the index of a watched input, its action, and the time.
  public var onAction: (Int, EncoderAction, Timestamp) -> Void = { _, _, _ in }
  /// Called when a device was added or removed, or is unusable.
  public var onEvent: (EncoderEvent) -> Void = { _ in }

  private let system: any EncoderSystem
  private let loop: EventLoop
  private var inputs: [EncoderInput] = []
  private var open: [EncoderDevice] = []
  /// The last reported reasons why devices are not open, by their names in the layout.
  private var reportedProblems: [String: String] = [:]
  /// The reports about missing axes.
  private var reportedAxes: Set<String> = []
  private var isSuspended = false
  private var isStarted = false

  /// Creates a source for the devices of a seat.
  ///
  /// - Parameters:
  ///   - seat: The seat's name, such as `seat0`.
  ///   - access: How to open device nodes.
  ///   - loop: The loop that watches them.
  public convenience init(
    seat: String = "seat0", access: DeviceAccess = .direct, loop: EventLoop
  ) {
    self.init(UdevEncoders(seat: seat, access: access), loop: loop)
  }

  init(_ system: any EncoderSystem, loop: EventLoop) {
    self.system = system
    self.loop = loop
  }

  deinit {
    close()
    system.unwatch()
  }

  /// Reads these inputs from now on, and no others.
  public func watch(_ inputs: [EncoderInput]) {
    guard inputs != self.inputs else { return }
    self.inputs = inputs
    reportedProblems = reportedProblems.filter { name, _ in inputs.contains { $0.device == name } }
    reportedAxes.removeAll()
    if !inputs.isEmpty { start() }
    follow()
  }

  /// Closes the devices until `resume`: their effects would not be visible.
  public func suspend() {
    isSuspended = true
    close()
  }

  /// Opens the devices again.
  public func resume() {
    guard isSuspended else { return }
    isSuspended = false
    follow()
  }

  private static let absence =
    "is not connected; it is used once plugged in (`knobpanel devices` lists the connected ones)"

  /// Starts monitoring devices; not called for panels without encoders.
  private func start() {
    guard !isStarted else { return }
    isStarted = true
    do throws(SystemError) {
      try system.watch(on: loop) { [unowned self] in follow() }
    } catch {
      onEvent(.trouble("input devices that are plugged in later will not be found: \(error)"))
    }
  }

  private func close() {
    for device in open { loop.unwatch(device.descriptor) }
    open.removeAll()
  }

  /// Opens the devices that are now available, and closes those no longer needed.
  private func follow() {
    guard !isSuspended else { return }
    let found = inputs.isEmpty ? [] : system.devices()
    for device in open where !inputs.contains(where: { device.description.matches($0.device) }) {
      remove(device)
    }
    for (name, inputs) in named() {
      let matches = found.filter { $0.matches(name) }
      if matches.isEmpty { reportProblem(Self.absence, of: name) }
      for match in matches where hasAxes(match, name: name, inputs) {
        if !open.contains(where: { $0.description.node == match.node }) {
          openDevice(match, name: name)
        }
      }
    }
  }

  /// Returns the inputs of each device, in layout order.
  private func named() -> [(name: String, inputs: [EncoderInput])] {
    var names: [String] = []
    for input in inputs where !names.contains(input.device) { names.append(input.device) }
    return names.map { name in (name, inputs.filter { $0.device == name }) }
  }

  /// Reports an axis that a device lacks; returns whether it has at least one of the needed axes.
  private func hasAxes(
    _ description: EncoderDescription, name: String, _ inputs: [EncoderInput]
  ) -> Bool {
    let missing = inputs.filter { !description.axes.contains($0.axis) }
    if let axis = missing.first?.axis.rawValue {
      let has = description.axes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let text = "input device “\(name)” has no `\(axis)`; available: \(has)"
      if reportedAxes.insert(text).inserted { onEvent(.trouble(text)) }
    }
    return missing.count < inputs.count
  }

  private func openDevice(_ description: EncoderDescription, name: String) {
    do throws(SystemError) {
      let device = try system.open(description)
      try loop.watch(device.descriptor, for: .readable) { [unowned self, unowned device] _ in
        read(device)
      }
      open.append(device)
      reportedProblems[name] = nil
      onEvent(.added(name: description.name, node: description.node))
    } catch {
      // The session is not active: the source will be resumed when it is.
      if error.isTemporary { return }
      let remedy =
        error.code == SystemError.accessDenied && error.call == "open"
        ? "; add the user to the group input (sudo usermod -aG input USER) and log in again" : ""
      reportProblem("cannot be opened: \(error)\(remedy)", of: name)
    }
  }

  private func reportProblem(_ text: String, of name: String) {
    guard reportedProblems[name] != text else { return }
    reportedProblems[name] = text
    onEvent(.trouble("input device “\(name)” \(text)"))
  }

  private func read(_ device: EncoderDevice) {
    do throws(SystemError) {
      try device.read { axis, action, time in
        for (index, input) in inputs.enumerated()
        where device.description.matches(input.device) && (axis == nil || axis == input.axis) {
          onAction(index, action, time)
        }
      }
    } catch {
      remove(device)
      // Reported here, so the next search must not report it again.
      for input in inputs where device.description.matches(input.device) {
        reportedProblems[input.device] = Self.absence
      }
      if error.isRemoval {
        onEvent(.removed(name: device.description.name))
      } else {
        onEvent(
          .trouble("input device “\(device.description.name)” can no longer be read: \(error)"))
      }
    }
  }

  private func remove(_ device: EncoderDevice) {
    guard let index = open.firstIndex(where: { $0 === device }) else { return }
    loop.unwatch(device.descriptor)
    open.remove(at: index)
  }
}

internal import CPulse

/// Receives the answer to one query at a time; created once per control.
final class PulseReader {
  enum Answer: Equatable {
    /// The result is in `entries`, or in `names`.
    case found
    /// There is no item of that name.
    case missing
  }

  /// The maximum number of streams or names; others are omitted, because a server may have
  /// thousands.
  static let limit = 64

  /// The items found, in the server's order.
  private(set) var entries: [PulseEntry] = []
  /// The names of all items, if they were queried; always for streams.
  private(set) var names: [String] = []
  /// Whether a matching stream has a volume that cannot be set.
  private(set) var hasFixed = false
  /// Whether a volume outside the protocol's range was received.
  private(set) var hasInvalidVolume = false
  private(set) var isUnderway = false
  /// Called with each answer.
  var onAnswer: (Answer) -> Void = { _ in }

  /// The application whose streams to select; nil for other targets.
  private var application: String?
  /// The library that reads the streams' properties.
  private var library: PulseLibrary?
  private var operation: OpaquePointer?
  private var cancel: (OpaquePointer) -> Void = { _ in }

  /// Begins a query; the answer to an earlier one is dropped.
  ///
  /// - Parameters:
  ///   - application: The application whose streams to select; nil for other targets.
  ///   - library: The library that reads the streams' properties.
  func begin(application: String? = nil, library: PulseLibrary? = nil) {
    end()
    entries.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    (hasFixed, hasInvalidVolume) = (false, false)
    self.application = application
    self.library = library
    isUnderway = true
  }

  /// Takes ownership of the operation; `cancel` cancels and releases it.
  func takeOwnership(of operation: OpaquePointer?, cancel: @escaping (OpaquePointer) -> Void) {
    guard let operation else { return }
    guard isUnderway else { return cancel(operation) }
    (self.operation, self.cancel) = (operation, cancel)
  }

  /// Drops the query; no answer follows.
  func end() {
    isUnderway = false
    guard let operation else { return }
    self.operation = nil
    cancel(operation)
  }

  func add(_ entry: PulseEntry) {
    guard entry.volume.isValid else { return hasInvalidVolume = true }
    if entries.count < Self.limit { entries.append(entry) }
  }

  func add(name: String) {
    if names.count < Self.limit, !names.contains(name) { names.append(name) }
  }

  func addFixed() { hasFixed = true }

  func finish(_ answer: Answer) {
    guard isUnderway else { return }
    end()
    onAnswer(answer)
  }
}

/// The callbacks of libpulse.
extension PulseReader {
  var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ data: UnsafeMutableRawPointer?) -> PulseReader? {
    data.map { Unmanaged<PulseReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// libpulse ends a list with 1, or with a negative number if there is none.
  private func finish(endOfList: Int32) { finish(endOfList > 0 ? .found : .missing) }

  static let sink: pa_sink_info_cb_t = { _, info, end, data in
    guard let reader = of(data) else { return }
    guard end == 0, let info = info?.pointee else { return reader.finish(endOfList: end) }
    reader.add(
      PulseEntry(
        index: info.index, volume: PulseVolume(info.volume), isMuted: info.mute != 0))
  }

  static let source: pa_source_info_cb_t = { _, info, end, data in
    guard let reader = of(data) else { return }
    guard end == 0, let info = info?.pointee else { return reader.finish(endOfList: end) }
    reader.add(
      PulseEntry(
        index: info.index, volume: PulseVolume(info.volume), isMuted: info.mute != 0))
  }

  static let sinkName: pa_sink_info_cb_t = { _, info, end, data in
    guard let reader = of(data) else { return }
    guard end == 0, let info else { return reader.finish(endOfList: end) }
    if let name = info.pointee.name { reader.add(name: String(cString: name)) }
  }

  static let sourceName: pa_source_info_cb_t = { _, info, end, data in
    guard let reader = of(data) else { return }
    guard end == 0, let info else { return reader.finish(endOfList: end) }
    if let name = info.pointee.name { reader.add(name: String(cString: name)) }
  }

  static let stream: pa_sink_input_info_cb_t = { _, info, end, data in
    guard let reader = of(data) else { return }
    guard end == 0, let info = info?.pointee else { return reader.finish(endOfList: end) }
    reader.addStream(
      PulseEntry(index: info.index, volume: PulseVolume(info.volume), isMuted: info.mute != 0),
      isFixed: info.has_volume == 0 || info.volume_writable == 0,
      application: reader.library?.text(PA_PROP_APPLICATION_NAME, of: info.proplist),
      binary: reader.library?.text(PA_PROP_APPLICATION_PROCESS_BINARY, of: info.proplist))
  }
}

extension PulseReader {
  /// Adds a stream, if it belongs to the application.
  ///
  /// - Parameters:
  ///   - entry: The stream.
  ///   - isFixed: Whether its volume cannot be set.
  ///   - application: Its `application.name`.
  ///   - binary: Its `application.process.binary`.
  func addStream(_ entry: PulseEntry, isFixed: Bool, application: String?, binary: String?) {
    if let name = application ?? binary { add(name: name) }
    guard let wanted = self.application, wanted == application || wanted == binary else { return }
    if isFixed { addFixed() } else { add(entry) }
  }
}

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
extension PulseReader: CallbackReceiver {
  static let sink: pa_sink_info_cb_t = { _, info, end, data in
    of(data)?.receive(info?.pointee, end) { $0.add(PulseEntry($1.index, $1.volume, $1.mute)) }
  }

  static let source: pa_source_info_cb_t = { _, info, end, data in
    of(data)?.receive(info?.pointee, end) { $0.add(PulseEntry($1.index, $1.volume, $1.mute)) }
  }

  static let sinkName: pa_sink_info_cb_t = { _, info, end, data in
    of(data)?.receive(info?.pointee, end) { $0.add(name: $1.name) }
  }

  static let sourceName: pa_source_info_cb_t = { _, info, end, data in
    of(data)?.receive(info?.pointee, end) { $0.add(name: $1.name) }
  }

  static let stream: pa_sink_input_info_cb_t = { _, info, end, data in
    of(data)?.receive(info?.pointee, end) { reader, info in
      reader.addStream(
        PulseEntry(info.index, info.volume, info.mute),
        isFixed: info.has_volume == 0 || info.volume_writable == 0,
        application: reader.library?.text(PA_PROP_APPLICATION_NAME, of: info.proplist),
        binary: reader.library?.text(PA_PROP_APPLICATION_PROCESS_BINARY, of: info.proplist))
    }
  }

  /// libpulse ends a list with 1, or with a negative number if there is none.
  private func receive<Info>(_ info: Info?, _ end: Int32, _ add: (PulseReader, Info) -> Void) {
    if end == 0, let info { add(self, info) } else { finish(end > 0 ? .found : .missing) }
  }

  private func add(name: UnsafePointer<CChar>?) {
    if let name { add(name: String(cString: name)) }
  }
}

extension PulseEntry {
  fileprivate init(_ index: UInt32, _ volume: pa_cvolume, _ mute: Int32) {
    self.init(index: index, volume: PulseVolume(volume), isMuted: mute != 0)
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

internal import CPulse
internal import Linux

/// Reads the list of a server's items once.
final class PulseListReader: CallbackReceiver {
  /// The maximum number of items of each kind; others are omitted.
  private static let limit = 64
  private static let queryCount = 4

  private(set) var list = PulseList()
  private let library: PulseLibrary
  private var session: PulseSession?
  private var answerCount = 0
  private var defaultSink = ""
  private var defaultSource = ""
  private var counts: [String: Int] = [:]

  /// Creates a reader, not yet started; must not outlive the loop.
  init(_ library: PulseLibrary, server: String?, loop: EventLoop) {
    self.library = library
    session = PulseSession(library, server: server, loop: loop) { [unowned self] event in
      process(event)
    }
  }

  deinit {
    session?.close()
  }

  var isDone: Bool { list.problem != nil || answerCount == Self.queryCount }

  func start() {
    session?.start()
  }

  private func process(_ event: PulseSession.Event) {
    switch event {
    case .opened: queryAll()
    case .failed(let error): list.problem = error.description
    case .changed: break
    }
  }

  private func queryAll() {
    let data = pointer
    // The order matters: the server answers queries in order.
    session?.query { functions, context in
      functions.pa_context_get_server_info(
        context, { _, info, data in PulseListReader.of(data)?.receive(info?.pointee) }, data)
    }
    session?.query { functions, context in
      functions.pa_context_get_sink_info_list(
        context,
        { _, info, end, data in
          PulseListReader.of(data)?.receive(info?.pointee, end) { $0.add(sink: $1) }
        }, data)
    }
    session?.query { functions, context in
      functions.pa_context_get_source_info_list(
        context,
        { _, info, end, data in
          PulseListReader.of(data)?.receive(info?.pointee, end) { $0.add(source: $1) }
        }, data)
    }
    session?.query { functions, context in
      functions.pa_context_get_sink_input_info_list(
        context,
        { _, info, end, data in
          PulseListReader.of(data)?.receive(info?.pointee, end) { $0.add(stream: $1) }
        }, data)
    }
  }

  private func receive<Info>(_ info: Info?, _ end: Int32, _ add: (PulseListReader, Info) -> Void) {
    if end == 0, let info { add(self, info) } else { answerCount += 1 }
  }

  private func receive(_ info: pa_server_info?) {
    answerCount += 1
    let name = Self.text(info?.server_name)
    let version = Self.text(info?.server_version)
    list.server = [name, version].compactMap { $0 }.joined(separator: " ")
    defaultSink = Self.text(info?.default_sink_name) ?? ""
    defaultSource = Self.text(info?.default_source_name) ?? ""
  }

  private func add(sink info: pa_sink_info) {
    guard let name = Self.text(info.name) else { return }
    add(
      .sink(name), Self.text(info.description) ?? name, info.volume, info.mute,
      isDefault: name == defaultSink)
  }

  private func add(source info: pa_source_info) {
    // Skip monitors: the volume of a sink's monitor is not that of an input.
    guard let name = Self.text(info.name), info.monitor_of_sink == UInt32.max else { return }
    add(
      .source(name), Self.text(info.description) ?? name, info.volume, info.mute,
      isDefault: name == defaultSource)
  }

  private func add(stream info: pa_sink_input_info) {
    let application =
      library.text(PA_PROP_APPLICATION_NAME, of: info.proplist)
      ?? library.text(PA_PROP_APPLICATION_PROCESS_BINARY, of: info.proplist)
    guard let application, info.has_volume != 0, info.volume_writable != 0 else { return }
    let target = PulseTarget.stream(application: application)
    guard !list.items.contains(where: { $0.target == target }) else { return }
    add(target, Self.text(info.name) ?? application, info.volume, info.mute, isDefault: false)
  }

  private func add(
    _ target: PulseTarget, _ description: String, _ volume: pa_cvolume, _ mute: Int32,
    isDefault: Bool
  ) {
    counts[target.noun, default: 0] += 1
    guard counts[target.noun] ?? 0 <= Self.limit else { return }
    list.items.append(
      PulseList.Item(
        target: target, description: description,
        level: Double(PulseVolume(volume).loudest) / PulseVolume.full, isMuted: mute != 0,
        isDefault: isDefault))
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

internal import CPulse
internal import Linux

/// One connection to a server, from its beginning to its end (pa_context).
///
/// No events follow a failure or `close`.
final class PulseSession: CallbackReceiver {
  enum Event {
    case opened
    case changed(PulseChange)
    case failed(PulseError)
  }

  /// The time limit for a server to accept the connection.
  static let openMicroseconds: Int64 = 5_000_000

  private let library: PulseLibrary
  private let server: String?
  private let main: PulseMainLoop
  private let onEvent: (Event) -> Void
  private var context: OpaquePointer?
  private var isOpen = false
  private var openAlarm: Alarm?

  private var functions: CPulseFunctions { library.functions }

  init(
    _ library: PulseLibrary, server: String?, loop: EventLoop,
    openMicroseconds: Int64 = PulseSession.openMicroseconds,
    onEvent: @escaping (Event) -> Void
  ) {
    self.library = library
    self.server = server
    self.onEvent = onEvent
    main = PulseMainLoop(loop: loop)
    openAlarm = loop.makeAlarm { [unowned self] in fail(.silent(server: server)) }
    openAlarm?.set(afterMicroseconds: openMicroseconds)
  }

  deinit {
    close()
  }

  /// Starts to connect; the result is an event, which may occur before this returns.
  func start() {
    let properties = functions.pa_proplist_new()
    defer { functions.pa_proplist_free(properties) }
    _ = functions.pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "knobpanel")
    context = functions.pa_context_new_with_proplist(main.api, nil, properties)
    guard let context else { return fail(.noContext) }
    functions.pa_context_set_state_callback(
      context, { _, data in PulseSession.of(data)?.didChangeState() }, pointer)
    functions.pa_context_set_subscribe_callback(
      context, { _, event, index, data in PulseSession.of(data)?.didChange(event, index) }, pointer)
    // Without autospawn: a panel must not start a server, in the worst case as another user.
    guard functions.pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      return failed()
    }
  }

  /// Closes the connection; queries in progress are not answered.
  func close() {
    openAlarm?.cancel()
    openAlarm = nil
    guard let context else { return }
    self.context = nil
    functions.pa_context_set_state_callback(context, nil, nil)
    functions.pa_context_set_subscribe_callback(context, nil, nil)
    functions.pa_context_disconnect(context)
    functions.pa_context_unref(context)
  }

  // MARK: Events

  private func didChangeState() {
    guard let context else { return }
    switch functions.pa_context_get_state(context) {
    case PA_CONTEXT_READY: didOpen()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: failed()
    default: break
    }
  }

  private func didOpen() {
    isOpen = true
    openAlarm?.set(atMicroseconds: nil)
    let mask =
      PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue
      | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
    release(
      functions.pa_context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
    onEvent(.opened)
  }

  private func failed() {
    let code = functions.pa_context_errno(context)
    let reason = library.reason(code)
    if isOpen { return fail(.lost(server: server, reason: reason)) }
    if code == Int32(PA_ERR_ACCESS.rawValue) || code == Int32(PA_ERR_AUTHKEY.rawValue) {
      return fail(.denied(server: server))
    }
    // For a missing socket, libpulse reports alternately a refused connection and an invalid
    // argument.
    let isInvalid = code == Int32(PA_ERR_INVALID.rawValue)
    let refused = library.reason(Int32(PA_ERR_CONNECTIONREFUSED.rawValue))
    fail(.unreachable(server: server, reason: isInvalid ? refused : reason, .current))
  }

  private func fail(_ error: PulseError) {
    close()
    onEvent(.failed(error))
  }

  private func didChange(_ event: pa_subscription_event_type_t, _ index: UInt32) {
    if let change = PulseChange(event, index) { onEvent(.changed(change)) }
  }

  // MARK: Queries and commands

  func read(_ target: PulseTarget, by reader: PulseReader) {
    guard isOpen, let context else { return }
    reader.begin()
    switch target {
    case .sink(let name):
      let name = target.isDefault ? "@DEFAULT_SINK@" : name
      assign(
        functions.pa_context_get_sink_info_by_name(context, name, PulseReader.sink, reader.pointer),
        reader)
    case .source(let name):
      let name = target.isDefault ? "@DEFAULT_SOURCE@" : name
      assign(
        functions.pa_context_get_source_info_by_name(
          context, name, PulseReader.source, reader.pointer), reader)
    case .stream(let application): readStreams(of: application, by: reader, in: context)
    }
  }

  func readNames(like target: PulseTarget, by reader: PulseReader) {
    guard isOpen, let context else { return }
    reader.begin()
    switch target {
    case .sink:
      assign(
        functions.pa_context_get_sink_info_list(context, PulseReader.sinkName, reader.pointer),
        reader)
    case .source:
      assign(
        functions.pa_context_get_source_info_list(context, PulseReader.sourceName, reader.pointer),
        reader)
    case .stream(let application): readStreams(of: application, by: reader, in: context)
    }
  }

  private func readStreams(
    of application: String, by reader: PulseReader, in context: OpaquePointer
  ) {
    reader.begin(application: application, library: library)
    assign(
      functions.pa_context_get_sink_input_info_list(context, PulseReader.stream, reader.pointer),
      reader)
  }

  func setVolume(_ volume: PulseVolume, of index: UInt32, _ target: PulseTarget) {
    guard isOpen, let context else { return }
    var raw = volume.raw
    switch target {
    case .sink:
      release(functions.pa_context_set_sink_volume_by_index(context, index, &raw, nil, nil))
    case .source:
      release(functions.pa_context_set_source_volume_by_index(context, index, &raw, nil, nil))
    case .stream:
      release(functions.pa_context_set_sink_input_volume(context, index, &raw, nil, nil))
    }
  }

  func setMute(_ isMuted: Bool, of index: UInt32, _ target: PulseTarget) {
    guard isOpen, let context else { return }
    let mute: Int32 = isMuted ? 1 : 0
    switch target {
    case .sink:
      release(functions.pa_context_set_sink_mute_by_index(context, index, mute, nil, nil))
    case .source:
      release(functions.pa_context_set_source_mute_by_index(context, index, mute, nil, nil))
    case .stream:
      release(functions.pa_context_set_sink_input_mute(context, index, mute, nil, nil))
    }
  }

  /// Sends any other query; libpulse owns the operation until it ends.
  func query(_ body: (CPulseFunctions, OpaquePointer) -> OpaquePointer?) {
    guard isOpen, let context else { return }
    release(body(functions, context))
  }

  private func assign(_ operation: OpaquePointer?, _ reader: PulseReader) {
    reader.takeOwnership(of: operation, cancel: cancelOperation)
  }

  private lazy var cancelOperation: (OpaquePointer) -> Void = { [functions] operation in
    functions.pa_operation_cancel(operation)
    functions.pa_operation_unref(operation)
  }

  /// Releases an operation; the command itself continues.
  private func release(_ operation: OpaquePointer?) {
    if let operation { functions.pa_operation_unref(operation) }
  }
}

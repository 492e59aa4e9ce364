internal import Layout
internal import Linux

/// Drives a file that holds a value, and reports when another program, or the kernel, changes it.
///
/// It never writes at the start or when the file comes back; instead it reports what the file holds.
/// The file is opened for each access, so that one that is replaced is followed. What the file makes
/// of the last value, such as a lower one, is reported a moment after it.
///
/// | file system               | changes are seen                          |
/// |---------------------------|-------------------------------------------|
/// | of this machine           | by inotify(7), at once                    |
/// | sysfs, proc, of a network | the same, and by looking every second     |
///
/// Its calls may block, so it must run on the thread of a `ControlWorker`. `stop` it before the loop
/// ends.
final class FileControl: Control {
  static let writeIntervalMicroseconds: Int64 = 50_000
  /// When what became of a value is looked at.
  static let settlingMicroseconds: Int64 = 300_000
  /// How often a file is looked at whose changes are not all reported.
  static let pollMicroseconds: Int64 = 1_000_000
  /// How long a file may be empty, as one is that is about to be written.
  static let emptyMicroseconds: Int64 = 100_000

  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }

  private let settings: FileSettings
  private let loop: EventLoop

  /// Nil while the file cannot be reached.
  private var file: ValueFile?
  /// As in the settings, with the range that the file has.
  private var value: ValueText
  /// What the knob shows; nil if unknown.
  private var shown: Double?
  /// What the file held last.
  private var lastText: [UInt8]?
  private var lastWriteMicroseconds = Int64.min
  private var emptySinceMicroseconds: Int64?
  /// Whether the last report was that there is no level.
  private var isUnknown = false
  private var isPolled = false
  private var reason: String?
  private var complaints = Complaints()
  private var watch: FileWatch?

  private var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)
  private var retry = Retry()
  private var writeAlarm: Alarm?
  private var lookAlarm: Alarm?
  private var retryAlarm: Alarm?

  init(_ settings: FileSettings, loop: EventLoop) {
    name = Self.name(of: settings)
    self.settings = settings
    self.loop = loop
    value = settings.value
  }

  deinit {
    stop()
  }

  /// The name of the target in messages.
  static func name(of settings: FileSettings) -> String { "file \(settings.path)" }

  func open() throws(FileError) {
    let file = try ValueFile(matching: settings.path)
    _ = try file.read()
    try checkPermission(of: file)
  }

  func start() {
    guard retryAlarm == nil else { return }
    writeAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { write(level) }
    }
    lookAlarm = loop.makeAlarm { [unowned self] in look() }
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  func set(level: Double, isFinal: Bool) {
    guard file != nil, level.isFinite, shown != nil || settings.use.isOnOff else { return }
    guard !settings.isReadOnly else {
      // The knob returns to what is there.
      if isFinal, let shown { onEvent(.level(shown)) }
      return
    }
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { write(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if isFinal, !settings.use.isOnOff, let shown,
      abs(shown - value.rounded(level)) <= value.tolerance,
      let real = CoarseTarget.shown(shown, for: level)
    {
      onEvent(.level(real))
    }
  }

  func stop() {
    forget()
    for alarm in [writeAlarm, lookAlarm, retryAlarm] { alarm?.cancel() }
    (writeAlarm, lookAlarm, retryAlarm) = (nil, nil, nil)
    reason = nil
  }

  // MARK: Finding it

  private func connect() {
    do throws(FileError) {
      let file = try ValueFile(matching: settings.path)
      // Before it is read, so that no change is missed.
      watch = FileWatch(file.path, loop: loop) { [unowned self] in look() }
      let text = try file.read()
      try checkPermission(of: file)
      self.file = file
      value = settings.value
      if settings.usesMaximum, let maximum = file.maximum {
        let isLimited = value.range.isLimited
        value.range = WireRange(lowest: 0, highest: maximum)
        value.range.isLimited = isLimited
        value.decimals = 0
      }
      isPolled = watch == nil || !FilePath.reportsChanges(of: file.path)
      reason = nil
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      take(text)
      setLookAlarm()
    } catch {
      lose(error)
    }
  }

  private func checkPermission(of file: ValueFile) throws(FileError) {
    guard settings.isReadOnly || file.isWritable else {
      throw .notPermitted(path: file.path, toWrite: true)
    }
  }

  private func lose(_ error: FileError) {
    forget()
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    guard reason != error.description else { return }
    reason = error.description
    onEvent(.offline(reason: error.description))
  }

  private func forget() {
    (file, watch, shown, lastText, emptySinceMicroseconds) = (nil, nil, nil, nil, nil)
    isUnknown = false
    lastWriteMicroseconds = .min
    throttle.dropHeld()
    for alarm in [writeAlarm, lookAlarm, retryAlarm] { alarm?.set(atMicroseconds: nil) }
  }

  // MARK: Reading

  /// Looks at the file, unless what became of a value is not yet certain.
  private func look() {
    guard let file else { return }
    let now = loop.nowMicroseconds
    defer { setLookAlarm() }
    guard
      lastWriteMicroseconds == .min
        || now - lastWriteMicroseconds >= Self.settlingMicroseconds
    else { return }
    lastWriteMicroseconds = .min
    do throws(FileError) {
      take(try file.read())
    } catch {
      lose(error)
    }
  }

  private func setLookAlarm() {
    guard file != nil else { return }
    let now = loop.nowMicroseconds
    var due: [Int64] = []
    if lastWriteMicroseconds != .min {
      due.append(lastWriteMicroseconds + Self.settlingMicroseconds)
    }
    if let emptySinceMicroseconds, now - emptySinceMicroseconds < Self.emptyMicroseconds {
      due.append(emptySinceMicroseconds + Self.emptyMicroseconds)
    }
    if due.isEmpty, isPolled { due.append(now + Self.pollMicroseconds) }
    lookAlarm?.set(atMicroseconds: due.min())
  }

  /// Takes what the file holds.
  private func take(_ text: [UInt8]) {
    let now = loop.nowMicroseconds
    if text.trimmed.isEmpty {
      // Others write as a shell does: first they empty it.
      let since = emptySinceMicroseconds ?? now
      emptySinceMicroseconds = since
      guard now - since >= Self.emptyMicroseconds else { return }
    } else {
      emptySinceMicroseconds = nil
    }
    guard text != lastText else { return }
    lastText = text
    switch value.read(text) {
    case .level(let level): take(level)
    case .text(let text): onEvent(.text(text))
    case .offline: unknown("it says that its value is not available")
    case .unknown: unknown("it says that its value is not known")
    case .noLevel(let why), .unreadable(let why): didNotRead(text, .unreadable, why)
    case .outOfRange(let why): didNotRead(text, .outOfRange, why)
    }
  }

  /// Text for a label; for all else nonsense, which changes nothing.
  private func didNotRead(_ text: [UInt8], _ kind: Complaints.Kind, _ why: String) {
    if settings.use == .readOut, !text.trimmed.isEmpty { return onEvent(.text(text.shownText())) }
    // Until there is a level, that is why there is none; another one of its kind is no news.
    if shown == nil, !isUnknown {
      _ = complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds)
      return unknown(why)
    }
    complain(kind, "\(settings.path): \(why)")
  }

  /// Reports a problem, unless one of its kind was reported lately.
  private func complain(_ kind: Complaints.Kind, _ reason: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onEvent(.unreadable(reason: reason))
  }

  private func take(_ level: Double) {
    if let shown, abs(shown - level) <= value.tolerance { return }
    (shown, isUnknown) = (level, false)
    // A level that waits: the panel goes to this one, which came after it.
    throttle.dropHeld()
    writeAlarm?.set(atMicroseconds: nil)
    onEvent(.level(level))
  }

  private func unknown(_ why: String) {
    (shown, isUnknown) = (nil, true)
    throttle.dropHeld()
    onEvent(.unknown(reason: "\(settings.path): \(why)"))
  }

  // MARK: Writing

  private func write(_ level: Double) {
    guard let file else { return }
    let level = value.rounded(level)
    // A push does the same each time.
    if settings.use != .push, let shown, abs(shown - level) <= value.tolerance { return }
    do throws(FileError) {
      try file.write(value.text(for: level))
      shown = level
      lastText = nil
      lastWriteMicroseconds = loop.nowMicroseconds
    } catch {
      guard case .refused = error else { return lose(error) }
      onEvent(.unreadable(reason: error.description))
      // The knob returns to what is there.
      (shown, lastText) = (nil, nil)
      lastWriteMicroseconds = .min
      look()
    }
    setLookAlarm()
  }
}

internal import Layout
internal import Linux

/// Drives a file that holds a value, and reports changes by other programs or the kernel.
///
/// At startup and when the file reappears, it reports the value and never writes. The file is
/// opened for each access, so that a replaced file is followed. If the file holds a value other
/// than the one written, such as a lower one, it is reported a moment later.
///
/// | file system              | changes are detected                 |
/// |--------------------------|--------------------------------------|
/// | local                    | by inotify(7), at once               |
/// | sysfs, proc, network     | also by polling, every second        |
///
/// Its calls may block, so it must run on the thread of a `ControlWorker`. Call `stop` before the
/// loop ends.
final class FileControl: ExchangeControl {
  static let pace = Pace(
    writeMicroseconds: 50_000, reportMicroseconds: 0, settleMicroseconds: 300_000)
  /// The polling interval of a file whose changes are not all reported.
  static let pollMicroseconds: Int64 = 1_000_000
  /// How long a file may be empty, as it is just before it is rewritten.
  static let emptyMicroseconds: Int64 = 100_000

  let name: String

  private let settings: FileSettings
  private let loop: EventLoop
  let runner: ExchangeRunner

  /// Nil while the file is unavailable.
  private var file: ValueFile?
  /// The format from the settings, with the file's own range.
  private var value: ValueText
  /// The file's last content.
  private var lastText: [UInt8]?
  private var emptySinceMicroseconds: Int64?
  private var isPolled = false
  private var watch: FileWatch?

  private var retry = Retry()
  private var readAlarm: Alarm?
  private var retryAlarm: Alarm?

  init(_ settings: FileSettings, loop: EventLoop) {
    name = Self.name(of: settings)
    self.settings = settings
    self.loop = loop
    value = settings.value
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace, scale: LevelExchange.Scale(settings.value), use: settings.use,
        isReadOnly: settings.isReadOnly),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// Returns the target's name in messages.
  static func name(of settings: FileSettings) -> String { "file \(settings.path)" }

  func open() throws(FileError) {
    let file = try ValueFile(matching: settings.path)
    _ = try file.read()
    try checkPermission(of: file)
  }

  func start() {
    guard !runner.isRunning else { return }
    runner.start()
    readAlarm = loop.makeAlarm { [unowned self] in readFile() }
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  func stop() {
    runner.stop()
    forget()
    for alarm in [readAlarm, retryAlarm] { alarm?.cancel() }
    (readAlarm, retryAlarm) = (nil, nil)
  }

  // MARK: Finding it

  private func connect() {
    do throws(FileError) {
      let file = try ValueFile(matching: settings.path)
      // Watch before the first read, so that no change is missed.
      watch = watch(file.path)
      let text = try file.read()
      try checkPermission(of: file)
      self.file = file
      value = settings.value
      if settings.usesMaximum, let maximum = file.maximum {
        value.range.adopt(WireRange(lowest: 0, highest: maximum))
        value.decimals = 0
      }
      isPolled = watch == nil || !FilePath.reportsChanges(of: file.path)
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      runner.update { [value] exchange, now in
        exchange.use(LevelExchange.Scale(value))
        return exchange.found(.answers, at: now)
      }
      process(text)
      setReadAlarm()
    } catch {
      lose(error)
    }
  }

  /// Watches the file; nil if the kernel's limits are reached.
  private func watch(_ path: String) -> FileWatch? {
    guard let watch = try? FileWatch(on: loop, onChange: { [unowned self] _ in readFile() }) else {
      return nil
    }
    return (try? watch.watch(files: [path])) == nil ? nil : watch
  }

  private func checkPermission(of file: ValueFile) throws(FileError) {
    guard settings.isReadOnly || file.isWritable else {
      throw .notPermitted(path: file.path, toWrite: true)
    }
  }

  private func lose(_ error: FileError) {
    forget()
    retry.set(retryAlarm, now: loop.nowMicroseconds)
    runner.update { exchange, _ in exchange.lost(.offline(reason: error.description)) }
  }

  private func forget() {
    (file, watch, lastText, emptySinceMicroseconds) = (nil, nil, nil, nil)
    for alarm in [readAlarm, retryAlarm] { alarm?.set(atMicroseconds: nil) }
  }

  // MARK: Reading

  /// Reads the file.
  private func readFile() {
    guard let file else { return }
    defer { setReadAlarm() }
    do throws(FileError) {
      process(try file.read())
    } catch {
      lose(error)
    }
  }

  private func setReadAlarm() {
    guard file != nil else { return }
    let now = loop.nowMicroseconds
    if let emptySinceMicroseconds, now - emptySinceMicroseconds < Self.emptyMicroseconds {
      readAlarm?.set(atMicroseconds: emptySinceMicroseconds + Self.emptyMicroseconds)
    } else {
      readAlarm?.set(atMicroseconds: isPolled ? now + Self.pollMicroseconds : nil)
    }
  }

  /// Processes the file's content.
  private func process(_ text: [UInt8]) {
    let now = loop.nowMicroseconds
    if text.trimmed.isEmpty {
      // Others write like a shell, which first empties the file.
      let since = emptySinceMicroseconds ?? now
      emptySinceMicroseconds = since
      guard now - since >= Self.emptyMicroseconds else { return }
    } else {
      emptySinceMicroseconds = nil
    }
    guard text != lastText else { return }
    lastText = text
    let reading = value.read(text)
    runner.update { exchange, now in
      switch reading {
      case .level(let level): exchange.read(level, requestedAt: now, at: now)
      case .text(let text): exchange.reported(text: text, at: now)
      case .offline: unknown("its value is unavailable", &exchange, now)
      case .unknown: unknown("its value is unknown", &exchange, now)
      // For a label, anything but a number is text.
      case _ where settings.use == .readOut:
        exchange.reported(text: text.shownText(), at: now)
      case .noLevel(let why), .unreadable(let why):
        exchange.misread(.unreadable, aboutFile(why), isAnswer: true, at: now)
      case .outOfRange(let why):
        exchange.misread(.outOfRange, aboutFile(why), isAnswer: true, at: now)
      }
    }
  }

  private func unknown(
    _ why: String, _ exchange: inout LevelExchange, _ now: Int64
  ) -> LevelExchange.Effects {
    exchange.reported(none: .unknown(reason: aboutFile(why)), at: now)
  }

  private func aboutFile(_ why: String) -> String { "\(settings.path): \(why)" }
}

extension FileControl {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    guard let file else { return nil }
    do throws(FileError) {
      try file.write(value.text(for: write.number))
      lastText = nil
      setReadAlarm()
    } catch {
      didFailToWrite(error)
    }
    return nil
  }

  private func didFailToWrite(_ error: FileError) {
    guard case .refused = error else { return lose(error) }
    onEvent(.unreadable(reason: error.description))
    lastText = nil
    // The knob returns to the file's value.
    runner.update { exchange, _ in exchange.refused() }
  }

  /// Does nothing: a file has no mute.
  func write(isMuted: Bool) -> UInt16? { nil }

  func read() {
    // The last content may have been read too early to count.
    lastText = nil
    readFile()
  }
}

extension LevelExchange.Scale {
  /// Creates the scale of values written as text, whose numbers are levels.
  init(_ value: ValueText) {
    self.init(
      number: { value.rounded($0) }, level: { $0 }, tolerance: value.tolerance)
  }
}

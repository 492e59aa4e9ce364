internal import Display
internal import Diagnostics
package import Layout
package import Linux
package import Logging
internal import Panel
internal import Program

/// Reloads the layout of a running panel whenever one of its files is saved, and lays it out again for
/// a display whose size or resolution is another.
///
///     files ─▶ watch ─▶ a thread reads, lays out, draws ─▶ application: shows the layout or its fault
///
/// Fingers turn knobs of the layout before until all of the next one is there.
///
/// | # | files | result |
/// |---|---|---|
/// | 1 | valid | shown |
/// | 2 | has errors, cannot be read, or names a file that cannot be used | fault shown and logged |
/// | 3 | one is missing, for less than 2 s | none: it is probably being saved |
/// | 4 | one is missing for longer | as row 2 |
/// | 4a | saved while they are read | what was read is shown, then they are read again |
/// | 4b | read for a display that is another by then | laid out again, as they were read |
///
/// | # | display | result |
/// |---|---|---|
/// | 5 | measures the same as before | none |
/// | 6 | measures something else | the layout, as it was read last, is laid out for it and shown |
/// | 7 | as 6, the layout has errors there | fault shown; so is the last good layout, laid out for it |
///
/// Rows 6 and 7 read no file again: what was saved meanwhile is shown when it is due.
package final class Reloader {
  /// The layout file.
  package let path: String
  private let application: Application
  private unowned let loop: EventLoop
  private let watch: LayoutWatch?
  private let log: Logger
  private let scope: FileScope?
  private let run: @Sendable (LayoutTask) -> sending LayoutTask.Outcome
  private var alarm: Alarm?
  private var askedAlarm: Alarm?
  private var task: BackgroundTask<LayoutTask.Outcome>?
  private var checking: BackgroundTask<LayoutReading>?
  /// What is to be read once that of `task` is shown; nil for nothing.
  private var next: Reading?
  /// Those who wait for the layout that is read, and for the one after it.
  private var waiting: [() -> Void] = []
  private var waitingForNext: [() -> Void] = []
  private var waitingForCheck: [(LayoutReading) -> Void] = []
  private var nextAskedMicroseconds: Int64 = 0
  /// The files that the layout is known to consist of.
  private var files: [String]
  /// What they said when they were read last, and when they gave the layout that is shown; nil if
  /// there is none.
  private var latest: LayoutSources
  private var shown: LayoutSources?
  /// The line of the last fault; empty if there was none since a layout was shown.
  private var reported = ""
  /// The display for which they were read.
  private var measure: DisplayMeasure
  /// What was read last, and why it is not shown; nil if it is.
  private(set) var latestReading: LayoutReading
  private(set) var fault: LayoutFault?
  /// Called after each reading, with the fault because of which its layout is not shown; nil if it is.
  package var onReading: (LayoutReading, LayoutFault?) -> Void = { _, _ in }
  /// How the layout is shown instead of as it says.
  package var preferences = LayoutPreferences() {
    didSet { if preferences != oldValue { layOutAgain() } }
  }

  /// One reading of the files, from when it is asked for until its result is shown.
  private struct Reading {
    /// Whether a missing file may be one that is being saved.
    var waitsForMissingFiles: Bool
    /// How often the files were read because they name others.
    var attempts = 1
    /// Those that are not read again.
    var sources = LayoutSources()
  }

  /// How long a save or a deployment may leave a file missing.
  private static let absenceMicroseconds: Int64 = 2_000_000
  private static let maximumReadings = 4
  /// The time between two readings that others ask for.
  private static let askedPauseMicroseconds: Int64 = 1_000_000
  /// Debug builds take more of it than a thread has by default.
  private static let stackBytes = 8 << 20

  /// Watches the file at `path` and those that were read with it in `reading`, whose result the
  /// application shows.
  ///
  /// With `watches` false it reloads only when `reload()` is called. Of what the layout names, only what
  /// is in `scope` is opened; nil for all.
  package convenience init(
    path: String, reading: LayoutReading, application: Application, loop: EventLoop, watches: Bool,
    scope: FileScope? = nil, log: Logger
  ) {
    self.init(
      path: path, reading: reading, application: application, loop: loop, watches: watches,
      scope: scope, log: log, run: { $0.run() })
  }

  /// As above; `run` is called on a thread for each reading.
  init(
    path: String, reading: LayoutReading, application: Application, loop: EventLoop, watches: Bool,
    scope: FileScope? = nil, log: Logger,
    run: @escaping @Sendable (LayoutTask) -> sending LayoutTask.Outcome
  ) {
    self.run = run
    self.path = path
    self.scope = scope
    self.application = application
    self.log = log
    self.loop = loop
    files = reading.files
    latest = reading.sources
    latestReading = reading
    if case .failure(let error) = reading.result { fault = error }
    if case .success = reading.result { shown = reading.sources }
    measure = DisplayMeasure(of: application.display)
    watch = watches ? LayoutWatch(loop: loop) : nil
    alarm = loop.makeAlarm { [unowned self] in reload(waitsForMissingFiles: false) }
    askedAlarm = loop.makeAlarm { [unowned self] in
      nextAskedMicroseconds = loop.nowMicroseconds + Self.askedPauseMicroseconds
      reload()
    }
    watch?.onChange = { [unowned self] in reload(waitsForMissingFiles: true) }
    application.onDisplayChange = { [unowned self] in displayChanged() }
    application.reloader = self
    watchFiles()
  }

  deinit {
    application.onDisplayChange = {}
    alarm?.cancel()
    askedAlarm?.cancel()
  }

  /// Reads the file and shows the result, whether it has changed or not.
  ///
  /// - Parameter done: Called when that is shown, or its fault.
  package func reload(done: (() -> Void)? = nil) {
    if let done {
      if task == nil { waiting.append(done) } else { waitingForNext.append(done) }
    }
    reload(waitsForMissingFiles: false)
  }

  /// As `reload()`, for those who may ask at any rate: at most once a second, for all who ask meanwhile.
  func reloadInTime() {
    guard askedAlarm?.deadlineMicroseconds == nil else { return }
    askedAlarm?.set(atMicroseconds: max(loop.nowMicroseconds, nextAskedMicroseconds))
  }

  /// Whether the files are being read.
  package var isReading: Bool { task != nil || checking != nil }

  /// Reads the file for this display without showing it; once for all who ask meanwhile.
  func check(done: @escaping (LayoutReading) -> Void) {
    waitingForCheck.append(done)
    if checking == nil { beginCheck() }
  }

  private func beginCheck() {
    let answers = waitingForCheck
    waitingForCheck = []
    let task = layoutTask(LayoutSources())
    let deliver = { [unowned self] (reading: LayoutReading) in
      checking = nil
      for answer in answers { answer(reading) }
      if !waitingForCheck.isEmpty { beginCheck() }
    }
    do throws(SystemError) {
      checking = try BackgroundTask(
        on: loop, stackBytes: Self.stackBytes, make: { task.run().reading }, deliver: deliver)
    } catch {
      deliver(task.run().reading)
    }
  }

  /// Keeps what was read, and tells who asked.
  private func finish(_ reading: LayoutReading, _ fault: LayoutFault?) {
    (latestReading, self.fault) = (reading, fault)
    onReading(reading, fault)
  }

  private func reload(waitsForMissingFiles: Bool) {
    alarm?.set(atMicroseconds: nil)
    let waits = waitsForMissingFiles && next?.waitsForMissingFiles != false
    let reading = Reading(waitsForMissingFiles: waits)
    if task == nil { begin(reading) } else { next = reading }
  }

  /// Reads the files after all that are known are watched, so that no change during or after reading is
  /// missed.
  private func begin(_ reading: Reading) {
    watchFiles()
    let stage = application.stage
    var task = layoutTask(reading.sources)
    task.target = LayoutTask.Target(
      displaySize: stage.panel.viewport.displaySize, orientation: stage.orientation,
      precedent: PreparedPicture.Precedent(stage.panel), watched: files)
    do throws(SystemError) {
      self.task = try BackgroundTask(
        on: loop, stackBytes: Self.stackBytes, make: { [task, run] in run(task) },
        deliver: { [unowned self, task] in take($0, of: reading, task) })
    } catch {
      log.warning("there is no thread for the layout, which is read between two frames: \(error)")
      take(run(task), of: reading, task)
    }
  }

  private func layoutTask(_ sources: LayoutSources) -> LayoutTask {
    LayoutTask(
      path: path, measure: DisplayMeasure(of: application.display), sources: sources,
      preferences: preferences, scope: scope)
  }

  private func take(_ outcome: LayoutTask.Outcome, of reading: Reading, _ task: LayoutTask) {
    self.task = nil
    if let again = repetition(of: reading, outcome, task) { return begin(again) }
    if reading.waitsForMissingFiles, outcome.isIncomplete {
      if next == nil { alarm?.set(afterMicroseconds: Self.absenceMicroseconds) }
    } else {
      show(outcome)
    }
    let done = waiting
    (waiting, waitingForNext) = (waitingForNext, [])
    for tell in done { tell() }
    guard let next else { return }
    self.next = nil
    begin(next)
  }

  /// What is to be read before anything can be shown; nil if what was read can.
  private func repetition(
    of reading: Reading, _ outcome: LayoutTask.Outcome, _ task: LayoutTask
  ) -> Reading? {
    var again = reading
    again.attempts += 1
    if outcome.reading.files != files, again.attempts <= Self.maximumReadings {
      files = outcome.reading.files
      return again
    }
    guard
      task.measure != DisplayMeasure(of: application.display) || task.preferences != preferences
    else { return nil }
    again.sources = outcome.reading.sources
    return again
  }

  private func show(_ outcome: LayoutTask.Outcome) {
    let reading = outcome.reading
    let old = Discarded(application.stage.replaceable + [latestReading])
    latest = reading.sources
    measure = DisplayMeasure(of: application.display)
    do throws(LayoutFault) {
      try show(reading, prepared: outcome.picture)
      log.notice("\(path): reloaded")
      if !reading.warnings.isEmpty { Output.error.print(reading.warnings) }
      finish(reading, nil)
      old.release()
    } catch {
      finish(reading, report(error))
    }
  }

  private func displayChanged() {
    let measure = DisplayMeasure(of: application.display)
    guard measure != self.measure else { return }
    self.measure = measure
    layOutAgain()
  }

  /// Lays out the layout as it was read last.
  private func layOutAgain() {
    let reading = makeReading(from: latest)
    do throws(LayoutFault) {
      try show(reading)
      log.info("\(path): laid out for this display")
      finish(reading, nil)
    } catch {
      let reported = self.reported
      // An earlier layout, which is still shown, may have no errors.
      if let shown, shown !== latest { try? show(makeReading(from: shown)) }
      self.reported = reported
      finish(reading, report(error, again: false))
    }
  }

  private func makeReading(from sources: LayoutSources) -> LayoutReading {
    layoutTask(sources).run().reading
  }

  private func show(_ reading: LayoutReading, prepared: PreparedPicture? = nil)
    throws(LayoutFault)
  {
    let layout = try reading.result.get()
    try application.show(layout, prepared: prepared)
    Files.pictures.keep(layout.files)
    shown = reading.sources
    reported = ""
  }

  /// Logs the fault, unless it is the last one and `again` is false, and shows it; returns it with its file.
  private func report(_ fault: LayoutFault, again: Bool = true) -> LayoutFault {
    var fault = fault
    if fault.file.isEmpty { fault.file = LayoutFault.name(ofPath: path) }
    if again || fault.line != reported { fault.report(to: log) }
    reported = fault.line
    application.show(fault)
    return fault
  }

  private func watchFiles() {
    do throws(SystemError) {
      try watch?.watch(files)
    } catch {
      log.warning("cannot watch the layout for changes (\(error)); send SIGHUP after each")
    }
  }
}

internal import Display
internal import Diagnostics
package import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Program

/// Reloads the layout of a running panel whenever one of its files is saved, and lays it out again
/// when the size or resolution of the display changes.
///
///     files ─▶ watch ─▶ a thread reads, lays out, draws ─▶ application: shows the layout or fault
///
/// Fingers turn the knobs of the previous layout until the next one is complete.
///
/// | # | files | result |
/// |---|---|---|
/// | 1 | valid | shown |
/// | 2 | has errors, cannot be read, or names a file that cannot be used | fault shown and logged |
/// | 3 | one is missing, for less than 2 s | none: it is probably being saved |
/// | 4 | one is missing for longer | as row 2 |
/// | 4a | saved while they are read | the reading is shown, then they are read again |
/// | 4b | read for a display that has changed since | laid out again from the same contents |
///
/// | # | display | result |
/// |---|---|---|
/// | 5 | has the same measure as before | none |
/// | 6 | has another measure | the layout as last read is laid out for it and shown |
/// | 7 | as 6, with errors in the layout | fault shown, with the last valid layout laid out for it |
///
/// | # | target of a knob | result |
/// |---|---|---|
/// | 8 | describes what the layout leaves out | the layout as last read, with that, as rows 1 and 2 |
/// | 9 | as 8, within a second of another | together with it, a second later |
///
/// Rows 6 to 9 read no file again; files saved meanwhile are shown when they are due.
package final class Reloader {
  /// The layout file.
  package let path: String
  private let application: Application
  private var loop: EventLoop { application.loop }
  private var log: Logger { application.log }
  private let watch: LayoutWatch?
  private let scope: FileScope?
  private let run: @Sendable (LayoutTask) -> sending LayoutTask.Outcome
  private var alarm: Alarm?
  private var requestAlarm: Alarm?
  private var task: BackgroundTask<LayoutTask.Outcome>?
  private var checking: BackgroundTask<LayoutReading>?
  /// The reading to begin once that of `task` is shown; nil for none.
  private var next: Reading?
  /// Callbacks that wait for the layout being read, and for the one after it.
  private var waiting: [() -> Void] = []
  private var waitingForNext: [() -> Void] = []
  private var waitingForCheck: [(LayoutReading) -> Void] = []
  private var nextRequestMicroseconds: Int64 = 0
  /// What targets have said about knobs, by the knobs' ids.
  private var descriptions: [String: KnobDescription] = [:]
  /// The same, as of the last reading.
  private var adopted: [String: KnobDescription] = [:]
  private var descriptionAlarm: Alarm?
  private var nextDescriptionMicroseconds: Int64 = 0
  /// The files that the layout is known to consist of.
  private var files: [String]
  /// Their contents in the shown layout; nil if there is none.
  private var shown: LayoutSources?
  /// The line of the last fault; empty if there was none since a layout was shown.
  private var reported = ""
  /// The measure of the display for which they were read.
  private var measure: DisplayMeasure
  /// The last reading, and the fault that keeps it from being shown; nil if it is shown.
  private(set) var latestReading: LayoutReading
  package private(set) var fault: LayoutFault?
  /// Called after each reading, with the fault that keeps it from being shown; nil if it is shown.
  package var onReading: (LayoutReading, LayoutFault?) -> Void = { _, _ in }
  /// Overrides of the layout's settings.
  package var preferences = LayoutPreferences() {
    didSet { if preferences != oldValue { layOutAgain() } }
  }

  /// One reading of the files, from its request until its result is shown.
  private struct Reading {
    /// Whether a missing file may be one that is being saved.
    var waitsForMissingFiles: Bool
    /// The number of readings, repeated while the files name others.
    var attempts = 1
    /// Whether files have changed, which is logged.
    var isOfFiles = true
    /// The files that are not read again.
    var sources = LayoutSources()
  }

  /// How long a save or a deployment may leave a file missing.
  private static let absenceMicroseconds: Int64 = 2_000_000
  private static let maximumReadings = 4
  /// The minimum time between two readings that clients request.
  private static let requestPauseMicroseconds: Int64 = 1_000_000
  /// Debug builds need more stack than a thread has by default.
  private static let stackBytes = 8 << 20

  /// Watches the file at `path` and the files of `reading`, whose result the application shows.
  ///
  /// Unless `watches`, it reloads only when `reload()` is called. Of the files that the layout
  /// names, only those in `scope` are opened; nil for all.
  package convenience init(
    path: String, reading: LayoutReading, application: Application, watches: Bool,
    scope: FileScope? = nil
  ) {
    self.init(
      path: path, reading: reading, application: application, watches: watches, scope: scope,
      run: { $0.run() })
  }

  /// Like the other initializer; `run` is called on a thread for each reading.
  init(
    path: String, reading: LayoutReading, application: Application, watches: Bool,
    scope: FileScope? = nil,
    run: @escaping @Sendable (LayoutTask) -> sending LayoutTask.Outcome
  ) {
    self.run = run
    self.path = path
    self.scope = scope
    self.application = application
    files = reading.files
    latestReading = reading
    if case .failure(let error) = reading.result { fault = error }
    if case .success = reading.result { shown = reading.sources }
    measure = DisplayMeasure(of: application.display)
    let loop = application.loop
    watch = watches ? LayoutWatch(loop: loop) : nil
    alarm = loop.makeAlarm { [unowned self] in reload(waitsForMissingFiles: false) }
    requestAlarm = loop.makeAlarm { [unowned self] in
      nextRequestMicroseconds = loop.nowMicroseconds + Self.requestPauseMicroseconds
      reload()
    }
    descriptionAlarm = loop.makeAlarm { [unowned self] in
      nextDescriptionMicroseconds = loop.nowMicroseconds + Self.requestPauseMicroseconds
      readDescribed()
    }
    watch?.onChange = { [unowned self] in reload(waitsForMissingFiles: true) }
    application.onDisplayChange = { [unowned self] in displayChanged() }
    application.reloader = self
    watchFiles()
  }

  deinit {
    application.onDisplayChange = {}
    alarm?.cancel()
    requestAlarm?.cancel()
    descriptionAlarm?.cancel()
  }

  /// Reads the file and shows the result, even if it has not changed.
  ///
  /// - Parameter done: Called when the result or its fault is shown.
  package func reload(done: (() -> Void)? = nil) {
    if let done {
      if task == nil { waiting.append(done) } else { waitingForNext.append(done) }
    }
    reload(waitsForMissingFiles: false)
  }

  /// Like `reload()`, for clients that call it at any rate: at most once a second for all calls.
  func reloadThrottled() {
    guard requestAlarm?.deadlineMicroseconds == nil else { return }
    requestAlarm?.set(atMicroseconds: max(loop.nowMicroseconds, nextRequestMicroseconds))
  }

  /// Reads the layout again if a knob leaves out what its target says, at most once a second for all knobs.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - description: What its target says.
  func describe(_ knob: KnobLayout, as description: KnobDescription) {
    let old = descriptions[knob.id] ?? KnobDescription()
    descriptions[knob.id] = description
    let keys = knob.keysLeftOut
    if old.limited(to: keys) != description.limited(to: keys) { adoptDescriptions() }
  }

  private func adoptDescriptions() {
    guard descriptionAlarm?.deadlineMicroseconds == nil else { return }
    descriptionAlarm?.set(atMicroseconds: max(loop.nowMicroseconds, nextDescriptionMicroseconds))
  }

  /// Forgets descriptions by targets that a layout does not have.
  private func forgetDescriptions(exceptIn layout: LayoutDocument) {
    guard !descriptions.isEmpty else { return }
    let ids = layout.knobs.filter { $0.control?.settings?.describesKnob == true }.map(\.id)
    let known = descriptions.filter { ids.contains($0.key) }
    guard known.count < descriptions.count else { return }
    descriptions = known
    adoptDescriptions()
  }

  /// Whether the files are being read.
  package var isReading: Bool { task != nil || checking != nil }

  /// Reads the file for this display without showing it; calls during a reading share the next one.
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

  /// Stores the reading and reports it.
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

  /// Reads the files after watching all that are known, so that no change during or after reading
  /// is missed.
  private func begin(_ reading: Reading) {
    watchFiles()
    adopted = descriptions
    let scene = application.scene
    var task = layoutTask(reading.sources)
    task.target = LayoutTask.Target(
      displaySize: scene.panel.viewport.displaySize, orientation: scene.orientation,
      precedent: PreparedPicture.Precedent(scene), watched: files)
    do throws(SystemError) {
      self.task = try BackgroundTask(
        on: loop, stackBytes: Self.stackBytes, make: { [task, run] in run(task) },
        deliver: { [unowned self, task] in accept($0, of: reading, task) })
    } catch {
      log.warning("cannot start a thread for the layout; it is read between two frames: \(error)")
      accept(run(task), of: reading, task)
    }
  }

  private func layoutTask(_ sources: LayoutSources) -> LayoutTask {
    LayoutTask(
      path: path, measure: DisplayMeasure(of: application.display), sources: sources,
      preferences: preferences, knobs: adopted, scope: scope)
  }

  private func accept(_ outcome: LayoutTask.Outcome, of reading: Reading, _ task: LayoutTask) {
    self.task = nil
    if let again = repetition(of: reading, outcome, task) { return begin(again) }
    if reading.waitsForMissingFiles, outcome.reading.isIncomplete {
      if next == nil { alarm?.set(afterMicroseconds: Self.absenceMicroseconds) }
    } else {
      show(outcome, isOfFiles: reading.isOfFiles)
    }
    let done = waiting
    (waiting, waitingForNext) = (waitingForNext, [])
    for notify in done { notify() }
    guard let next else { return }
    self.next = nil
    begin(next)
  }

  /// Returns the reading required before anything can be shown; nil if this one can be shown.
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
        || task.knobs != adopted
    else { return nil }
    again.sources = outcome.reading.sources
    return again
  }

  private func show(_ outcome: LayoutTask.Outcome, isOfFiles: Bool) {
    let reading = outcome.reading
    let old = Discarded(application.scene.replaceable + [latestReading])
    measure = DisplayMeasure(of: application.display)
    do throws(LayoutFault) {
      try show(reading, prepared: outcome.picture)
      if isOfFiles { log.notice("\(path): reloaded") }
      if !reading.warnings.isEmpty, isOfFiles || reading.warnings != latestReading.warnings {
        Output.error.print(reading.warnings)
      }
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

  /// Reads the layout as it was read last, with what is known of its knobs, on a thread.
  private func readDescribed() {
    // A reading that has begun is repeated.
    guard task == nil else { return adopted = descriptions }
    begin(
      Reading(waitsForMissingFiles: false, isOfFiles: false, sources: latestReading.sources))
  }

  /// Lays out the layout as it was read last.
  private func layOutAgain() {
    let reading = makeReading(from: latestReading.sources)
    do throws(LayoutFault) {
      try show(reading)
      log.info("\(path): laid out for this display")
      finish(reading, nil)
    } catch {
      let reported = self.reported
      // An earlier layout, which is still shown, may have no errors.
      if let shown, shown !== latestReading.sources { try? show(makeReading(from: shown)) }
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
    forgetDescriptions(exceptIn: layout)
  }

  /// Shows the fault and returns it with its file; logs it unless it is unchanged and not `again`.
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
      log.warning("cannot watch the layout for changes (\(error)); send SIGHUP after each change")
    }
  }
}

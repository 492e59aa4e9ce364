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
///     files ─▶ watch ─▶ read ─▶ application: shows the layout or its fault
///
/// | # | files | result |
/// |---|---|---|
/// | 1 | valid | shown |
/// | 2 | has errors, cannot be read, or names a file that cannot be used | fault shown and logged |
/// | 3 | one is missing, for less than 2 s | none: it is probably being saved |
/// | 4 | one is missing for longer | as row 2 |
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
  private var alarm: Alarm?
  private var askedAlarm: Alarm?
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

  /// How long a save or a deployment may leave a file missing.
  private static let absenceMicroseconds: Int64 = 2_000_000
  private static let maximumReadings = 4
  /// The time between two readings that others ask for.
  private static let askedPauseMicroseconds: Int64 = 1_000_000

  /// Watches the file at `path` and those that were read with it in `reading`, whose result the
  /// application shows.
  ///
  /// With `watches` false it reloads only when `reload()` is called. Of what the layout names, only what
  /// is in `scope` is opened; nil for all.
  package init(
    path: String, reading: LayoutReading, application: Application, loop: EventLoop, watches: Bool,
    scope: FileScope? = nil, log: Logger
  ) {
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
  package func reload() {
    reload(waitsForMissingFiles: false)
  }

  /// As `reload()`, for those who may ask at any rate: at most once a second, for all who ask meanwhile.
  func reloadInTime() {
    guard askedAlarm?.deadlineMicroseconds == nil else { return }
    askedAlarm?.set(atMicroseconds: max(loop.nowMicroseconds, nextAskedMicroseconds))
  }

  /// Reads the file for this display without showing it.
  func check() -> LayoutReading { makeReading() }

  /// Keeps what was read, and tells who asked.
  private func finish(_ reading: LayoutReading, _ fault: LayoutFault?) {
    (latestReading, self.fault) = (reading, fault)
    onReading(reading, fault)
  }

  private func reload(waitsForMissingFiles: Bool) {
    alarm?.set(atMicroseconds: nil)
    let reading = readWhileWatching()
    if waitsForMissingFiles, reading.isIncomplete {
      alarm?.set(afterMicroseconds: Self.absenceMicroseconds)
      return
    }
    latest = reading.sources
    measure = DisplayMeasure(of: application.display)
    do throws(LayoutFault) {
      try show(reading)
      log.notice("\(path): reloaded")
      if !reading.warnings.isEmpty { Output.error.print(reading.warnings) }
      finish(reading, nil)
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

  private func makeReading(from sources: LayoutSources = LayoutSources()) -> LayoutReading {
    LayoutReading(
      path, for: application.display, from: sources, preferences: preferences, scope: scope)
  }

  private func show(_ reading: LayoutReading) throws(LayoutFault) {
    let layout = try reading.result.get()
    try application.show(layout)
    Files.pictures.keep(layout.files)
    shown = reading.sources
    reported = ""
  }

  /// Reads the file after it and all files it names are watched, so that no change during or after
  /// reading is missed.
  private func readWhileWatching() -> LayoutReading {
    watchFiles()
    var reading = makeReading()
    // Each reading may name other files; the number of readings is limited.
    for _ in 0..<Self.maximumReadings where reading.files != files {
      files = reading.files
      watchFiles()
      reading = makeReading()
    }
    return reading
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

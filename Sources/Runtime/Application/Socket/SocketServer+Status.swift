internal import Controls
internal import Diagnostics
internal import Display
internal import Gesture
internal import JSON
internal import Layout
internal import Linux
internal import Panel
internal import Program
internal import Raster
internal import Touch

/// The output of `knobpanel status`.
extension SocketServer {
  /// All values, in the order of the documentation.
  var status: [(key: String, value: JSONValue)] {
    let uptime = Double(loop.nowMicroseconds - origin.microseconds) / 1e6
    return [
      ("version", .string(program)), ("uptime", .number((uptime * 10).rounded() / 10)),
      ("layout", layout), ("display", display),
      ("screen", application.screenState), ("presence", application.presenceState),
      ("lux", application.screen.lux.map { .number($0) } ?? .null),
      ("touch", touch), ("controls", controls),
      ("frames", application.frameScheduler.figures.json), ("loop", rounds),
      ("programs", .number(Double(connections.count))),
    ]
  }

  private var layout: JSONValue {
    let reading = reloader.latestReading
    let document = application.layout
    let page = application.panel.shownPage
    return .object(
      [
        ("path", .string(reloader.path)),
        (
          "files",
          .array(
            reading.layoutFiles.map { path in
              .object([
                ("path", .string(path)),
                ("sha256", FileDigest.sha256(path).map { .string($0) } ?? .null),
              ])
            })
        ),
        (
          "page",
          document.pages.indices.contains(page) ? .string(document.pages[page].id) : .null
        ),
        ("language", application.shownLanguage.map { .string($0) } ?? .null),
      ] + diagnostics)
  }

  /// Whether the layout read last is valid, and its errors and warnings.
  var diagnostics: [(key: String, value: JSONValue)] {
    diagnostics(of: reloader.latestReading, reloader.fault)
  }

  /// Returns whether a layout is valid, and its errors and warnings; `fault` is a reason other than its
  /// errors why it is not shown.
  func diagnostics(
    of reading: LayoutReading, _ fault: LayoutFault? = nil
  ) -> [(key: String, value: JSONValue)] {
    var fault = fault
    if case .failure(let error) = reading.result { fault = error }
    var lines = reading.diagnostics.map { diagnostic -> JSONValue in
      let start = diagnostic.span.start
      return .object([
        ("severity", .string(diagnostic.severity == .error ? "error" : "warning")),
        ("file", .string(diagnostic.span.file.path)),
        ("line", .number(Double(start.line))), ("column", .number(Double(start.column))),
        ("message", .string(diagnostic.message)),
        ("hint", diagnostic.hint.map { .string($0) } ?? .null),
      ])
    }
    if let fault, lines.isEmpty {
      lines = [["severity": "error", "message": .string(fault.line)]]
    }
    return [("valid", .bool(fault == nil)), ("mistakes", .array(lines))]
  }

  private var display: JSONValue {
    let display = application.display
    return [
      "name": .string(display.name), "width": .number(Double(display.size.width)),
      "height": .number(Double(display.size.height)), "shown": .bool(display.isShowing),
    ]
  }

  private var touch: JSONValue {
    .array(application.touch.deviceNames.map { .string($0) })
  }

  private var controls: JSONValue {
    .array(
      application.controlledItems.map { item, name in
        let state = application.state(of: item)
        var pairs: [(key: String, value: JSONValue)] = [
          ("item", .string(application.layout.id(of: item))), ("control", .string(name)),
          ("state", .string(state.name)),
        ]
        if let reason = state.explanation { pairs.append(("reason", .string(reason))) }
        return .object(pairs)
      })
  }

  private var rounds: JSONValue {
    let durations = loop.durations
    return [
      "wakeups": .number(Double(loop.wakeUpCount)), "rounds": .number(Double(durations.count)),
      "long_rounds": .number(Double(durations.longCount)),
      "longest_ms": .number(Double(durations.longestMicroseconds) / 1000),
    ]
  }
}

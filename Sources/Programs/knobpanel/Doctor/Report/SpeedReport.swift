internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile
internal import Linux
internal import Panel
internal import PanelApplication
internal import Program
internal import Raster
internal import Text

/// How long reading and drawing a layout takes in this process, for a bug report.
struct SpeedReport {
  /// The layout to measure; nil for the one that `knobpanel new volume` prints without devices.
  var path: String?

  /// The maximum number of value changes, and their maximum time in microseconds.
  private static let (changeCount, changeMicroseconds) = (100, Int64(100_000))

  /// Measures reading, laying out, a whole frame and value changes.
  func lines() -> [String] {
    var lines: [String] = []
    let path = path ?? "built-in.yaml"
    let text = StartingLayout(kind: .volume, size: nil, controls: []).text
    let sources = self.path == nil ? LayoutSources([path: Array(text.utf8)]) : LayoutSources()
    do {
      var last = MonotonicClock.microseconds
      func elapsed() -> String {
        let now = MonotonicClock.microseconds
        defer { last = MonotonicClock.microseconds }
        return Self.milliseconds(now - last)
      }
      let layout = try Files.read(path, for: nil, sources: sources).layout
      lines.append("read \(self.path == nil ? "the built-in layout" : "the layout"): \(elapsed())")
      guard let layout else { return lines + ["not drawn: the layout has errors"] }
      let typesetter = FontTypesetter { problem in lines.append("\(problem)") }
      let size = PanelScene.naturalSize(of: layout.panel)
      let scene = try PanelScene(layout: layout, displaySize: size, typesetter: typesetter)
      lines.append("load fonts and lay out \(size.width)x\(size.height) pixels: \(elapsed())")
      scene.update()
      _ = scene.draw()
      lines.append("draw the first frame: \(elapsed())")
      lines.append(Self.changes(of: scene))
    } catch let problem as Problem {
      lines.append(problem.message)
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  /// Measures the median of drawing a changed value of the first knob.
  private static func changes(of scene: PanelScene) -> String {
    guard let knob = scene.layout.knobs.first else { return "the layout has no knobs to turn" }
    let range = knob.scale.range
    var times: [Int64] = []
    let start = MonotonicClock.microseconds
    while times.count < changeCount, MonotonicClock.microseconds - start < changeMicroseconds {
      let share = Double(times.count % 10 + 1) / 11
      let begin = MonotonicClock.microseconds
      scene.panel.set(
        value: range.lowerBound + (range.upperBound - range.lowerBound) * share, ofKnob: 0)
      scene.update()
      _ = scene.draw()
      times.append(MonotonicClock.microseconds - begin)
    }
    times.sort()
    guard let longest = times.last else { return "no value change was measured" }
    return "draw a value change: median \(milliseconds(times[times.count / 2])), longest "
      + "\(milliseconds(longest)), of \(times.count)"
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    "\(JSONText.number(Double(microseconds) / 1000, decimals: 2)) ms"
  }
}

import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// The text of labels with a value.
@Suite struct LabelValueTests {
  private func label(_ text: String, decimals: Int? = nil) -> LabelController {
    var layout = LabelLayout(text: text, at: DesignPoint(x: 0, y: 0))
    layout.decimals = decimals
    return LabelController(layout)
  }

  @Test(
    arguments: [
      ("{value} °C", nil, 21.0, "21 °C"), ("{value} °C", nil, 21.5, "21.5 °C"),
      ("{value}", nil, 21.256, "21.26"), ("{value}", nil, -0.001, "0"),
      ("{value}", 0, 21.5, "22"), ("{value}", 3, 21.5, "21.500"), ("{value}", nil, 1e6, "1000000"),
      ("{value} of {value}", nil, 3, "3 of 3"), ("{{value}}", nil, 3, "{3}"),
      ("{ {value", nil, 3, "{ {value"), ("{value}", nil, .infinity, "–"),
    ] as [(String, Int?, Double, String)])
  func numbers(_ template: String, _ decimals: Int?, _ value: Double, _ text: String) {
    var label = label(template, decimals: decimals)
    _ = label.update(number: value)
    #expect(label.viewState.text == text)
    #expect(label.viewState.isKnown && label.viewState.isNumber)
  }

  @Test(arguments: [
    ("open", "open"), ("two\nlines", "two lines"), ("a\u{7}b", "a b"), ("", ""),
    (String(repeating: "x", count: 500), String(repeating: "x", count: 200)),
  ])
  func texts(_ value: String, _ text: String) {
    var label = label("{value}")
    _ = label.update(text: value)
    #expect(label.viewState.text == text)
  }

  @Test("Unknown and offline values are shown as such, and only changes are reported")
  func unknownAndOffline() {
    var label = label("{value} °C")
    #expect(label.viewState.text == "– °C")
    #expect(!label.viewState.isKnown && !label.viewState.isOffline)
    let changes = [
      label.update(number: 20), label.update(number: 20), label.markUnavailable(isOffline: true),
      label.markUnavailable(isOffline: true), label.markUnavailable(isOffline: false),
    ]
    #expect(changes == [true, false, true, false, true])
    _ = label.markUnavailable(isOffline: true)
    #expect(label.viewState.text == "– °C")
    #expect(!label.viewState.isKnown && label.viewState.isOffline)
  }

  private struct Settings: ControlSettings {
    var name = "hall"
  }

  private func panel(_ texts: String...) -> PanelController {
    let labels = texts.map { text in
      var label = LabelLayout(text: text, at: DesignPoint(x: 50, y: 50))
      label.value = .backEnd(Settings())
      return label
    }
    let layout = LayoutDocument(panel: PanelLayout(), labels: labels)
    return PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
  }

  @Test("A level is shown as a value in percent, and changes are marked for drawing")
  func levels() {
    let panel = panel("{value} %")
    panel.viewChanges.removeAll()
    panel.handleLevel(0.42, of: .label(0), at: Timestamp(microseconds: 0))
    #expect(panel.viewState(ofLabel: 0).text == "42 %")
    #expect(Array(panel.viewChanges.labels) == [0])
    panel.viewChanges.removeAll()
    panel.handleLevel(0.42, of: .label(0), at: Timestamp(microseconds: 1))
    #expect(Array(panel.viewChanges.labels) == [])
  }

  @Test("A reload keeps the value of a label, also at another position")
  func succession() {
    let old = panel("{value} °C")
    old.handleLevel(0.215, of: .label(0), at: Timestamp(microseconds: 0))
    let layout = panel("Hall", "It is {value} °C").layout
    var changed = layout
    changed.labels[0].value = nil
    let next = old.successor(
      layout: changed, viewport: old.viewport, at: Timestamp(microseconds: 5))
    #expect(next.viewState(ofLabel: 1).text == "It is 21.5 °C")
  }
}

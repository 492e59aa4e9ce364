internal import Gesture
internal import Layout
internal import LayoutFile
public import Raster

/// A panel whose drawing is measured.
public struct DrawScenario: Sendable {
  /// The name under which results are reported.
  public let name: String
  /// The display's size in pixels, before any rotation.
  public let size: PixelSize
  /// The first knob's diameter in design pixels, which are display pixels here.
  public let diameter: Double
  /// LVGL's times for the same content; nil if they were not measured.
  public let rival: Rival?
  let layout: LayoutDocument
  let format: PixelFormat
  /// Whether a finger is on the knob, as while it is turned.
  let isHeld: Bool
  /// Whether frames show a slide from the first page to the second.
  let isSliding: Bool

  /// The number of knobs on the panel.
  public var knobCount: Int { layout.knobs.count }

  /// The lowest and highest times measured for LVGL, in microseconds.
  public struct Rival: Sendable {
    /// Microseconds for an update of one knob; nil if it was not measured.
    public var update: ClosedRange<Double>?
    /// Microseconds for a whole frame; nil if it was not measured.
    public var frame: ClosedRange<Double>?

    init(update: ClosedRange<Double>? = nil, frame: ClosedRange<Double>? = nil) {
      self.update = update
      self.frame = frame
    }
  }

  /// Creates a scenario from the text of a layout; an error in it is a programming error and traps.
  init(
    _ name: String, _ yaml: String, format: PixelFormat = .xrgb8888, isHeld: Bool = false,
    isSliding: Bool = false, rival: Rival? = nil
  ) {
    let outcome = LayoutReader.parse(
      bytes: Array(yaml.utf8), path: name, language: .withoutBackEnds)
    guard let layout = outcome.layout, let first = layout.knobs.first else {
      preconditionFailure("the layout of '\(name)' has errors: \(outcome.text)")
    }
    self.name = name
    self.layout = layout
    self.format = format
    self.isHeld = isHeld
    self.isSliding = isSliding
    self.rival = rival
    diameter = first.diameter
    let design = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    size = (Rotation(degrees: layout.panel.rotate) ?? .none).apply(to: design)
  }
}

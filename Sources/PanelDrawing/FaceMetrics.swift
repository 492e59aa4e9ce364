import Layout
import Raster

/// What a face is made of: which parts, and their proportions.
///
/// Lengths are fractions of the knob's radius. A theme has one metrics for large knobs and one for
/// small ones; a layout changes single parts of it.
struct FaceMetrics: Sendable {
  var track = Track()
  var pointer = Pointer()
  var cap = Cap()
  var ticks = Ticks()
  var halo = Halo()
  var typography = Typography()
  /// How large the dots are that mark magnets and the default value.
  var detent: Float = 0.022

  /// The ring's groove, and what lights in it.
  struct Track: Sendable {
    enum Style: Sendable {
      case solid
      /// Two lines with the background between them.
      case outline
      case none
    }

    var style = Style.solid
    /// Of its middle line.
    var radius: Float = 0.93
    var width: Float = 0.068
    /// Of the lines of an outline.
    var line: Float = 0.02
    /// Whether the value is shown in it.
    var hasProgress = true
  }

  struct Pointer: Sendable {
    typealias Shape = KnobStyle.Pointer.Shape

    var shape = Shape.line
    /// Where it begins and ends, and how thick it is.
    var inner: Float = 0.665
    var outer: Float = 0.735
    var width: Float = 0.042
  }

  struct Cap: Sendable {
    typealias Shape = KnobStyle.Cap.Shape

    var shape = Shape.dish
    var radius: Float = 0.78
    /// Of the hollow or window in it; 0 for none.
    var hollow: Float = 0
    /// Of what it stands on; 0 for nothing.
    var skirt: Float = 0
    var hasShadow = true
    /// How many ribs there are around what fingers grip, 0 for none, and how wide their band is, of
    /// the grip's radius.
    var ribs = 0
    var ribWidth: Float = 0.05
  }

  struct Ticks: Sendable {
    enum Shape: Sendable { case line, dot, none }

    /// Where ticks begin and end, and how thick they are.
    struct Size: Sendable {
      var inner: Float
      var outer: Float
      var width: Float
    }

    var shape = Shape.line
    var major = Size(inner: 1.024, outer: 1.072, width: 0.0115)
    var minor = Size(inner: 1.038, outer: 1.062, width: 0.0075)
    /// Of the weaker minor ones.
    var minorOpacity: Float = 0.75
    /// How many there are over three quarters of a turn, unless the layout says.
    var count = 50
    /// Every so many is a major one.
    var perMajor = 5
    /// Whether those below the value light up.
    var areLit = true
    var hasLabels = false
    /// Where the middles of labels stand, and their type.
    var labelRadius: Float = 1.19
    var labelSize: Float = 0.1
  }

  /// What surrounds the knob in somebody's hand: light, or a band where its edge is sharp.
  struct Halo: Sendable {
    var isShown = true
    var radius: Float = 0.87
    var blur: Float = 0.14
    /// Radius of its hole.
    var hole: Float = 0.78
  }

  struct Typography: Sendable {
    typealias Place = KnobStyle.Place

    var value = Place.inside
    var valueSize: Float = 0.47
    var valueWeight = TextStyle.Weight.light
    /// Widest text, and where the middle of the figures stands below the centre.
    var valueWidth: Float = 1.04
    var valueDrop: Float = -0.04
    var unitSize: Float = 0.17
    var unitWeight = TextStyle.Weight.light
    var name = Place.inside
    var nameSize: Float = 0.104
    var nameWeight = TextStyle.Weight.regular
    var nameWidth: Float = 1.02
    /// Of the baseline of a name inside, below the centre.
    var nameDrop: Float = 0.34
    /// Of the middle of gear and padlock, below the centre, where the value is inside.
    var signDrop: Float = 0.475
    var signSize: Float = 0.104
  }
}

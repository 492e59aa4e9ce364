import Layout
import LayoutFile
import Randomness
import Raster

@testable import Panel

extension KnobStyle {
  /// A look with each key omitted or given, with any of its values.
  static func random(_ random: inout SeededGenerator) -> KnobStyle {
    func color() -> Color? {
      random.below(2) == 0 ? nil : Color(UInt32(truncatingIfNeeded: random.next() & 0xFF_FFFF))
    }
    func flag() -> Bool? { [nil, true, false][random.below(3)] }
    var look = KnobStyle()
    look.track.isShown = flag()
    look.track.width = [nil, 0.03, 0.08, 0.2][random.below(4)]
    look.track.color = color()
    look.progress.isShown = flag()
    look.progress.colors = (0..<random.below(6)).map { _ in color() ?? Color(0xFF8800) }
    if random.below(3) == 0 {
      look.progress.zones = [0.0, 18, 50, 80.5].map {
        Zone(from: $0, color: color() ?? Color(0x22AA55))
      }
    }
    look.pointer.shape = random.below(3) == 0 ? nil : Pointer.Shape.allCases.random(&random)
    look.pointer.color = color()
    look.cap.shape = random.below(3) == 0 ? nil : Cap.Shape.allCases.random(&random)
    look.cap.color = color()
    look.cap.hasShadow = flag()
    look.ticks.isShown = flag()
    look.ticks.positions =
      [nil, nil, .count(7), .every(10), .listed([Ticks.Label(value: 20, text: "x")])][
        random.below(5)]
    look.ticks.between = [nil, 0, 3][random.below(3)]
    look.ticks.hasLabels = flag()
    look.ticks.color = color()
    look.glow.isShown = flag()
    look.glow.color = color()
    look.hasDetents = flag()
    look.name.place = [nil, .inside, .below, Place.none][random.below(4)]
    look.nameFit = [nil, .wrap, .shrink, .cut][random.below(4)]
    look.value.place = [nil, .inside, .below, Place.none][random.below(4)]
    look.swapMicroseconds = [nil, nil, 1_000_000][random.below(3)]
    return look
  }
}

extension Array {
  fileprivate func random(_ random: inout SeededGenerator) -> Element { self[random.below(count)] }
}

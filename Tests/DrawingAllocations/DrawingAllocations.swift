import CAllocationCount
import Gesture
import Glibc
import Diagnostics
import Knobs
import Layout
import Locales
import Raster
import Text

/// Turns knobs of every theme, look, state, skin and turn mode twice; the second time must not
/// allocate heap memory.
///
/// This is a program and not a test of the test bundle, which is not optimised: there, generic code
/// is not specialised, and its callees allocate.
@main struct DrawingAllocations {
  static func main() {
    guard isCounting else {
      print("allocations are not counted here")
      exit(1)
    }
    var counts: [(name: String, allocations: UInt64)] = []
    for theme in PanelLayout.themes {
      for (name, look) in KnobStyle.samples {
        let panel = DrawnPanel(theme: theme, look)
        counts.append(("\(theme), \(name)", panel.allocations()))
      }
      for (name, skin) in SkinLayout.samples {
        let panel = DrawnPanel(theme: theme, KnobStyle(), skin: skin)
        counts.append(("\(theme), \(name)", panel.allocations()))
      }
      let translucent = DrawnPanel(theme: theme, KnobStyle(), opacity: 0.5, images: [.frontGloss])
      counts.append(("\(theme), translucent behind an image", translucent.allocations()))
      let languages = ["en", "fa", "de"].compactMap { Locale($0) }.map {
        PanelLanguage($0, texts: ["Room large": "\($0.name) 1", "CD": "\($0.name) 2"])
      }
      let translated = DrawnPanel(theme: theme, KnobStyle(), languages: languages)
      counts.append(("\(theme), changing languages", translated.allocations()))
      let conditional = TouchedPanel(theme: theme, .none, .xrgb8888, hasConditions: true)
      counts.append(("\(theme), with conditions", conditional.allocations()))
      for rotation in Rotation.allCases {
        for format in PixelFormat.allCases {
          let panel = TouchedPanel(theme: theme, rotation, format)
          counts.append(("\(theme), \(rotation), \(format), touched", panel.allocations()))
        }
      }
    }
    counts += TouchedKnobs.counts()
    counts.append(("buttons", TouchedButtons().allocations()))
    counts.append(("buttons of a choice", TouchedButtons(choice: "scene").allocations()))
    counts.append(("buttons to be held", TouchedButtons(lock: .hold).allocations()))
    let failed = counts.filter { $0.allocations != 0 }
    for (name, allocations) in failed { print("\(name): \(allocations) allocations") }
    print("\(counts.count) panels, \(failed.count) of them allocate in steady state")
    exit(failed.isEmpty ? 0 : 1)
  }

  /// Whether allocations are counted; otherwise a count of zero proves nothing.
  private static var isCounting: Bool {
    let before = allocation_count()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 8)
    defer { memory.deallocate() }
    return allocation_count() > before
  }
}

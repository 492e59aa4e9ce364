import Linux
import Raster
import Synchronization
import Testing

@testable import Text

/// When and how often the installed fonts are loaded.
@Suite struct FontLoadingTests {
  /// The progress of the loading.
  private final class Loads: Sendable {
    let count = Atomic(0)
    let hasBegun: Wakeup
    let mayEnd: Wakeup

    init() throws {
      hasBegun = try Wakeup()
      mayEnd = try Wakeup()
    }
  }

  @Test("Fonts are loaded in the background, once") func background() throws {
    let loads = try Loads()
    let loading = FontLoading {
      loads.count.add(1, ordering: .relaxed)
      loads.hasBegun.signal()
      _ = loads.mayEnd.wait(milliseconds: 20_000)
      return FontConfiguration()
    }
    // No caller has requested the fonts yet.
    let hasBegun = loads.hasBegun.wait(milliseconds: 20_000)
    #expect(hasBegun)
    loads.mayEnd.signal()
    let isLoaded = loading.wait() != nil
    #expect(isLoaded)
    #expect(loads.count.load(ordering: .relaxed) == 1)
  }

  @Test("Without a thread, fonts are loaded when they are needed") func withoutThread() throws {
    let loads = try Loads()
    let loading = FontLoading(hasThread: false) {
      loads.count.add(1, ordering: .relaxed)
      return nil
    }
    #expect(loads.count.load(ordering: .relaxed) == 0)
    let isLoaded = loading.wait() != nil
    #expect(!isLoaded)
    #expect(loads.count.load(ordering: .relaxed) == 1)
  }

  @Test("A typesetter loads the fonts once for all its texts") func typesetter() throws {
    let loads = try Loads()
    let typesetter = FontTypesetter(
      FontLoading {
        loads.count.add(1, ordering: .relaxed)
        return FontConfiguration()
      }, report: { _ in })
    for weight in [TextStyle.Weight.regular, .semiBold] {
      let style = TextStyle(family: "sans-serif", weight: weight, pixelSize: 20)
      #expect(typesetter.mask(for: "12", style: style).advance > 0)
    }
    #expect(loads.count.load(ordering: .relaxed) == 1)
  }
}

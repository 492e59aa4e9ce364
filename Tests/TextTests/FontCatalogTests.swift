import Synchronization
import Testing

@testable import Text

/// How often the installed fonts are listed.
@Suite struct FontCatalogTests {
  /// The fonts installed in these tests.
  private final class Fonts: Sendable {
    let loads = Atomic(0)
    let isCurrent = Atomic(true)

    var count: Int { loads.load(ordering: .relaxed) }

    func edition() -> sending FontCatalog.Edition {
      let number = loads.add(1, ordering: .relaxed).newValue
      return FontCatalog.Edition(families: ["\(number)"]) { [self] in
        isCurrent.load(ordering: .relaxed)
      }
    }
  }

  @Test func familiesAreLoadedOncePerChange() {
    let fonts = Fonts()
    let catalog = FontCatalog { fonts.edition() }
    #expect(fonts.count == 0)
    for _ in 0..<5 { #expect(catalog.families() == ["1"]) }
    #expect(fonts.count == 1)
    fonts.isCurrent.store(false, ordering: .relaxed)
    #expect(catalog.families() == ["2"])
    fonts.isCurrent.store(true, ordering: .relaxed)
    #expect(catalog.families() == ["2"])
    #expect(fonts.count == 2)
  }

  @Test func failedLoadsAreRetried() {
    let fonts = Fonts()
    let catalog = FontCatalog {
      _ = fonts.edition()
      return nil
    }
    for _ in 0..<3 { #expect(catalog.families().isEmpty) }
    #expect(fonts.count == 3)
  }

  @Test func aConfigurationIsCurrentUntilFontsChange() throws {
    #expect(try #require(FontConfiguration()).isCurrent)
  }
}

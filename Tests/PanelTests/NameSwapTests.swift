import Gesture
import Testing

@testable import Panel

/// A name and a value that alternate in the same position.
@Suite struct NameSwapTests {
  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  @Test("A value shown while its name fades in ends the fade")
  func shownAgain() {
    var swap = NameSwap(microseconds: 1_000_000)
    swap.showValue(at: Self.time(0))
    #expect(!swap.isFading && swap.nameShare(isHeld: false) == 0)
    swap.tick(at: Self.time(1000))
    swap.advance(to: Self.time(1150))
    #expect(swap.isFading && swap.nameShare(isHeld: false) == 0.5)
    swap.showValue(at: Self.time(1150))
    #expect(!swap.isFading && swap.nameShare(isHeld: false) == 0)
    swap.tick(at: Self.time(2150))
    for moment in [2300, 2450] as [Int64] { swap.advance(to: Self.time(moment)) }
    #expect(!swap.isFading && swap.nameShare(isHeld: false) == 1)
  }
}

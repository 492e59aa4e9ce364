import Testing

@testable import Knobs

/// A taper with 0 at a position of the sweep.
@Suite struct ZeroTaperTests {
  private let scale = Scale(range: -60...10, taper: .zero(position: 0.6))

  @Test(arguments: [(0, -60), (0.3, -30), (0.6, 0), (0.8, 5), (1, 10)] as [(Double, Double)])
  func values(_ position: Double, _ value: Double) {
    #expect(abs(scale.value(atPosition: position) - value) < 1e-9)
    #expect(abs(scale.position(ofValue: value) - position) < 1e-9)
  }

  @Test("Values rise with the position, and the way back is the same")
  func monotonic() {
    let positions = (0...1000).map { Double($0) / 1000 }
    let values = positions.map(scale.value(atPosition:))
    #expect(zip(values, values.dropFirst()).allSatisfy(<))
    for (position, value) in zip(positions, values) {
      #expect(abs(scale.position(ofValue: value) - position) < 1e-9)
    }
  }
}

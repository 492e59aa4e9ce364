internal import Glibc

extension FingerPath {
  /// Paths for comparing the drawn pointer: steady, eased, back and forth, and abruptly stopped.
  static func drawn(rate: Double, noise: Double, raster: Double) -> [FingerPath] {
    let movements: [(name: String, seconds: Double, degrees: @Sendable (Double) -> Double)] = [
      ("20 degrees a second", 3, { 20 * $0 }),
      ("90 degrees a second", 1.4, { 90 * $0 }),
      ("360 degrees a second", 0.35, { 360 * $0 }),
      ("130 degrees in 2 s", 2.2, { 130 * eased($0, 2) }),
      ("100 degrees in 0.4 s", 0.6, { 100 * eased($0, 0.4) }),
      ("60 degrees back and forth, with rests", 3.2, backAndForth),
      ("40 degrees back and forth, 2 a second", 2, { 20 * sin(4 * .pi * $0) }),
      ("20 degrees back and forth, 4 a second", 2, { 10 * sin(8 * .pi * $0) }),
      ("90 degrees, stopped abruptly", 1, { min(180 * $0, 90) }),
      ("at rest", 2, { _ in 0 }),
    ]
    return movements.map { movement in
      FingerPath(
        name: movement.name, seconds: movement.seconds, rate: rate, noise: noise, raster: raster,
        position: { polar(movement.degrees($0), 120) })
    }
  }

  @Sendable private static func backAndForth(_ time: Double) -> Double {
    let turn = (time / 0.8).rounded(.down)
    let degrees = 60 * eased(time - 0.8 * turn, 0.6)
    return turn.truncatingRemainder(dividingBy: 2) == 0 ? degrees : 60 - degrees
  }
}

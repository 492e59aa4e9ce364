internal import Gesture
internal import Glibc

extension FingerPath {
  /// Paths around the circle, at all report rates, noise levels and speeds.
  static let turning: [FingerPath] =
    shapes + rates + speeds + noisy + [overTravel, liftOff, crossing, leaving, flick30]

  private static let shapes: [FingerPath] = [
    FingerPath(name: "off-centre by half the radius", seconds: 2, rate: 100) {
      polar(100 * eased($0, 2), 110) + DesignPoint(x: 55, y: 55)
    },
    FingerPath(name: "elliptic", seconds: 2, rate: 100) { time in
      let point = polar(220 * eased(time, 2), 100)
      return DesignPoint(x: point.x * 1.3, y: point.y * 0.7)
    },
    FingerPath(name: "spiral", seconds: 2, rate: 100) { polar(220 * eased($0, 2), 60 + 40 * $0) },
  ]

  private static let rates = [30.0, 60, 120, 240].map { rate in
    FingerPath(name: "perfect, \(Int(rate)) Hz", seconds: 2, rate: rate) {
      polar(220 * eased($0, 2), 120)
    }
  }

  private static let speeds = [(5.0, 10.0), (90, 2), (360, 0.6)].map { speed, seconds in
    FingerPath(name: "\(Int(speed)) degrees a second", seconds: seconds, rate: 100) {
      polar(speed * $0, 120)
    }
  }

  private static let noisy = [("1 px raster", 0.0), ("1 px raster, 1.5 px noise", 1.5)].flatMap {
    text, noise in
    [5.0, 40, 200].map { speed in
      FingerPath(
        name: "\(text), \(Int(speed)) degrees a second", seconds: min(200 / speed, 10), rate: 100,
        noise: noise, raster: 1
      ) { polar(speed * $0, 120) }
    }
  }

  /// 300 degrees up from the middle, beyond the end, and 300 degrees back.
  private static let overTravel = FingerPath(name: "over-travel and return", seconds: 4, rate: 100)
  {
    polar($0 < 2 ? 300 * eased($0, 2) : 300 - 300 * eased($0 - 2, 2), 120)
  }

  /// A turn, a rest, and a roll of 5 px within the last 40 ms.
  private static let liftOff = FingerPath(
    name: "lift-off roll", seconds: 1.54, rate: 100,
    position: { time in
      let roll = max(time - 1.5, 0) / 0.04 * 5
      let point = polar(120 * eased(min(time, 1), 1), 120)
      return DesignPoint(x: point.x - roll * 0.5, y: point.y + roll * 0.87)
    }, rollsFrom: 1.5)

  /// Straight through the middle, then on along the circle.
  private static let crossing = FingerPath(name: "through the centre", seconds: 3, rate: 100) {
    $0 < 1
      ? DesignPoint(x: 0, y: -120 + 240 * eased($0, 1)) : polar(180 + 100 * eased($0 - 1, 2), 120)
  }

  private static let leaving = FingerPath(name: "out of the ring and back", seconds: 3, rate: 100) {
    polar(200 * eased($0, 3), 120 + 160 * sin(min($0 / 3, 1) * .pi))
  }

  /// Three turns per second at 30 reports per second.
  private static let flick30 = FingerPath(
    name: "flick, 3 turns a second, 30 Hz", seconds: 0.2, rate: 30
  ) { polar(1080 * $0, 120) }

  /// A finger that does not move for five seconds, at each rate.
  static let resting = [30.0, 60, 100, 240].map { rate in
    FingerPath(
      name: "resting 5 s, 1.5 px noise, \(Int(rate)) Hz", seconds: 5, rate: rate, noise: 1.5
    ) { _ in polar(40, 120) }
  }

  /// Straight drags up and to the right, without and with noise.
  static let dragging: [FingerPath] = [0.0, 1.5].flatMap { noise in
    [("up", 0.0, -1.0), ("right", 1, 0)].map { name, x, y in
      FingerPath(
        name: "\(name)ward drag" + (noise > 0 ? ", 1.5 px noise" : ""), seconds: 1, rate: 100,
        noise: noise
      ) { time in
        let distance = 100 * eased(time, 1)
        return DesignPoint(x: x * distance, y: y * distance)
      }
    }
  }
}

/// Returns the eased progress of a movement with a smooth start and end, like a hand's.
func eased(_ time: Double, _ seconds: Double) -> Double {
  let t = min(max(time / seconds, 0), 1)
  return t * t * t * (10 - 15 * t + 6 * t * t)
}

private func + (left: DesignPoint, right: DesignPoint) -> DesignPoint {
  DesignPoint(x: left.x + right.x, y: left.y + right.y)
}

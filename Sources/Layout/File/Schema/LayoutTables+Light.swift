internal import Diagnostics
internal import JSON
internal import Layout

/// The sensor that sets the screen's brightness.
extension LayoutTables {
  static func lightField(_ controls: [ControlKeys]) -> Field<LayoutEntry> {
    Field(
      "light", light(controls), intoOptional: \.light,
      example: ["file": "/sys/bus/iio/devices/iio:device*/in_illuminance_input"],
      alsoCalled: ["lux", "illuminance", "ambient_light", "light_sensor", "als"],
      "A light sensor that sets the screen's brightness along a `curve`: any control that can be read, "
        + "with the keys of a knob's `control`, whose numbers are lux. While it is offline, the "
        + "brightness by day and by night applies.")
  }

  private static func light(_ controls: [ControlKeys]) -> Shape<LightLayout> {
    let sensor = target("a light sensor", controls) { _ in .readOut }
    let record = Shape<LightKeys>.record(
      "`light`", empty: LightKeys(),
      [
        Field(
          "sensor", sensor, intoOptional: \.sensor, required: true,
          example: ["mqtt": ["state": "zigbee2mqtt/hall", "value": "illuminance"]],
          alsoCalled: ["control", "value", "source"] + controls.map(\.key),
          "The control that reports lux; `light: {file: …}` alone is the same. `values` convert other "
            + "numbers: those that stand for 0 and 100 lux."),
        Field(
          "curve", curve, into: \.curve, fallback: [[1, 10], [50, 40], [500, 100]],
          example: [[0, 5], [100, 50], [1000, 100]],
          alsoCalled: ["points", "levels", "brightness"],
          "The brightness at each illuminance: pairs of lux and percent, both ascending. Between them it "
            + "follows the logarithm of the illuminance; the first and the last are its bounds."),
      ])
    return Shape(
      expectation: sensor.expectation, schema: ["anyOf": [sensor.schema, record.schema]],
      keys: record.keys
    ) { node, subject, context in
      if case .mapping(let entries) = node.content,
        entries.contains(where: { $0.key == "sensor" || $0.key == "curve" })
      {
        return record.read(node, subject, context).flatMap { keys in
          keys.sensor.map { LightLayout(sensor: $0, curve: keys.curve) }
        }
      }
      return sensor.read(node, subject, context).map { LightLayout(sensor: $0) }
    }
  }

  private struct LightKeys: Sendable {
    var sensor: ControlLayout?
    var curve = LightCurve.standard
  }

  private static let curvePointLimit = 16

  private static let curve = Shape<[Located<Pair<Double>>]>.list(
    "point", count: 2...curvePointLimit,
    Shape<Pair<Double>>.pair(
      .number(NumberRule(range: 0...LightCurve.maximumLux), example: 50),
      expectation: "lux and percent, such as [50, 40]"
    ).located,
    expectation: "pairs of lux and percent, such as [[1, 10], [50, 40], [500, 100]]"
  ).converted { points, _, context -> LightCurve? in
    var previous: Pair<Double>?
    for point in points {
      defer { previous = point.value }
      guard (1...100).contains(point.value.second) else {
        context.error(
          "a brightness is from 1 to 100 percent", at: point.span,
          hint: "write lux first, then percent, such as [50, 40]")
        return nil
      }
      guard let previous else { continue }
      guard previous.first < point.value.first, previous.second <= point.value.second else {
        context.error(
          "the points of a curve ascend, in lux and in percent", at: point.span,
          hint: "such as [[1, 10], [50, 40], [500, 100]]")
        return nil
      }
    }
    return LightCurve(
      points.map { .init(lux: $0.value.first, brightness: $0.value.second / 100) })
  }
}

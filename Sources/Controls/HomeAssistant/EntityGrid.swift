/// Converts levels into the numbers of an entity, rounded to its steps.
///
/// | feature | number |
/// |---|---|
/// | a number | Home Assistant's own, such as 0…255 or °C |
/// | a choice, on and off, a reading | the level itself |
final class EntityGrid {
  private let number: NumberFeature?
  private let words: LevelWords?
  private let range: WireRange
  private var step: Double
  /// A number that is a step.
  private var origin = 0.0

  init(_ settings: HomeAssistantSettings) {
    range = settings.text.range
    switch settings.feature {
    case .number(let number): (self.number, words, step) = (number, nil, number.step)
    case .choice: (number, words, step) = (nil, settings.words, 0)
    case .onOff: (number, words, step) = (nil, .offOn, 0)
    case .reading, .press: (number, words, step) = (nil, nil, 0)
    }
  }

  /// Adopts the steps of an entity.
  func adopt(_ state: EntityState) {
    guard let number else { return }
    let step = number.stepAttribute.flatMap { state.number($0) } ?? number.step
    // A server could report anything.
    self.step = step > 0 && step.isFinite ? max(step, range.width / 100_000) : number.step
    origin = number.limits.first.flatMap { state.number($0) } ?? 0
  }

  /// How the exchange converts levels, for the present steps.
  var scale: LevelExchange.Scale {
    // An entity may report numbers between its steps.
    let tolerance = number == nil ? words?.tolerance ?? 0 : step / 4
    return LevelExchange.Scale(
      number: number(at:), level: level(of:), tolerance: tolerance + 1e-9)
  }

  func number(at level: Double) -> Double {
    guard let number else { return words?.rounded(level) ?? level }
    let level = CoarseTarget.limited(level)
    let steps = CoarseTarget.number(near: (range.value(at: level) - origin) / step, for: level) {
      (origin + $0 * step - range.lowest) / (range.highest - range.lowest)
    }
    let ends = (min(range.lowest, range.highest), max(range.lowest, range.highest))
    let exact = min(max(origin + steps * step, ends.0), ends.1)
    return number.isWhole ? exact.rounded() : (exact * 1e6).rounded() / 1e6
  }

  func level(of value: Double) -> Double { number == nil ? value : range.level(of: value) }

  /// How far rounding can push a number beyond an end of the range.
  var rounding: Double { number == nil ? 0 : step / 2 }
}

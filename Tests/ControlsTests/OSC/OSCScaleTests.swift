import Testing

@testable import Controls

/// Levels and their OSC numbers.
@Suite struct OSCScaleTests {
  /// Points of the documented fader law of X32 and M32: position 0…1 and decibels.
  @Test(
    "The X32 fader law converts both ways",
    arguments: [
      (0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (0.75, 0), (1, 10), (0.03125, -75),
      (0.125, -50), (0.375, -20), (0.875, 5),
    ]) func law(_ position: Double, _ decibels: Double)
  {
    #expect(abs(FaderLaw.x32.decibels(at: position) - decibels) < 1e-9)
    #expect(abs(FaderLaw.x32.position(ofDecibels: decibels) - position) < 1e-9)
  }

  @Test("Beyond its ends the law is clamped") func beyond() {
    #expect(FaderLaw.x32.decibels(at: -1) == -90)
    #expect(FaderLaw.x32.decibels(at: 2) == 10)
    #expect(FaderLaw.x32.position(ofDecibels: -200) == 0)
    #expect(FaderLaw.x32.position(ofDecibels: 20) == 1)
  }

  @Test("All 1024 fader positions survive a round trip") func positions() {
    let scale = OSCScale(range: WireRange(lowest: -90, highest: 10), law: .x32)
    for step in 0...1023 {
      let position = Double(step) / 1023
      let level = scale.level(of: Double(Float(position)))
      #expect(abs(scale.number(at: level) - position) < 1e-6)
    }
  }

  struct Row: Sendable {
    var scale: OSCScale
    var level: Double
    var number: Double
  }

  @Test(
    "Levels and numbers convert both ways",
    arguments: [
      Row(scale: OSCScale(), level: 0.5, number: 0.5),
      Row(scale: OSCScale(range: WireRange(lowest: -1, highest: 1)), level: 0.25, number: -0.5),
      Row(scale: OSCScale(range: WireRange(lowest: 1, highest: 0)), level: 0.25, number: 0.75),
      Row(
        scale: OSCScale(form: .int, range: WireRange(lowest: 0, highest: 127)), level: 1,
        number: 127),
      Row(
        scale: OSCScale(
          form: .int, range: WireRange(lowest: 0, highest: 2), names: ["A", "B", "C"]),
        level: 0.5, number: 1),
    ]) func levels(_ row: Row)
  {
    #expect(row.scale.number(at: row.level) == row.number)
    #expect(abs(row.scale.level(of: row.number) - row.level) < 1e-9)
  }

  @Test("Whole numbers are rounded, and floats have 32 bits") func rounding() {
    let scale = OSCScale(form: .int, range: WireRange(lowest: 0, highest: 10))
    #expect(scale.number(at: 0.26) == 2)
    #expect(scale.number(at: 0.296) == 3)
    #expect(OSCScale().number(at: 0.1) == Double(Float(0.1)))
  }

  @Test("Names are sent, and read in any case; numbers are read too") func names() {
    let scale = OSCScale(
      form: .string, range: WireRange(lowest: 0, highest: 2), names: ["Radio", "CD", "TV"])
    #expect(scale.text(for: scale.number(at: 0.5)) == "CD")
    #expect(scale.read([.text("tv")]) == .number(2))
    #expect(scale.read([.int(1)]) == .number(1))
    #expect(
      scale.read([.text("x")])
        == .unreadable(why: "the text \"x\" is not one of \"Radio\", \"CD\", \"TV\""))
    #expect(
      OSCScale().read([.text("x")])
        == .unreadable(why: "the text \"x\" is not a number"))
    #expect(
      OSCScale().read([.other(type: "b")])
        == .unreadable(why: "the type \"b\" is not a number"))
    #expect(
      OSCScale().read([.other(type: "\u{4}")])
        == .unreadable(why: "the type \"\\u0004\" is not a number"))
    #expect(OSCScale().read([]) == .nothing)
  }

  /// The number that a knob of this form reads from these arguments, at this position.
  @Test(
    "The value is the argument that the layout names, or the only one of its type",
    arguments: [
      ([.int(3), .float(0.25)], .float, nil, 0.25),
      ([.text("Kick"), .float(0.25)], .float, nil, 0.25),
      ([.int(3), .float(0.25)], .float, 2, 0.25), ([.float(3), .float(0.25)], .float, 2, 0.25),
      ([.int(1)], .float, nil, 1), ([.float(1)], .int, nil, 1),
      ([.text("Kick"), .int(1)], .int, nil, 1),
      // Ambiguous, or not at that position.
      ([.float(1), .float(0.25)], .float, nil, nil), ([.int(1), .int(1)], .float, nil, nil),
      ([.text("Kick"), .int(1)], .float, nil, nil), ([.float(1)], .float, 2, nil),
    ] as [([OSCArgument], OSCForm, Int?, Double?)])
  func argument(_ arguments: [OSCArgument], _ form: OSCForm, _ index: Int?, _ number: Double?) {
    var scale = OSCScale(form: form)
    scale.argument = index
    switch (scale.read(arguments), number) {
    case (.number(let read), let number?): #expect(read == number)
    case (.unreadable(let why), nil): #expect(why.contains("argument"))
    case (let reading, _): Issue.record("\(reading)")
    }
  }

  @Test(
    "A number out of range is reported, not clamped",
    arguments: [
      (OSCScale(), 1_055_566_507), (OSCScale(), 3), (OSCScale(), -1),
      (OSCScale(range: WireRange(lowest: -90, highest: 10), law: .x32), 2),
      (OSCScale(form: .int, range: WireRange(lowest: 0, highest: 127)), 255),
      (OSCScale(form: .int, range: WireRange(lowest: 0, highest: 2), names: ["A", "B", "C"]), 3),
    ]) func outOfRange(_ scale: OSCScale, _ number: Double)
  {
    for argument in [OSCArgument.float(number), .int(number)] {
      guard case .outOfRange = scale.read([argument]) else {
        Issue.record("\(number) is read as \(scale.read([argument]))")
        continue
      }
    }
  }

  @Test("A fader beyond the knob's decibels is at the knob's end") func limitedByTheKnobsRange() {
    let scale = OSCScale(range: WireRange(lowest: -60, highest: 0), law: .x32)
    #expect(scale.read([.float(1)]) == .number(1))
    #expect(scale.level(of: 1) == 1)
  }
}

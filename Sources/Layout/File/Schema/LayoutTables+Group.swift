internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout

extension LayoutTables {
  static let group = Shape.record(
    "a group", empty: GroupLayout(members: []),
    [
      Field(
        "members",
        .list(
          "member", count: 1...knobLimit, member,
          expectation: "the names of other knobs, such as [kitchen, bath]", areDifferent: true),
        required: true, example: ["kitchen", "bath"],
        alsoCalled: ["knobs", "of", "rooms", "channels", "children"],
        "The knobs that it turns together; they keep their ratio, also when they return from zero."
      ) { members, group, context in
        group.members = members.map(\.value)
        context.knob?.members = members
      },
      Field(
        "shows",
        .choice(
          of: GroupProportions.Shown.self,
          synonyms: ["max": "loudest", "maximum": "loudest", "average": "mean", "avg": "mean"]),
        into: \.shows, fallback: "loudest", example: "mean", alsoCalled: ["show", "value"],
        "Whether it shows the highest of its members or their mean."),
    ])

  private static let member = Shape.word(example: "kitchen")
}

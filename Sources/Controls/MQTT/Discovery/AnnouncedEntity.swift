/// The state announced for one entity, and the commands received for it; does no I/O.
struct AnnouncedEntity {
  let entity: PanelEntity
  let object: String
  private(set) var state = PanelEntity.State.none
  private(set) var isAvailable = true
  /// Limits how often a changing state is published: Home Assistant records every state.
  var states: Throttle<PanelEntity.State>
  /// Limits how often the panel executes commands, however many arrive.
  var commands: Throttle<PanelEntity.Command>

  init(_ entity: PanelEntity) {
    self.entity = entity
    object = entity.object
    states = Throttle(intervalMicroseconds: 100_000)
    commands = Throttle(intervalMicroseconds: Self.commandIntervalMicroseconds(of: entity))
  }

  private static func commandIntervalMicroseconds(of entity: PanelEntity) -> Int64 {
    // Reading a layout is slow.
    if entity.target == .reload { return 1_000_000 }
    return entity.kind == .push ? 50_000 : 20_000
  }

  /// Stores the state; returns whether it has changed.
  mutating func note(_ state: PanelEntity.State) -> Bool {
    defer { self.state = state }
    return self.state != state
  }

  /// Stores whether the entity is available; returns whether that has changed.
  mutating func note(isAvailable: Bool) -> Bool {
    defer { self.isAvailable = isAvailable }
    return self.isAvailable != isAvailable
  }

  var deadlineMicroseconds: Int64? {
    let deadlines = [states.deadlineMicroseconds, commands.deadlineMicroseconds]
    return deadlines.compactMap { $0 }.min()
  }
}

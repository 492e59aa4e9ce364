/// What a broker has been told of one entity, and what others want of it; pure.
struct AnnouncedEntity {
  let entity: PanelEntity
  let object: String
  private(set) var state = PanelEntity.State.none
  private(set) var isAvailable = true
  /// How often its state is told while it changes: Home Assistant records all.
  var news: Throttle<PanelEntity.State>
  /// How often the panel acts, however often others want it.
  var commands: Throttle<PanelEntity.Command>

  init(_ entity: PanelEntity) {
    self.entity = entity
    object = entity.object
    news = Throttle(intervalMicroseconds: 100_000)
    commands = Throttle(intervalMicroseconds: Self.commandIntervalMicroseconds(of: entity))
  }

  private static func commandIntervalMicroseconds(of entity: PanelEntity) -> Int64 {
    // Reading a layout takes long.
    if entity.target == .reload { return 1_000_000 }
    return entity.kind == .push ? 50_000 : 20_000
  }

  /// Notes the state; true if it is another.
  mutating func note(_ state: PanelEntity.State) -> Bool {
    defer { self.state = state }
    return self.state != state
  }

  /// Notes whether it can be reached; true if that has changed.
  mutating func note(isAvailable: Bool) -> Bool {
    defer { self.isAvailable = isAvailable }
    return self.isAvailable != isAvailable
  }

  var deadlineMicroseconds: Int64? {
    let deadlines = [news.deadlineMicroseconds, commands.deadlineMicroseconds]
    return deadlines.compactMap { $0 }.min()
  }
}

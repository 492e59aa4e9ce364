internal import Layout
internal import Linux

/// The entities of the Home Assistant that the environment names, for the preview's editor.
package enum HomeAssistantNames {
  /// The format of an entity's ID in the schema of layouts.
  package static let format = "homeassistant-entity"
  private static let answerMicroseconds: Int64 = 3_000_000

  /// Queries the names of entities by ID, without those that no item of a panel uses; blocks for at
  /// most three seconds.
  ///
  /// - Returns: The names, each on one line; none if the environment names no server.
  /// - Throws: Why there are none.
  package static func read() throws(HomeAssistantObstacle) -> [String: String] {
    guard let access = HomeAssistantAccess.read() else { return [:] }
    do throws(LineSession.Obstacle) {
      let query = try HomeAssistantQuery([.states], to: try access.server())
      let states = try query.run(limitMicroseconds: answerMicroseconds)
      return names(of: states.flatMap(ListedEntity.all))
    } catch {
      throw access.obstacle(error.reason)
    }
  }

  static func names(of entities: [ListedEntity]) -> [String: String] {
    let shown = entities.filter { $0.line != nil }
    return Dictionary(
      shown.map { ($0.id, HomeAssistantItem.line($0.name)) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A command: a new one has the defaults, its parameters store what is given, then it runs.
public protocol Command: SendableMetatype {
  /// A command with the defaults.
  init()

  /// Its name, and what the help says of it.
  static var description: CommandDescription { get }

  /// Its parameters, in the order of the help.
  static var parameters: [Parameter<Self>] { get }

  /// Looks at what was given once all of it is there.
  ///
  /// - Throws: `UsageError` if it makes no sense together.
  func validate() throws(UsageError)

  /// Does what the command is for.
  func run() throws
}

extension Command {
  /// None.
  public static var parameters: [Parameter<Self>] { [] }

  /// Everything makes sense together.
  public func validate() throws(UsageError) {}
}

/// What the help says of a command.
public struct CommandDescription: Sendable {
  /// As it is written on the command line.
  public var name: String
  /// In one sentence, for the list of commands.
  public var abstract: String
  /// More for the command's own help; each paragraph is one line.
  public var discussion: String
  /// Whether the list of commands has it.
  public var isListed: Bool

  /// Describes a command.
  public init(name: String, abstract: String = "", discussion: String = "", isListed: Bool = true) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.isListed = isListed
  }
}

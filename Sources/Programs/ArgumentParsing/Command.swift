/// A command: created with the defaults, it stores the arguments through its parameters, then runs.
public protocol Command: SendableMetatype {
  /// Creates a command with the defaults.
  init()

  /// Its name and its help texts.
  static var description: CommandDescription { get }

  /// Its parameters, in the order of the help.
  static var parameters: [Parameter<Self>] { get }

  /// Checks the arguments once all of them are stored.
  ///
  /// - Throws: `UsageError` if they are inconsistent.
  func validate() throws(UsageError)

  /// Runs the command.
  func run() throws
}

extension Command {
  /// None.
  public static var parameters: [Parameter<Self>] { [] }

  /// Accepts all arguments.
  public func validate() throws(UsageError) {}
}

/// The help texts of a command.
public struct CommandDescription: Sendable {
  /// The name on the command line.
  public var name: String
  /// One sentence for the list of commands.
  public var abstract: String
  /// More for the command's own help; each paragraph is one line.
  public var discussion: String
  /// Whether the list of commands includes it.
  public var isListed: Bool

  /// Describes a command.
  public init(name: String, abstract: String = "", discussion: String = "", isListed: Bool = true) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.isListed = isListed
  }
}

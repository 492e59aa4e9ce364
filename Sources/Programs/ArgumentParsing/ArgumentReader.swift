/// Assigns the arguments of a command to its parameters by the conventions of POSIX and GNU:
/// `--name value`, `--name=value`, `-n value`, `-n=value`, `-nvalue`, `-ab` for two flags, `--`
/// before arguments that are not options, and `-` and negative numbers as values.
struct ArgumentReader {
  /// The result of reading arguments.
  enum Reading {
    /// The texts for parameters, which are identified by index.
    case values([(parameter: Int, text: String)])
    case help
    case version
  }

  /// The names of options that every command has.
  static let commonNames = ["help", "version"]

  let parameters: [ParameterSyntax]
  private var values: [(parameter: Int, text: String)] = []
  private var unnamed: [String] = []
  private var rest: ArraySlice<String> = []

  init(_ parameters: [ParameterSyntax]) {
    self.parameters = parameters
  }

  /// Reads arguments, without the name of the command.
  mutating func read(_ arguments: ArraySlice<String>) throws(UsageError) -> Reading {
    if let all = parameters.firstIndex(where: { $0.kind == .rest }) {
      return .values(arguments.map { (all, $0) })
    }
    // Help is shown even if other arguments are wrong.
    let options = arguments.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help }
    if options.contains("--version") { return .version }
    rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        unnamed += rest
        break
      } else if argument.utf8.starts(with: "--".utf8) {
        try readLong(argument)
      } else if argument.utf8.first == UInt8(ascii: "-"), argument != "-", !isNumber(argument) {
        if try readShort(argument) { return .help }
      } else {
        unnamed.append(argument)
      }
    }
    try assignUnnamed()
    for (index, parameter) in parameters.enumerated()
    where parameter.isRequired && !values.contains(where: { $0.parameter == index }) {
      throw .missing(parameter)
    }
    return .values(values)
  }

  /// Returns whether an argument is a negative number, and no option is named by its digit.
  private func isNumber(_ argument: String) -> Bool {
    guard let letter = argument.unicodeScalars.dropFirst().first else { return false }
    return ("0"..."9").contains(letter) && !parameters.contains { $0.short == letter }
  }

  /// Reads `--name`, `--name=value`, or `--name` with the next argument as its value.
  private mutating func readLong(_ argument: String) throws(UsageError) {
    let text = argument.unicodeScalars.dropFirst(2)
    let sign = text.firstIndex(of: "=")
    let name = String(text[..<(sign ?? text.endIndex)])
    let attached = sign.map { String(text[text.index(after: $0)...]) }
    guard let index = parameters.firstIndex(where: { $0.isNamed && $0.name == name }) else {
      if let attached, Self.commonNames.contains(name) {
        throw .needlessValue("--\(name)", value: attached)
      }
      throw .unknownOption("--\(name)", among: optionNames)
    }
    guard parameters[index].kind == .flag else { return try readValue(of: index, attached) }
    if let attached { throw .needlessValue("--\(name)", value: attached) }
    values.append((index, ""))
  }

  /// Reads `-v`, `-vh`, `-o value`, `-ovalue` or `-o=value`; returns whether `-h` is among them.
  private mutating func readShort(_ argument: String) throws(UsageError) -> Bool {
    var letters = argument.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" { return true }
      guard let index = parameters.firstIndex(where: { $0.short == letter }) else {
        // `-verbose` for `--verbose` is a common error.
        let word = argument.unicodeScalars.dropFirst()
        let isWord = optionNames.contains(String(word))
        throw .unknownOption(isWord ? argument : "-\(letter)", among: isWord ? optionNames : [])
      }
      let hasSign = letters.first == "="
      let attached = hasSign ? letters.dropFirst() : letters
      guard parameters[index].kind == .flag else {
        try readValue(of: index, letters.isEmpty ? nil : String(attached))
        return false
      }
      if hasSign { throw .needlessValue("-\(letter)", value: String(attached)) }
      values.append((index, ""))
    }
    return false
  }

  /// Reads the value attached to an option, or the next argument.
  private mutating func readValue(of index: Int, _ attached: String?) throws(UsageError) {
    if let attached {
      guard !attached.isEmpty else { throw .missingValue(parameters[index]) }
      values.append((index, attached))
    } else if let next = rest.first, !Self.isLikeOption(next) {
      values.append((index, next))
      rest.removeFirst()
    } else {
      throw .missingValue(parameters[index])
    }
  }

  /// Returns whether an argument begins like an option: `-` and negative numbers do not.
  private static func isLikeOption(_ argument: String) -> Bool {
    let bytes = argument.utf8
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else {
      return false
    }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) && second != UInt8(ascii: ".")
  }

  /// Assigns arguments without names to the positional parameters, in order.
  private mutating func assignUnnamed() throws(UsageError) {
    var left = unnamed[...]
    for (index, parameter) in parameters.enumerated() where parameter.kind == .positional {
      let own = parameter.isRepeating ? left : left.prefix(1)
      values += own.map { (index, $0) }
      left = left.dropFirst(own.count)
    }
    guard left.isEmpty else { throw .unexpected(left) }
  }

  private var optionNames: [String] {
    parameters.filter(\.isNamed).map(\.name) + Self.commonNames
  }
}

extension ParameterSyntax {
  fileprivate var isNamed: Bool { kind == .option || kind == .flag }
}

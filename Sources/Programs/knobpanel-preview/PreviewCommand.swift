internal import ArgumentParsing
internal import Controls
internal import Glibc
internal import LayoutFile
internal import Linux
internal import Logging
internal import PanelApplication
internal import Preview
internal import Program
internal import WebServer

/// Serves a layout to browsers.
struct PreviewCommand: Command {
  static let description = CommandDescription(
    name: "knobpanel-preview",
    abstract: "Shows a layout in a browser, where it can be touched and edited.",
    discussion: """
      The page shows the same picture as the kiosk, drawn by the same code. It accepts fingers, a \
      mouse, its wheel and keys. Save the layout and the page follows; errors appear beside the \
      last valid picture. Any number of browsers show the same panel.

      Each knob drives a simulated volume, which the page can move and disturb; --live drives the \
      layout's controls instead. With --edit, --live or --listen, the printed address contains a \
      token, without which nobody can connect.

      Exit status: 0 success, 1 failure, 2 wrong usage.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", \.layout, help: "The layout file."),
      .flag("edit", \.isEditable, help: "Let browsers change the files of the layout."),
      .flag("live", \.isLive, help: "Drive the layout's controls instead of simulated volumes."),
      .flag(
        "commands", \.runsCommands,
        help: """
          With --edit and --live, start the programs that the layout names. Anyone with the token \
          can then run any program.
          """),
      .flag(
        "no-commands", \.noCommands,
        help: "With --live, start no programs; this is the default with --edit."),
      .option(
        "port", value: "number", \.port, help: "The TCP port; 0 selects a free one."),
      .option(
        "listen", value: "address", \.address,
        help: "The address to listen on, so that other machines can connect; 0.0.0.0 for all."),
      .option(
        "host", value: "name", \.hosts,
        help: "Another name or address of this machine that browsers may use."),
      .option(
        "token-file", value: "file", \.tokenFile,
        help: "A file with the token, so that addresses stay valid; by default it is random."),
      .flag("verbose", short: "v", \.isVerbose, help: "Log more details."),
    ]
  }

  private var layout = ""
  private var isEditable = false
  private var isLive = false
  private var runsCommands = false
  private var noCommands = false
  private var port = 8437
  private var address: String?
  private var hosts: [String] = []
  private var tokenFile: String?
  private var isVerbose = false

  func validate() throws(UsageError) {
    guard (0...65_535).contains(port) else {
      throw UsageError("--port must be from 0 to 65535")
    }
    guard !runsCommands || !noCommands else {
      throw UsageError("--commands and --no-commands exclude each other")
    }
    guard !runsCommands || isLive else { throw UsageError("--commands needs --live") }
  }

  func run() throws {
    let log = makeLog(verbose: isVerbose)
    HeapMemory.returnLargeBlocks()
    let token = try makeToken()
    let loop = try EventLoop()
    let signals = try Signals([Signals.terminate, Signals.interrupt])
    let session = try PreviewSession(
      path: layout,
      options: PreviewOptions(
        version: ProgramDescription.knobpanelPreview.version, isEditable: isEditable,
        isLive: isLive, runsPrograms: isLive && !noCommands && (runsCommands || !isEditable),
        knownValues: isEditable ? knownValues(log) : [:]),
      loop: loop, log: log)
    let server = try makeServer(token: token)
    defer { server.close() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned loop] _ in
      while signals.next() != nil { loop.stop() }
    }
    defer { loop.unwatch(signals.descriptor) }
    Output.standard.print(line: url(of: server, token: token))
    try session.run(server)
  }

  /// Returns what the editor completes besides the schema's own values.
  private func knownValues(_ log: Logger) -> [String: [String: String]] {
    do throws(HomeAssistantObstacle) {
      return [HomeAssistantNames.format: try HomeAssistantNames.read()]
    } catch {
      log.warning("no entities are completed: \(error.reason)")
      return [:]
    }
  }

  private func makeServer(token: String?) throws -> HTTPServer {
    let listened = address ?? "127.0.0.1"
    do {
      return try HTTPServer(
        site: .preview, address: listened, port: port, hosts: names(of: listened), token: token,
        limits: ServerLimits(isEditable: isEditable))
    } catch let error as SystemError {
      throw Problem(
        "cannot listen on \(listened), port \(port): \(error.reason)",
        advice: error.code == EADDRINUSE
          ? "Stop the program that uses the port, or choose another with --port."
          : "Use an address of this machine; `ip address` lists them.")
    } catch {
      throw Problem("cannot listen on \(listened): \(error)")
    }
  }

  /// Returns the host names by which browsers may address this machine.
  private func names(of listened: String) -> Set<String> {
    var names = WebAccess.loopbackHosts.union(hosts.map { $0.lowercased() })
    if address != nil {
      names.formUnion(HostNames.ofThisMachine)
      names.insert(listened.contains(":") ? "[\(listened)]" : listened)
    }
    return names
  }

  private func makeToken() throws -> String? {
    guard isEditable || isLive || address != nil || tokenFile != nil else { return nil }
    guard let tokenFile else { return AccessToken.random() }
    return try AccessToken.read(tokenFile)
  }

  private func url(of server: HTTPServer, token: String?) -> String {
    var host = address ?? "127.0.0.1"
    if host == "0.0.0.0" || host == "::" {
      // A name by which other machines reach it.
      let names = HostNames.ofThisMachine.subtracting(WebAccess.loopbackHosts)
      host = names.filter { $0.first != "[" }.min() ?? names.min() ?? "localhost"
    } else if host.contains(":") {
      host = "[\(host)]"
    }
    return "http://\(host):\(server.port)/" + (token.map { "?token=\($0)" } ?? "")
  }
}

extension WebSite {
  /// The page and the files that it loads.
  fileprivate static var preview: WebSite {
    var pages: [String: WebPage] = [
      "/schema.json": WebPage(
        type: WebPage.type(ofName: ".json"),
        bytes: Array(ControlRegistry.standard.language.jsonSchema.utf8))
    ]
    for (name, bytes) in pageFiles {
      let path = name == "index.html" ? "/" : "/" + name
      pages[path] = WebPage(type: WebPage.type(ofName: name), bytes: bytes)
    }
    return WebSite(
      pages: pages, downloads: ["/picture.png": "panel.png"], socketPath: "/socket")
  }
}

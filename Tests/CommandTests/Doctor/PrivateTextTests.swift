import Foundation
import Linux
import Randomness
import Testing

@testable import knobpanel

/// What a bug report hides: names, addresses and numbers of a machine, its network and its users.
@Suite struct PrivateTextTests {
  static func text(_ files: SystemFiles) -> PrivateText {
    var machine = Machine()
    machine.hostName = "Hall-Panel"
    return PrivateText(
      of: machine, environment: ["SUDO_USER": "berta", "USER": "root", "LOGNAME": "knobpanel"],
      files: files)
  }

  @Test(
    "private parts of a line are replaced, and nothing else is",
    arguments: [
      ("eth0 192.168.7.20, and 10.0.0.1:1883", "eth0 <address>, and <address>:1883"),
      ("d8:3a:dd:00:11:22 D8-3A-DD-00-11-22.", "<address> <address>."),
      ("5/46d/b342:34:e1:2d:a9:4e:13", "5/46d/b342:<address>"),
      ("fe80::da3a:ddff:fe00:1122%eth0 and ::1", "<address>%eth0 and <address>"),
      ("2001:db8:0:1:2:3:4:5 ::ffff:10.0.0.9", "<address> <address>"),
      ("mqtt://me:pw@broker:1883/x, next", "mqtt://<address>, next"),
      ("pi@Hall-Panel admin@10.0.0.4", "<address> <address>"),
      ("broker.fritz.local panel.example.com.", "<address> <address>."),
      ("host-10.0.0.7", "host-<address>"),
      ("Hall-Panel hall-panel Hall-Panels", "<host> <host> Hall-Panels"),
      ("Anna's tablet, anna, annabel, berta", "<user>'s tablet, <user>, annabel, <user>"),
      ("/home/anna/panel.yaml:9:5", "~/panel.yaml:9:5"),
      ("'/home/other/x' /root/y /media/carl/USB", "'~/x' ~/y ~/USB"),
      ("AB12-77Z 2a9f1c5b7d3e4f60", "<serial> <serial>"),
      ("usb-Dock_AB12-77Z-00", "usb-Dock_<serial>-00"),
      // No addresses:
      ("pci-0000:01:00.0-usb-0:1.3:1.0", "pci-0000:01:00.0-usb-0:1.3:1.0"),
      ("--mode 1280x720@59.9, 640x480@60", "--mode 1280x720@59.9, 640x480@60"),
      ("soc@107c000000:firmware 6.12.47+rpt", "soc@107c000000:firmware 6.12.47+rpt"),
      ("panel.yaml:12:30: error: x::y", "panel.yaml:12:30: error: x::y"),
      ("root, knobpanel (pid 812)", "root, knobpanel (pid 812)"),
      ("300.1.2.3 1.2.3 12:30:45 71.3 °C", "300.1.2.3 1.2.3 12:30:45 71.3 °C"),
      ("", ""),
    ])
  func lines(line: String, shown: String) throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      #expect(Self.text(files).hidden(in: line) == shown)
    }
  }

  /// Each is private on the fake system; the layout below names the last ones.
  static let secrets = [
    "Hall-Panel", "hall-panel", "anna", "Zimmerli", "berta", "0123456789abcdef0123456789abcdef",
    "2a9f1c5b7d3e4f60", "AB12-77Z", "192.168.7.20", "D8:3A:DD:00:11:22", "d8-3a-dd-00-11-22",
    "fe80::da3a:ddff:fe00:1122", "2001:db8:0:1:2:3:4:5", "carl@attic.example.org",
    "wss://attic/socket", "nas.local", "attic-broker", "cellar",
  ]
  static let layout = """
    connections:
      home: {mqtt: {host: attic-broker, port: 1883}}
      desk: {osc: {hots: "cellar"}}
    """

  @Test("wherever a secret is in a line, it is hidden", arguments: 1...40)
  func property(seed: UInt64) throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      var text = Self.text(files)
      text.add(namesOf: Self.layout)
      var random = SeededGenerator(seed: seed)
      let glue = [" ", "  ", "\"", "(", ")", "=", ",", "; ", "/", " — ", "[", "'", "`", ": "]
      let words = ["card0", "720x1280@60", "ID_PATH", "0:1.3", "é", "x", "7", "error"]
      for _ in 0..<50 {
        var line = ""
        for _ in 0..<random.below(12) {
          let isSecret = random.below(3) == 0
          let list = isSecret ? Self.secrets : words
          line += glue[random.below(glue.count)] + list[random.below(list.count)]
        }
        line += glue[random.below(glue.count)]
        let shown = text.hidden(in: line)
        for secret in Self.secrets { #expect(!shown.contains(secret), "\(line) → \(shown)") }
      }
    }
  }

  @Test(
    "hosts of a layout are found below host keys, even misspelt ones, and on the next line",
    arguments: [
      ("mqtt: {host: attic, port: 1}", "attic"), ("  server: 'attic'", "attic"),
      ("broker: \"attic\"", "attic"), ("hsot: attic", "attic"), ("host=attic", "attic"),
      ("host:\n    attic", "attic"), ("- host: attic # there", "attic"), ("ssid: attic", "attic"),
      ("mqtt: {username: attic}", "attic"),
      ("address: /ch/01/attic", nil), ("name: attic", nil), ("use: attic", nil), ("hosts", nil),
      ("host:", nil),
    ] as [(String, String?)])
  func hosts(layout: String, word: String?) {
    var text = PrivateText(of: Machine(), environment: [:], files: SystemFiles(root: "/nowhere"))
    text.add(namesOf: layout)
    #expect(text.hidden(in: "at attic.") == (word == nil ? "at attic." : "at <address>."))
  }

  @Test("words are limited in number and length, and lines in length")
  func limits() {
    var text = PrivateText(of: Machine(), environment: [:], files: SystemFiles(root: "/nowhere"))
    for number in 0...PrivateText.wordLimit { text.add("word\(number)", .host) }
    text.add("x", .host)
    let last = PrivateText.wordLimit
    #expect(text.hidden(in: "word0 word\(last) x") == "<host> word\(last) x")
    let long = text.hidden(in: String(repeating: "ab ", count: 100_000))
    #expect(long.utf8.count == PrivateText.byteLimit)
  }
}

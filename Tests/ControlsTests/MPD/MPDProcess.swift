import Foundation
import Glibc
import Layout
import MQTTBench

@testable import Controls

/// A real MPD as a child process on a local port of its own (package mpd), with a password and an
/// output that plays nothing; deinit kills it and removes its folder.
final class MPDProcess {
  let port: UInt16
  private let folder: URL
  private var process: Process?

  /// Starts a server with a software mixer, or with none.
  init(mixer: String = "software") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "music"), withIntermediateDirectories: true)
    port = try MosquittoBroker.freePort()
    let text = """
      bind_to_address "127.0.0.1"
      port "\(port)"
      log_file "\(folder.path)/log"
      music_directory "\(folder.path)/music"
      db_file "\(folder.path)/database"
      state_file "\(folder.path)/state"
      password "secret@read,add,control,admin"
      default_permissions ""
      audio_output {
        type "null"
        name "test"
        mixer_type "\(mixer)"
      }

      """
    try Data("secret\n".utf8).write(to: folder.appending(path: "password"))
    try Data(text.utf8).write(to: folder.appending(path: "mpd.conf"))
    try Self.silence.write(to: folder.appending(path: "music/silence.wav"))
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A minute of silence: WAV with one channel of 8000 bytes a second.
  private static var silence: Data {
    let count: UInt32 = 480_000
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    return Data("RIFF".utf8) + bytes(count + 36) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
      + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8000)) + bytes(UInt32(8000))
      + bytes(UInt16(1)) + bytes(UInt16(8)) + Data("data".utf8) + bytes(count)
      + Data(repeating: 0x80, count: Int(count))
  }

  var settings: MPDServer {
    MPDServer(
      host: "127.0.0.1", port: port,
      password: .file(folder.appending(path: "password").path))
  }

  /// Starts the server, or restarts it after a kill, and waits until it answers.
  func start() throws {
    let process = try SnapServer.spawn(
      "mpd", ["--no-daemon", "--stderr", folder.appending(path: "mpd.conf").path])
    self.process = process
    try Patience.wait("mpd does not start") {
      guard process.isRunning else { throw SnapServer.Failure(description: "mpd has ended") }
      return (try? MPDClient(port: port)) != nil
    }
  }

  func kill() {
    if let process { SnapServer.kill(process) }
    process = nil
  }

  /// Puts the minute of silence into the queue.
  func queueSilence(_ client: MPDClient) throws {
    try client.ask("update")
    try Patience.wait("mpd does not list its music") {
      try !client.ask("status").contains { $0.hasPrefix("updating_db") }
    }
    try client.ask("add silence.wav")
  }
}

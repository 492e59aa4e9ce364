internal import Glibc
internal import Linux
internal import Program

/// A mosquitto that only this machine can reach; terminated at `deinit`.
final class BrokerProcess {
  /// The port on 127.0.0.1 at which it listens.
  let port: UInt16
  private let process: pid_t

  private static let patienceMicroseconds: Int64 = 10_000_000

  /// Starts it, and waits until it accepts connections.
  ///
  /// - Throws: `Problem` if it is not installed, or does not start.
  init() throws {
    port = try Loopback.freePort()
    // Its folder is not in every user's `PATH`.
    let path = "/usr/sbin/mosquitto"
    do throws(SystemError) {
      // Without a configuration file, mosquitto 2 accepts any connection, but only from this
      // machine.
      process = try PanelProgram.spawn(path, ["-p", "\(port)"]) { actions in
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
          posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
      }
    } catch {
      throw Problem(
        "\(path) cannot be started: \(error)", advice: "Install it: apt install mosquitto.")
    }
    let end = MonotonicClock.microseconds + Self.patienceMicroseconds
    while (try? Loopback.connection(to: port)) == nil {
      guard MonotonicClock.microseconds < end else {
        throw Problem("mosquitto does not accept connections at port \(port) of this machine")
      }
      usleep(10_000)
    }
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }
}

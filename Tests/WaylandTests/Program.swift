import Glibc

struct CannotStart: Error, CustomStringConvertible {
  var description: String
}

/// Starts a program of a Debian package, silent, with one descriptor passed on if asked.
func spawn(
  _ arguments: [String], environment: [String], package: String,
  passing descriptor: (Int32, as: Int32)? = nil
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for stream in [STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
  }
  if let descriptor {
    posix_spawn_file_actions_adddup2(&actions, descriptor.0, descriptor.as)
  }
  // The threads that run tests block signals, SIGTERM among them; a program would inherit that.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  let argv = arguments.map { strdup($0) } + [nil]
  let envp = environment.map { strdup($0) } + [nil]
  defer { for text in argv + envp { free(text) } }
  var process: pid_t = 0
  let code = posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp)
  guard code == 0 else {
    throw CannotStart(
      description: "\(arguments[0]): \(String(cString: strerror(code))); "
        + "install it with `apt-get install \(package)`")
  }
  return process
}

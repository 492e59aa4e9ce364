// Runs inputs through a fuzz target. `make fuzz` links it with libFuzzer, which then takes the
// arguments; otherwise the arguments are files to read.
import CLibFuzzer
import FuzzTargets
import Glibc
import Linux

/// libFuzzer restarts the program with the same arguments, and ignores those with two dashes.
let prefix = "--target="
let names = FuzzTarget.all.map(\.name)
let wanted = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
guard let target = FuzzTarget.all.first(where: { $0.name == wanted.map(String.init) }) else {
  for target in FuzzTarget.all { print(target.name, target.longestInput) }
  exit(wanted == nil ? 0 : 2)
}
/// Global, as libFuzzer's function takes no context.
let readInput = target.run

func read(_ bytes: [UInt8]) {
  do {
    try readInput(bytes)
  } catch {
    // libFuzzer treats a trap as a finding, and keeps the input.
    fatalError("\(error)")
  }
}

let status = knobpanel_run_fuzzer(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
  read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
if status >= 0 { exit(status) }

for path in CommandLine.arguments.dropFirst() where !path.hasPrefix("-") {
  do {
    let bytes = try WholeFile.read(path, limit: 1 << 20)
    print(path)
    read(bytes)
  } catch {
    print("Fuzz: error: \(error)")
    exit(1)
  }
}

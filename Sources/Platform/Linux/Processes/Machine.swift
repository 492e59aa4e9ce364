internal import Glibc

/// The running kernel, and the rights of this process.
public struct Machine: Sendable {
  /// The kernel's release, such as `6.12.47+rpt-rpi-2712`.
  public var kernel = ""
  /// Such as `aarch64`.
  public var architecture = ""
  /// The bytes of a memory page.
  public var pageBytes = 0
  /// The number of processors that are online.
  public var processorCount = 0
  /// Whether this process belongs to root.
  public var isRoot = false
  /// The names of the groups of this process.
  public var groups: [String] = []
  /// The name of this machine in its network.
  public var hostName = ""

  /// Creates a description without content.
  public init() {}

  /// Describes the machine that runs this program (uname(2), sysconf(3), getgroups(2)).
  public static var current: Machine {
    var machine = Machine()
    var name = utsname()
    if uname(&name) == 0 {
      machine.kernel = text(name.release)
      machine.architecture = text(name.machine)
      machine.hostName = text(name.nodename)
    }
    machine.pageBytes = sysconf(Int32(_SC_PAGESIZE))
    machine.processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    machine.isRoot = geteuid() == 0
    var ids = [gid_t](repeating: 0, count: groupLimit)
    let count = Int(getgroups(Int32(ids.count), &ids))
    let groups = Set(ids.prefix(max(count, 0)) + [getegid()])
    machine.groups = groups.sorted().compactMap { id in
      getgrgid(id).map { String(cString: $0.pointee.gr_name) }
    }
    return machine
  }

  /// `NGROUPS_MAX` of the kernel.
  private static let groupLimit = 65_536

  /// Returns the text in a C array of characters.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

import Foundation
import TestSupport
import Testing

/// `.ci/prepare`: it installs or names missing tools.
struct PrepareTests {
  private func onMachine(_ body: (Machine) throws -> Void) throws {
    try Scratch.with { try body(Machine($0)) }
  }

  @Test func `a complete machine is ready without output`() throws {
    try onMachine { machine in
      try machine.install()
      let run = try machine.prepare()
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
    }
  }

  @Test func `a machine without Swift gets a link to the download`() throws {
    try onMachine { machine in
      try machine.remove("swift")
      let run = try machine.prepare()
      #expect(run.status == 1)
      #expect(run.output.contains("Swift 6.2 or newer is needed and 'swift' is not in PATH"))
    }
  }

  @Test func `an old Swift is refused with its version`() throws {
    try onMachine { machine in
      try machine.add(
        "swift",
        "echo 'swift-driver version: 1.90 Apple Swift version 6.1.2 (swiftlang-6.1)'"
      )
      let run = try machine.prepare()
      #expect(run.status == 1)
      #expect(run.output.contains("Swift 6.2 or newer is needed, found '6.1.2'"))
    }
  }

  @Test func `on Debian, root gets the packages installed`() throws {
    try onMachine { machine in
      try machine.addAptGet()
      let run = try machine.prepare()
      #expect(run.status == 0)
      #expect(run.output.contains("installing liblua5.4-dev"))
      #expect(machine.calls.first?.contains("noninteractive apt-get -q update") == true)
      let packages = "--no-install-recommends liblua5.4-dev libsqlite3-dev zlib1g-dev pkg-config"
      #expect(machine.calls.last?.contains(packages) == true)
    }
  }

  @Test func `the packages of a fleet are installed only if somebody asks for them`() throws {
    try onMachine { machine in
      try machine.install()
      try machine.addAptGet()
      #expect(try machine.prepare().status == 0)
      #expect(machine.calls.isEmpty)
      let run = try machine.prepare("fleet")
      #expect(
        machine.calls.last?.hasSuffix("--no-install-recommends libnats-dev nats-server") == true
      )
      // This installer installs nothing.
      #expect(run.status == 1)
      #expect(run.output.contains("libnats (headers) and nats-server are needed"))
      try machine.add("nats-server", "exit 0")
      #expect(try machine.prepare("fleet").status == 0)
    }
  }

  @Test func `on Debian, another user needs sudo, which cannot ask without a terminal`() throws {
    try onMachine { machine in
      try machine.addAptGet()
      try machine.add("id", "echo 1000")
      let refused = try machine.prepare()
      #expect(refused.status == 1)
      #expect(refused.output.contains("root rights are needed"))
      try machine.add("sudo", #"echo "sudo $1" >>'\#(machine.callsFile)'; shift; exec "$@""#)
      let run = try machine.prepare()
      #expect(run.status == 0)
      #expect(run.output.contains("ready"))
      #expect(machine.calls.contains("sudo -n"))
    }
  }

  @Test(arguments: [
    ("exit 100", "apt-get could not install"),
    ("exit 0", "pkg-config still finds no Lua 5.4"),
  ])
  func `an installation that fails or installs nothing is reported`(
    aptGet: String,
    words: String
  ) throws {
    try onMachine { machine in
      try machine.add("apt-get", aptGet)
      let run = try machine.prepare()
      #expect(run.status == 1)
      #expect(run.output.contains(words))
    }
  }

  @Test func `a machine without a known installer gets a list of missing packages`() throws {
    try onMachine { machine in
      let run = try machine.prepare()
      #expect(run.status == 1)
      #expect(run.output.contains("install them with this system's packages"))
    }
  }

  @Test func `on macOS, Homebrew installs Lua, which is found although Homebrew does not link it`()
    throws
  {
    try onMachine { machine in
      let keg = machine.scratch["keg"].path
      try machine.scratch.write("", to: "keg/lib/pkgconfig/lua.pc")
      try machine.add("uname", "echo Darwin")
      try machine.add("swift", "echo 'Apple Swift version 6.2 (swiftlang-6.2.0)'")
      try machine.add(
        "brew",
        """
        echo "brew $*" >>'\(machine.callsFile)'
        case "$1" in --prefix) echo '\(keg)' ;; install) touch '\(machine.installed)' ;; esac
        """
      )
      try machine.add(
        "pkg-config",
        """
        case "$PKG_CONFIG_PATH" in *keg/lib/pkgconfig*) ;; *) exit 1 ;; esac
        test -e '\(machine.installed)' && case "$*" in *lua) echo 5.4.7 ;; *) exit 1 ;; esac
        """
      )
      let run = try machine.prepare()
      #expect(run.status == 0)
      #expect(run.output.contains("installing lua@5.4"))
      #expect(machine.calls.contains("brew install lua@5.4"))
    }
  }
}

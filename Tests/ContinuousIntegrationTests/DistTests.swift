import Foundation
import TestSupport
import Testing

/// The parts of a release that `.ci/dist` packs.
///
/// A small program replaces the command.
struct DistTests {
  /// Whether this machine has the tools for packing a release.
  static let canPack = ["cc", "dpkg-deb", "readelf", "objdump", "git"]
    .allSatisfy { tool in
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
    }

  private static let program = """
    #include <stdio.h>
    int main(void) { puts("moonroute 9.8.7 (Lua 5.4.4)"); return 0; }
    """

  /// Packs a release of the small program, and passes its folder to a function.
  private func pack<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
    try Scratch.with { scratch in
      try scratch.write(Self.program, to: "program.c")
      let compiled = try ProgramRun(
        URL(filePath: "/usr/bin/cc"),
        ["-o", scratch["command"].path, scratch["program.c"].path]
      )
      #expect(compiled.status == 0, "\(compiled.output)")
      let run = try ProgramRun(
        Scratch.root.appending(path: ".ci/dist"),
        [
          "--command", scratch["command"].path, "--output", scratch["out"].path,
          "--address", "https://example.com/files",
        ]
      )
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("dist: the command needs only the C library"))
      return try body(scratch)
    }
  }

  @Test(.enabled(if: canPack))
  func `a release has a tarball, a package, the sources, a formula and their checksums`() throws {
    try pack { scratch in
      let all = try FileManager.default.contentsOfDirectory(atPath: scratch["out"].path).sorted()
      #expect(all.count == 5)
      #expect(all.contains("moonroute-9.8.7-source.tar.gz"))
      #expect(all.contains { $0.hasPrefix("moonroute-9.8.7-linux-") && $0.hasSuffix(".tar.gz") })
      let formula = scratch.text(of: "out/moonroute.rb")
      #expect(formula.contains("https://example.com/files/moonroute-9.8.7-source.tar.gz"))
      #expect(!formula.contains(#/@[A-Z]/#))
      let sums = scratch.text(of: "out/checksums.txt").split(separator: "\n")
      #expect(sums.count == 3)
      let source = sums.first { $0.hasSuffix("source.tar.gz") }?.prefix(64) ?? ""
      #expect(source.count == 64 && formula.contains(source))
    }
  }

  @Test(.enabled(if: canPack))
  func `the package contains the command, its manual page and completions`() throws {
    try pack { scratch in
      let name = try FileManager.default.contentsOfDirectory(atPath: scratch["out"].path)
        .first { $0.hasSuffix(".deb") }
      let deb = scratch["out/\(try #require(name))"].path
      let tool = URL(filePath: "/usr/bin/dpkg-deb")
      let files = try ProgramRun(tool, ["--contents", deb]).output
      for path in [
        "bin/moonroute", "share/man/man1/moonroute.1.gz", "share/doc/moonroute/copyright",
        "share/bash-completion/completions/moonroute", "share/zsh/site-functions/_moonroute",
        "share/fish/vendor_completions.d/moonroute.fish",
      ] {
        #expect(files.contains("root/root"))
        #expect(files.contains("./usr/\(path)\n"), "\(path)")
      }
      let facts = try ProgramRun(tool, ["--field", deb]).output
      #expect(facts.contains("Package: moonroute\n"))
      #expect(facts.contains("Version: 9.8.7\n"))
      #expect(facts.contains(#/Depends: libc6 \(>= 2\.\d+(\.\d+)?\), libgcc-s1\n/#))
    }
  }

  @Test(arguments: ["--quick", "--output out"])
  func `an invalid call creates no package`(arguments: String) throws {
    let run = try ProgramRun(
      Scratch.root.appending(path: ".ci/dist"),
      arguments.split(separator: " ").map(String.init)
    )
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("dist: "))
  }
}

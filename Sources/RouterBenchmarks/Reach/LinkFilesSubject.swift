import Foundation

/// `moonroute links` for 1,000 routes.
enum LinkFilesSubject {
  static func subject(_ moonroute: String) -> BenchmarkSubject {
    BenchmarkSubject(
      name: "links",
      figures: { _ in try BenchmarkFolder.with { try figures(moonroute, $0) } }
    )
  }

  private static func figures(
    _ moonroute: String,
    _ folder: BenchmarkFolder
  ) throws -> [BenchmarkFigure] {
    for (name, text) in ScriptSamples.linked(modules: 50) {
      try folder.write(text, to: "app/\(name)")
    }
    let links = (0..<100_000).map { "https://example.com/module\($0 % 50)/route\($0 % 20)/\($0)\n" }
    let list = try folder.write(links.joined(), to: "links.txt")
    let app = folder.path("app")
    let options = [
      "--host", "example.com", "--apple", "ABCDE12345.com.example", "--android",
      "com.example=" + Array(repeating: "00", count: 32).joined(separator: ":"),
    ]
    let load = try ProgramRun.times(5, [moonroute, "routes", app], in: folder)
    let write = try ProgramRun.times(
      5,
      [moonroute, "links", app, "-o", folder.path("out")] + options,
      in: folder
    )
    let command = "'\(moonroute)' links --check '\(app)' - \(options.joined(separator: " "))"
    let check = try ProgramRun.times(3, ["/bin/sh", "-c", "\(command) <'\(list)'"], in: folder)
    return [
      .init(name: "links/routes: 1,000 routes", value: load.fastest * 1000, unit: "ms"),
      .init(name: "links/both files for 1,000 routes", value: write.fastest * 1000, unit: "ms"),
      .init(
        name: "links/both files, over routes",
        value: write.fastest / load.fastest,
        unit: "×",
        goal: 2
      ),
      .init(name: "links/--check of 100,000 links", value: check.fastest, unit: "s", goal: 1),
    ]
  }
}

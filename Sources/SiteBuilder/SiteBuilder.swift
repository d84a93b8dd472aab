import Foundation

/// Builds the generated parts of the documentation.
enum SiteBuilder {
  @MainActor static func run(_ arguments: [String]) async throws {
    switch (arguments.first, arguments.count) {
    case ("draw", 2):
      for picture in try await Picture.all() {
        for file in picture.files { try write(file.text, to: "\(arguments[1])/\(file.name)") }
      }
    case ("record", 3):
      let picture = try ReadmeSession.record(
        readme: read("README.md"),
        program: URL(filePath: arguments[1])
      )
      for palette in [Palette.light, .dark] {
        try write(picture.svg(palette), to: "\(arguments[2])/session\(palette.suffix).svg")
      }
    case ("finish", 2): try finish(arguments[1])
    default: throw SiteError.usage
    }
  }

  /// Writes the search index of the site, its script into each page, and the entrance page.
  private static func finish(_ site: String) throws {
    let index = try SearchIndex(site: URL(filePath: site))
    try write(index.json, to: "\(site)/search.json")
    for name in ["search.js", "theme-settings.json"] {
      try write(read("Sources/SiteBuilder/Site/\(name)"), to: "\(site)/\(name)")
    }
    var base = "/"
    for path in try pages(of: site) {
      let page = try read("\(site)/\(path)")
      if let found = page.firstMatch(of: /baseUrl = "([^"]+)"/) { base = String(found.1) }
      guard !page.contains("search.js"), let end = page.range(of: "</body>") else { continue }
      let script = "<script defer src=\"\(base)search.js\"></script>"
      try write(page.replacingCharacters(in: end, with: script + "</body>"), to: "\(site)/\(path)")
    }
    try write(Self.entrance(to: base), to: "\(site)/index.html")
  }

  /// The page at the root of a site, which redirects to the documentation.
  private static func entrance(to base: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0; url=\(base)documentation/moonroute">
    <title>Moonroute</title>
    <p><a href="\(base)documentation/moonroute">The documentation of Moonroute</a></p>
    </html>

    """
  }

  private static func pages(of site: String) throws -> [String] {
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: site) else {
      throw SiteError.file(site)
    }
    return paths.filter { $0.hasSuffix("index.html") }.sorted()
  }

  private static func read(_ path: String) throws -> String {
    guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
      throw SiteError.file(path)
    }
    return text
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      throw SiteError.file(path)
    }
  }
}

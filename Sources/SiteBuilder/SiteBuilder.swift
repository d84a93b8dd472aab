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

  /// Writes the search index of the site, its scripts into each page, and the first page.
  private static func finish(_ site: String) throws {
    let index = try SearchIndex(site: URL(filePath: site))
    try write(index.json, to: "\(site)/search.json")
    for name in ["search.js", "paint.js", "theme-settings.json"] {
      try write(read("Sources/SiteBuilder/Site/\(name)"), to: "\(site)/\(name)")
    }
    try write(read("page/js/lua.js"), to: "\(site)/lua.js")
    var base = "/"
    for path in try pages(of: site) {
      let page = try read("\(site)/\(path)")
      if let found = page.firstMatch(of: /baseUrl = "([^"]+)"/) { base = String(found.1) }
      guard !page.contains("search.js"), let end = page.range(of: "</body>") else { continue }
      let scripts =
        "<script defer src=\"\(base)search.js\"></script>"
        + "<script type=\"module\" src=\"\(base)paint.js\"></script>"
      try write(page.replacingCharacters(in: end, with: scripts + "</body>"), to: "\(site)/\(path)")
    }
    let front = try FrontPage(index: Data(read("\(site)/index/index.json").utf8))
      .html(
        template: read("Sources/SiteBuilder/Site/front.html"),
        script: ReadmeSession.script(of: read("README.md")),
        base: base
      )
    try write(front, to: "\(site)/index.html")
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

import Foundation

/// What is made for the documentation besides its texts.
enum SiteBuilder {
  /// Runs a call of the program.
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
    case ("index", 2):
      let index = try SearchIndex(site: URL(filePath: arguments[1]))
      try write(index.json, to: "\(arguments[1])/search.json")
    default: throw SiteError.usage
    }
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

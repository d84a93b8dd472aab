/// A drawing of the documentation.
struct Picture: Sendable {
  let name: String
  let title: String
  let description: String
  /// The height; all drawings have the same width.
  let height: Double
  let draw: @Sendable (inout Canvas) -> Void

  /// The width of every drawing: half a page, or a whole page on a phone.
  static let width = 460.0

  var files: [(name: String, text: String)] {
    [Palette.light, .dark]
      .map { palette in
        var canvas = Canvas(width: Self.width, height: height, palette: palette)
        draw(&canvas)
        return ("\(name)\(palette.suffix).svg", canvas.svg(title: title, description: description))
      }
  }

  @MainActor static func all() async throws -> [Picture] {
    try await [.pipeline, .rank, .generation] + StagePicture.all()
  }
}

/// A drawing of the documentation.
struct Picture: Sendable {
  /// The name of its file, without ending.
  let name: String
  /// The name for readers who do not see it.
  let title: String
  /// The same in words.
  let description: String
  /// The height; all are as wide.
  let height: Double
  let draw: @Sendable (inout Canvas) -> Void

  /// The width of every drawing: half a page, and a whole one on a phone.
  static let width = 460.0

  /// The files of the drawing by name, for light and for dark surroundings.
  var files: [(name: String, text: String)] {
    [Palette.light, .dark]
      .map { palette in
        var canvas = Canvas(width: Self.width, height: height, palette: palette)
        draw(&canvas)
        return ("\(name)\(palette.suffix).svg", canvas.svg(title: title, description: description))
      }
  }

  /// Every drawing.
  @MainActor static func all() async throws -> [Picture] {
    try await [.pipeline, .rank, .generation] + StagePicture.all()
  }
}

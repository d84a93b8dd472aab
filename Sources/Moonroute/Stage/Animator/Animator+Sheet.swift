extension Animator {
  /// Where a sheet stands.
  public enum SheetPosition: String, Sendable, CaseIterable {
    /// In the middle.
    case center
    /// At the upper edge.
    case top
    /// At the lower edge.
    case bottom
    /// At the left edge.
    case left
    /// At the right edge.
    case right
  }

  /// The layer between a sheet and what it covers.
  public enum SheetCover: String, Sendable, CaseIterable {
    /// A shade.
    case dim
    /// Nothing that can be seen.
    case clear
    /// A blur.
    case blur
  }

  /// The effect of a tap beside a sheet.
  public enum TapOutside: String, Sendable, CaseIterable {
    /// It dismisses the sheet.
    case dismiss
    /// Nothing.
    case ignore
  }

  /// Presents over the top as a sheet.
  ///
  /// The user interface decides about parameters that are left out.
  ///
  /// - Parameters:
  ///   - position: Where the sheet stands.
  ///   - size: Width and height in points.
  ///   - cover: What lies between the sheet and what it covers.
  ///   - tapOutside: What a tap beside the sheet does.
  ///   - cornerRadius: The radius of its corners in points.
  ///   - duration: How long it moves. Default: as any transition.
  ///   - wrap: What the screen is put into. Default: nothing.
  /// - Returns: The animator.
  public static func sheet(
    position: SheetPosition? = nil,
    size: (width: Double, height: Double)? = nil,
    cover: SheetCover? = nil,
    tapOutside: TapOutside? = nil,
    cornerRadius: Double? = nil,
    duration: Duration? = nil,
    wrap: Wrap? = nil
  ) -> Animator {
    presenting(
      "sheet",
      [
        "position": position.map { .text($0.rawValue) },
        "size": size.map { [.number($0.width), .number($0.height)] },
        "cover": cover.map { .text($0.rawValue) },
        "tap_outside": tapOutside.map { .text($0.rawValue) },
        "corner_radius": cornerRadius.map(Value.number),
        "duration": duration.map { .number($0 / .seconds(1)) },
      ],
      wrap: wrap
    )
  }
}

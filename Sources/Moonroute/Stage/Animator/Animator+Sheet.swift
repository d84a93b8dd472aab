extension Animator {
  /// The position of a sheet.
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

  /// The layer between a sheet and the content below.
  public enum SheetCover: String, Sendable, CaseIterable {
    /// A shade.
    case dim
    /// A transparent layer.
    case clear
    /// A blur.
    case blur
  }

  /// The effect of a tap outside a sheet.
  public enum TapOutside: String, Sendable, CaseIterable {
    /// It dismisses the sheet.
    case dismiss
    /// The tap is ignored.
    case ignore
  }

  /// Presents over the top as a sheet.
  ///
  /// The user interface chooses defaults for omitted parameters.
  ///
  /// - Parameters:
  ///   - position: The position of the sheet.
  ///   - size: Width and height in points.
  ///   - cover: The layer between the sheet and the content below.
  ///   - tapOutside: The effect of a tap outside the sheet.
  ///   - cornerRadius: The radius of its corners in points.
  ///   - duration: The duration of the transition.
  ///   - wrap: The container for the screen, if any.
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
        "size": size.map { [.double($0.width), .double($0.height)] },
        "cover": cover.map { .text($0.rawValue) },
        "tap_outside": tapOutside.map { .text($0.rawValue) },
        "corner_radius": cornerRadius.map(Value.double),
        "duration": duration.map { .double($0 / .seconds(1)) },
      ],
      wrap: wrap
    )
  }
}

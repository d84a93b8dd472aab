/// Collects the parts of a link, with `if`, `else`, `switch` and `for`.
@resultBuilder
public enum LinkBuilder {
  /// Adds one part.
  public static func buildExpression(_ part: LinkPart) -> [LinkPart] {
    [part]
  }

  /// Concatenates parts.
  public static func buildBlock(_ parts: [LinkPart]...) -> [LinkPart] {
    parts.flatMap { $0 }
  }

  /// Adds the parts of an `if` without `else`.
  public static func buildOptional(_ parts: [LinkPart]?) -> [LinkPart] {
    parts ?? []
  }

  /// Adds the parts of the first branch.
  public static func buildEither(first parts: [LinkPart]) -> [LinkPart] {
    parts
  }

  /// Adds the parts of the second branch.
  public static func buildEither(second parts: [LinkPart]) -> [LinkPart] {
    parts
  }

  /// Concatenates the parts of a loop.
  public static func buildArray(_ parts: [[LinkPart]]) -> [LinkPart] {
    parts.flatMap { $0 }
  }
}

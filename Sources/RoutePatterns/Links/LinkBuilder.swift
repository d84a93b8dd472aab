/// Collects the parts of a link; `if`, `else`, `switch` and `for` are allowed among them.
@resultBuilder
public enum LinkBuilder {
  /// Takes one part.
  public static func buildExpression(_ part: some LinkPartConvertible) -> [LinkPart] {
    [part.linkPart]
  }

  /// Puts parts one after another.
  public static func buildBlock(_ parts: [LinkPart]...) -> [LinkPart] {
    parts.flatMap { $0 }
  }

  /// Takes the parts of an `if` without `else`.
  public static func buildOptional(_ parts: [LinkPart]?) -> [LinkPart] {
    parts ?? []
  }

  /// Takes the parts of the first branch.
  public static func buildEither(first parts: [LinkPart]) -> [LinkPart] {
    parts
  }

  /// Takes the parts of the second branch.
  public static func buildEither(second parts: [LinkPart]) -> [LinkPart] {
    parts
  }

  /// Puts the parts of a loop one after another.
  public static func buildArray(_ parts: [[LinkPart]]) -> [LinkPart] {
    parts.flatMap { $0 }
  }
}

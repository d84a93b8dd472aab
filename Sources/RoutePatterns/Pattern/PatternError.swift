/// The reason why a template is not a pattern, and the correction.
public struct PatternError: Error, Hashable, Sendable {
  /// The mistake and its details.
  package enum Reason: Hashable, Sendable {
    /// The template is empty or blank.
    case empty
    /// A colon without a name.
    case unnamedParameter
    /// The name is used twice in one branch.
    case duplicateParameter(name: String)
    /// No type has this name; `nearest` lists the most similar names.
    case unknownType(name: String, nearest: [String])
    /// A `<` without a closing `>`.
    case unterminatedType
    /// A `<` that does not follow a parameter name, and the correct spelling of other routers'
    /// `<int:id>`.
    case misplacedType(suggestion: String)
    /// A list of values that contains an empty value.
    case emptyChoice
    /// An invalid constraint; the offset is that of the mistake.
    case constraint(ConstraintError.Reason)
    /// An unbalanced parenthesis.
    case unbalancedParenthesis
    /// A parenthesis that is not in the position of a constraint or an optional part.
    case misplacedParenthesis
    /// An optional part without a segment.
    case emptyOptional
    /// `?` or `#` outside a constraint.
    case reservedCharacter(Character)
    /// Two parameters with no literal text between them.
    case adjacentParameters
    /// A `*` inside a segment.
    case misplacedWildcard
    /// `.` or `..`, which locations never contain.
    case dotSegment
    /// Escapes that do not decode to UTF-8.
    case notText
    /// A child's path that starts with `/`.
    case childStartsWithSlash
    /// A child's path that names a scheme.
    case childNamesScheme
    /// A host label that is not a name, `*` or `:name`, or brackets without an address.
    case badHost
    /// A port after the host.
    case port(String)
    /// More segments, parameters or nesting than the limit.
    case tooLong
    /// More bytes in the pattern, or in the literal text of one segment, than the limit.
    case tooMuchText
    /// Constraints next to literal text that together exceed the limit for automata.
    case tooManyStates
  }

  /// The mistake.
  package let reason: Reason
  /// The template as its author wrote it.
  public let template: String
  /// The position of the mistake, in bytes of `template`.
  public let utf8Offset: Int

  init(_ reason: Reason, template: String, utf8Offset: Int) {
    self.reason = reason
    self.template = template
    self.utf8Offset = utf8Offset
  }
}

extension PatternError: CustomStringConvertible {
  /// The number of bytes to show on each side of the mistake in a long template.
  private static let shownBytes = 100

  /// One line: the template, the position, the mistake, and the correction.
  public var message: String {
    "'\(excerpt.text)' \(problem) at byte \(utf8Offset). \(advice)"
  }

  /// The template, and below it a caret under the mistake.
  public var caret: String {
    let (text, offset) = excerpt
    let column = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count
    return text + "\n" + String(repeating: " ", count: column) + "^"
  }

  /// The message, the template, and a caret under the mistake.
  public var description: String { message + "\n" + caret }

  /// The template, or an excerpt of a long one around the mistake, and the mistake's position in
  /// it.
  package var excerpt: (text: String, utf8Offset: Int) {
    let bytes = template.utf8
    guard bytes.count > 3 * Self.shownBytes else { return (template, utf8Offset) }
    let first = max(0, utf8Offset - Self.shownBytes)
    let last = min(bytes.count, utf8Offset + Self.shownBytes)
    let before = first > 0 ? "…" : ""
    let around = bytes.dropFirst(first).prefix(last - first)
    let text = before + String(decoding: around, as: UTF8.self) + (last < bytes.count ? "…" : "")
    return (text, before.utf8.count + utf8Offset - first)
  }
}

extension PatternError {
  private var problem: String {
    switch reason {
    case .empty: "is empty"
    case .unnamedParameter: "has a parameter with no name"
    case .duplicateParameter(let name): "uses the parameter name '\(name)' twice"
    case .unknownType(let name, _): "names the unknown type '\(name)'"
    case .unterminatedType: "has a type without a closing '>'"
    case .misplacedType: "has a '<' that does not follow a parameter"
    case .emptyChoice: "has an empty value in a list"
    case .constraint(let reason): reason.problem
    case .unbalancedParenthesis: "has an unbalanced parenthesis"
    case .misplacedParenthesis: "has a misplaced parenthesis"
    case .emptyOptional: "has an empty optional part"
    case .reservedCharacter(let character): "has a '\(character)'"
    case .adjacentParameters: "has two adjacent parameters"
    case .misplacedWildcard: "has a '*' inside a segment"
    case .dotSegment: "has a '.' or '..' segment, which locations never keep,"
    case .notText: "has escapes that are not UTF-8"
    case .childStartsWithSlash: "is a child's path and starts with '/'"
    case .childNamesScheme: "is a child's path and names a scheme"
    case .badHost: "has a host label that is not a name"
    case .port: "has a port"
    case .tooLong: "has too many segments, parameters or nested parts"
    case .tooMuchText: "has too much text"
    case .tooManyStates: "has a segment with constraints that are too large together"
    }
  }

  private var advice: String {
    switch reason {
    case .empty: "Write '/' for the root."
    case .unnamedParameter: "Write ':name', or '%3A' for a literal colon."
    case .duplicateParameter: "Give each parameter of a branch its own name."
    case .unknownType(_, let nearest) where nearest.isEmpty:
      "The types are \(ParameterTypes.builtInNames.joined(separator: ", ")). Define it first."
    case .unknownType(_, let nearest):
      "Did you mean \(nearest.map { "'<\($0)>'" }.joined(separator: " or "))?"
    case .unterminatedType: "Write ':name<type>', or '%3C' for a literal '<'."
    case .misplacedType(let suggestion): "Write '\(suggestion)', or '%3C' for a literal '<'."
    case .emptyChoice: "Write ':name<one|two>'."
    case .constraint(let reason): reason.advice
    case .unbalancedParenthesis: "Write '%28' or '%29' for a literal parenthesis."
    case .misplacedParenthesis:
      "Write ':name(constraint)', '(/optional)' before a '/' or the end, or '%28' for a literal '('."
    case .emptyOptional: "Write '(/segment)'."
    case .reservedCharacter("?"):
      "A pattern has no query; write '%3F' for a literal '?', or '(/part)' for an optional part."
    case .reservedCharacter(let character):
      "A pattern has no fragment; write '%23' for a literal '\(character)'."
    case .adjacentParameters: "Put literal text between them, such as ':from-:to'."
    case .misplacedWildcard: "Write '*' as a whole segment, or '%2A' for a literal star."
    case .dotSegment: "Leave it out."
    case .notText: "Write the text itself, or its UTF-8 escapes."
    case .childStartsWithSlash: "Remove the '/': a child's path is below its parent's."
    case .childNamesScheme: "Name the scheme on the outermost route."
    case .badHost: "Write a label such as 'example', '*' or ':name'."
    case .port(let port): "A pattern matches every port: remove ':\(port)'."
    case .tooLong: "Use at most 256 segments, 256 parameters and 64 nested parts."
    case .tooMuchText:
      "Use at most 65,536 bytes, 16,384 of them in one literal, and 1,024 next to the parameters of a segment."
    case .tooManyStates: "Repeat less, use fewer parameters in it, or check values in a guard."
    }
  }
}

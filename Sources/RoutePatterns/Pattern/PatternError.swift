/// Why a template is not a pattern, and what to write instead.
public struct PatternError: Error, Hashable, Sendable {
  /// The mistake, with what it is about.
  public enum Reason: Hashable, Sendable {
    /// The template is empty or blank.
    case empty
    /// A colon without a name.
    case unnamedParameter
    /// The name is used twice along one branch.
    case duplicateParameter(name: String)
    /// No type has this name; the nearest known names follow.
    case unknownType(name: String, nearest: [String])
    /// A `<` without its `>`.
    case unterminatedType
    /// A `<` that follows no parameter's name, and what other routers' `<int:id>` is here.
    case misplacedType(suggestion: String)
    /// A list of values with an empty one.
    case emptyChoice
    /// A constraint that is none; the offset is the mistake's.
    case constraint(ConstraintError.Reason)
    /// A parenthesis without its partner.
    case unbalancedParenthesis
    /// A parenthesis where neither a constraint nor an optional part can stand.
    case misplacedParenthesis
    /// An optional part that holds no segment.
    case emptyOptional
    /// `?` or `#` outside a constraint.
    case reservedCharacter(Character)
    /// Two parameters with no literal text between them.
    case adjacentParameters
    /// A `*` inside a segment.
    case misplacedWildcard
    /// `.` or `..`, which no location holds.
    case dotSegment
    /// Escapes that do not decode to UTF-8.
    case notText
    /// A child's path that starts with `/`.
    case childStartsWithSlash
    /// A child's path that names a scheme.
    case childNamesScheme
    /// A label of the host that is neither a name, `*` nor `:name`, or brackets without an address.
    case badHost
    /// A port behind the host.
    case port(String)
    /// More segments or parameters, or deeper nesting, than a pattern may have.
    case tooLong
    /// More bytes than a pattern, or the literal text in one of its segments, may have.
    case tooMuchText
    /// Constraints beside literal text that together take more room than they may.
    case tooManyStates
  }

  /// The mistake.
  public let reason: Reason
  /// The template as its author wrote it.
  public let template: String
  /// Where the mistake is, in bytes of `template`.
  public let utf8Offset: Int

  init(_ reason: Reason, template: String, utf8Offset: Int) {
    self.reason = reason
    self.template = template
    self.utf8Offset = utf8Offset
  }
}

extension PatternError: CustomStringConvertible {
  /// The bytes around the mistake that are shown of a long template, on each side of it.
  private static let shownBytes = 100

  /// One line: the template, the place, the mistake, and what to write instead.
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

  /// The template, or what of a long one is around the mistake, and where the mistake is in it.
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
    case .unknownType(let name, _): "names the type '\(name)', which nobody defined,"
    case .unterminatedType: "has a type without its '>'"
    case .misplacedType: "has a '<' that follows no parameter"
    case .emptyChoice: "has an empty value in a list"
    case .constraint(let reason): reason.problem
    case .unbalancedParenthesis: "has a parenthesis without its partner"
    case .misplacedParenthesis: "has a parenthesis where none can stand"
    case .emptyOptional: "has an empty optional part"
    case .reservedCharacter(let character): "has a '\(character)'"
    case .adjacentParameters: "has two parameters side by side"
    case .misplacedWildcard: "has a '*' inside a segment"
    case .dotSegment: "has a '.' or '..' segment, which no location keeps,"
    case .notText: "has escapes that are not UTF-8"
    case .childStartsWithSlash: "is a child's path and starts with '/'"
    case .childNamesScheme: "is a child's path and names a scheme"
    case .badHost: "has a host label that is not a name"
    case .port: "has a port"
    case .tooLong: "has too many segments, parameters or nested parts"
    case .tooMuchText: "has more text than it may"
    case .tooManyStates: "has a segment whose constraints take too much room together"
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
    case .childStartsWithSlash: "Leave the '/' out: a child's path is below its parent's."
    case .childNamesScheme: "Name the scheme on the outermost route."
    case .badHost: "Write a label such as 'example', '*' or ':name'."
    case .port(let port): "A pattern fits every port: leave ':\(port)' out."
    case .tooLong: "Use at most 256 segments, 256 parameters and 64 nested parts."
    case .tooMuchText:
      "Use at most 65,536 bytes, 16,384 of them in one literal, and 1,024 beside the parameters of a segment."
    case .tooManyStates: "Repeat less, use fewer parameters in it, or check values in a guard."
    }
  }
}

package import MessageStream
import TextTools

/// A claim of a links file that is wider or narrower than intended, or a file that has no effect.
package enum LinkWarning: Hashable, Sendable, CustomStringConvertible {
  /// The maximum size of a file that devices read.
  package static let byteLimit = 128 << 10

  /// The maximum number of `*` in a pattern that Apple's matcher compares quickly.
  static let starLimit = 4

  case large(file: String, bytes: Int)
  case typed(pattern: String, parameters: [String])
  case twice(pattern: String)
  case ignoresCase(pattern: String)
  case fragment
  case query(pattern: String)
  case literal(pattern: String, text: String)
  case skipped(pattern: String, character: String)
  case cut(pattern: String)
  case longLists(pattern: String)
  case crossing(pattern: String)
  case noRoute(file: String, place: String, pattern: String)
  case onlyExclusions(file: String)
  case manyStars(file: String, place: String, pattern: String)

  /// The stable name of the kind.
  package var code: String {
    switch self {
    case .large: "too_large"
    case .typed: "typed_parameter"
    case .twice: "two_wildcards"
    case .ignoresCase: "ignores_case"
    case .fragment: "fragment"
    case .query: "declared_query"
    case .literal: "literal_wildcard"
    case .skipped: "android_skips"
    case .cut: "too_many_forms"
    case .longLists: "long_lists"
    case .crossing: "crosses_segments"
    case .noRoute: "no_route"
    case .onlyExclusions: "only_exclusions"
    case .manyStars: "many_wildcards"
    }
  }

  package var description: String {
    switch self {
    case .large(let file, let bytes):
      "\(file) has \(bytes) bytes, more than the \(Self.byteLimit) that devices read. Claim fewer "
        + "paths: use '**' for a whole section, or set meta.links = false."
    case .typed(let pattern, let parameters):
      "'\(pattern)': the systems do not know types and constraints, so they also open the app for "
        + "other values of \(parameters.map { "'\($0)'" }.joined(separator: " and "))."
    case .twice(let pattern):
      "'\(pattern)': a segment contains '?*' twice, and the systems may split it differently."
    case .ignoresCase(let pattern):
      "'\(pattern)' ignores case, but Android does not: it opens the app only for the case of the "
        + "pattern."
    case .fragment:
      "Links are matched by their fragment (fragment = \"path\"), but the systems compare only the "
        + "path before it."
    case .query(let pattern):
      "'\(pattern)' declares its query, which does not decide whether the route matches: the files "
        + "do not mention it."
    case .literal(let pattern, let text):
      "'\(pattern)' contains '\(text)', which the files cannot express. They have '?' instead, which "
        + "matches any character."
    case .skipped(let pattern, let character):
      "'\(pattern)': Android goes to the first '\(character)' after the parameter and never back, so "
        + "it misses values that contain '\(character)'."
    case .cut(let pattern):
      "'\(pattern)' has more than \(ClaimForms.limit) forms, so its claim ends in '*' after the "
        + "first optional part."
    case .longLists(let pattern):
      "'\(pattern)' has more than \(ClaimForms.limit) combinations of listed values, so Android opens "
        + "the app for any value."
    case .crossing(let pattern):
      "'\(pattern)': on Apple's systems, a parameter before other text and '**' may take several "
        + "segments, so the claim is too wide."
    case .noRoute(let file, let place, let pattern):
      "\(file): \(place) \(pattern.printable): no route matches the links that it claims."
    case .onlyExclusions(let file):
      "\(file): every component excludes links, so no link opens the app."
    case .manyStars(let file, let place, let pattern):
      "\(file): \(place) \(pattern.printable): more than \(Self.starLimit) '*' take devices a long "
        + "time to compare."
    }
  }

  package var json: JSON {
    .fields(("warning", .fields(("code", .text(code)), ("message", .text(description)))))
  }
}

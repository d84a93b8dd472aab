import TextTools

/// The reason why a text is no location.
///
/// Every case has the code `bad_location`. Offsets count UTF-8 bytes of the text as it was given,
/// white space around it included.
public enum LocationError: Error, Hashable, Sendable {
  /// The text, or the location as it would be printed, has more bytes than the limit.
  case tooLong(text: String, byteCount: Int, limit: Int)

  /// The path has more segments than the limit; the offset is that of the first one too many.
  case tooManySegments(text: String, limit: Int, utf8Offset: Int)

  /// The query has more items than the limit; the offset is that of the first one too many.
  case tooManyQueryItems(text: String, limit: Int, utf8Offset: Int)

  /// The bytes at the offset are not UTF-8, as they are or after decoding.
  case notUTF8(text: String, utf8Offset: Int)

  /// The host has a `[` that is not closed, text after its `]`, or no address between them.
  case badHost(text: String, utf8Offset: Int)

  /// The host that begins at the offset has a label that no host has.
  case badLabel(text: String, label: String, utf8Offset: Int)

  /// The port is not a number from 0 to 65535.
  case badPort(text: String, utf8Offset: Int)

  /// The scheme is not a letter followed by letters, digits, `+`, `-` or `.`.
  case badScheme(scheme: String)

  /// A host was given, but the authority of the scheme is not a host.
  case unexpectedHost(host: String, scheme: String?)

  /// A segment was given that would not come back: empty, `.` or `..`.
  case unprintableSegment(segment: String, index: Int)

  /// A fragment was given, but the scheme does not read fragments as text.
  case unexpectedFragment(fragment: String, scheme: String)

  /// The code of every problem with a location.
  public var code: String { "bad_location" }

  /// The place in the text, in UTF-8 bytes, or `nil` for a location made from parts.
  public var utf8Offset: Int? {
    switch self {
    case .tooLong(_, _, let limit): limit
    case .tooManySegments(_, _, let offset), .tooManyQueryItems(_, _, let offset),
      .notUTF8(_, let offset), .badHost(_, let offset), .badLabel(_, _, let offset),
      .badPort(_, let offset):
      offset
    case .badScheme, .unexpectedHost, .unprintableSegment, .unexpectedFragment: nil
    }
  }
}

extension LocationError: CustomStringConvertible {
  /// The problem in words: where, what, what to do.
  public var description: String {
    switch self {
    case .tooLong(let text, let count, let limit):
      "\(quoted(text)) is \(count) bytes long, and \(limit) are allowed. Shorten it."
    case .tooManySegments(let text, let limit, let offset):
      "\(quoted(text)) has more than \(limit) segments, from byte \(offset) on. Shorten its path."
    case .tooManyQueryItems(let text, let limit, let offset):
      "\(quoted(text)) has more than \(limit) query items, from byte \(offset) on. "
        + "Shorten its query."
    case .notUTF8(let text, let offset):
      "\(quoted(text)) is not UTF-8 at byte \(offset). Write text as UTF-8 before escaping it."
    case .badHost(let text, let offset):
      "\(quoted(text)) has a broken host at byte \(offset). Write '[address]' or a name."
    case .badLabel(let text, let label, let offset):
      "\(quoted(text)) has the host label \(quoted(label)), which is not a name, after byte \(offset). "
        + "Write its letters, or 'xn--' and their Punycode."
    case .badPort(let text, let offset):
      "\(quoted(text)) has a port that is no number up to 65535 at byte \(offset). "
        + "Write digits or leave it out."
    case .badScheme(let scheme):
      "\(quoted(scheme)) is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    case .unexpectedHost(let host, let scheme?):
      "\(quoted(host)) cannot be the host of a '\(scheme)' location. "
        + "Write it as the first segment."
    case .unexpectedHost(let host, nil):
      "\(quoted(host)) cannot be a host without a scheme. Add 'https'."
    case .unprintableSegment(let segment, let index):
      "\(quoted(segment)) as segment \(index + 1) would not come back from a link. "
        + "Leave out empty, '.' and '..' segments."
    case .unexpectedFragment(let fragment, let scheme):
      "\(quoted(fragment)) cannot be a fragment: '\(scheme)' reads fragments as part of the link. "
        + "Write it into the path or the query."
    }
  }

  /// Quotes a text as written, shortened to what a message can hold, without control characters.
  private func quoted(_ text: String) -> String {
    let shown = String(text.unicodeScalars.prefix(64)).printable
    return text.unicodeScalars.count > 64 ? "'\(shown)…'" : "'\(shown)'"
  }
}

extension LocationError {
  /// Makes an error of a text that may be very long, of which only the beginning is kept.
  static func overLong(
    _ source: some Collection<UInt8>,
    byteCount: Int,
    limit: Int
  ) -> LocationError {
    let text = String(decoding: source.prefix(512), as: UTF8.self)
    return .tooLong(text: text, byteCount: byteCount, limit: limit)
  }
}

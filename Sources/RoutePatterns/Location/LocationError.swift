import TextTools

/// The reason why a text is not a location.
///
/// Offsets count UTF-8 bytes of the original text, including surrounding white space.
public struct LocationError: Error, Hashable, Sendable {
  /// The mistake and its details.
  package enum Reason: Hashable, Sendable {
    /// The text, or the location in its printed form, has more bytes than the limit.
    case tooLong(text: String, byteCount: Int, limit: Int)

    /// The path has more segments than the limit; the offset is the start of the first excess
    /// segment.
    case tooManySegments(text: String, limit: Int, utf8Offset: Int)

    /// The query has more items than the limit; the offset is the start of the first excess item.
    case tooManyQueryItems(text: String, limit: Int, utf8Offset: Int)

    /// The bytes at the offset are not valid UTF-8, before or after decoding.
    case notUTF8(text: String, utf8Offset: Int)

    /// The host has an unclosed `[`, text after its `]`, or an invalid address in its brackets.
    case badHost(text: String, utf8Offset: Int)

    /// The host that begins at the offset has an invalid label.
    case badLabel(text: String, label: String, utf8Offset: Int)

    /// The port is not a number from 0 to 65535.
    case badPort(text: String, utf8Offset: Int)

    /// The scheme is not a letter followed by letters, digits, `+`, `-` or `.`.
    case badScheme(scheme: String)

    /// The parts include a host, although the authority of the scheme is not a host.
    case unexpectedHost(host: String, scheme: String?)

    /// The parts include a segment that parsing would drop: empty, `.` or `..`.
    case unprintableSegment(segment: String, index: Int)

    /// The parts include a fragment, although the scheme does not read fragments as text.
    case unexpectedFragment(fragment: String, scheme: String)
  }

  /// The mistake.
  package let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// The position in the text, in UTF-8 bytes, or `nil` for a location that was made from parts.
  public var utf8Offset: Int? {
    switch reason {
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
  /// The message: the position, the problem, and the correction.
  public var description: String {
    switch reason {
    case .tooLong(let text, let count, let limit):
      "\(quoted(text)) is \(count) bytes long, but the limit is \(limit). Shorten it."
    case .tooManySegments(let text, let limit, let offset):
      "\(quoted(text)) has more than \(limit) segments, from byte \(offset) on. Shorten its path."
    case .tooManyQueryItems(let text, let limit, let offset):
      "\(quoted(text)) has more than \(limit) query items, from byte \(offset) on. "
        + "Shorten its query."
    case .notUTF8(let text, let offset):
      "\(quoted(text)) is not valid UTF-8 at byte \(offset). Encode text as UTF-8 before escaping it."
    case .badHost(let text, let offset):
      "\(quoted(text)) has an invalid host at byte \(offset). Write '[address]' or a name."
    case .badLabel(let text, let label, let offset):
      "\(quoted(text)) has the host label \(quoted(label)), which is not a name, after byte \(offset). "
        + "Write its letters, or 'xn--' and their Punycode."
    case .badPort(let text, let offset):
      "\(quoted(text)) has an invalid port at byte \(offset). "
        + "Write a number up to 65535 or remove it."
    case .badScheme(let scheme):
      "\(quoted(scheme)) is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    case .unexpectedHost(let host, let scheme?):
      "\(quoted(host)) cannot be the host of a '\(scheme)' location. "
        + "Write it as the first segment."
    case .unexpectedHost(let host, nil):
      "\(quoted(host)) cannot be a host without a scheme. Add 'https'."
    case .unprintableSegment(let segment, let index):
      "\(quoted(segment)) as segment \(index + 1) would be lost in a link. "
        + "Remove empty, '.' and '..' segments."
    case .unexpectedFragment(let fragment, let scheme):
      "\(quoted(fragment)) cannot be a fragment: '\(scheme)' reads fragments as part of the link. "
        + "Put it in the path or the query."
    }
  }

  /// Quotes the original text for a message: shortened, and without control characters.
  private func quoted(_ text: String) -> String {
    let shown = String(text.unicodeScalars.prefix(64)).printable
    return text.unicodeScalars.count > 64 ? "'\(shown)…'" : "'\(shown)'"
  }
}

extension LocationError {
  /// Creates an error for a text that may be very long, and keeps only its beginning.
  static func overLong(
    _ source: some Collection<UInt8>,
    byteCount: Int,
    limit: Int
  ) -> LocationError {
    let text = String(decoding: source.prefix(512), as: UTF8.self)
    return LocationError(.tooLong(text: text, byteCount: byteCount, limit: limit))
  }
}

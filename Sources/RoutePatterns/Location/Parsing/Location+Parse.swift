extension Location {
  /// Parses a location.
  ///
  /// - Parameters:
  ///   - text: The location. Surrounding white space is ignored.
  ///   - rules: The limits, and the meaning of authority and fragment for each scheme.
  ///   - base: The current location, parsed with the same rules. Text that begins with a segment `.`
  ///     or `..`, with `?` or with `#` is resolved against it.
  /// - Throws: ``LocationError`` if the text exceeds a limit, is not valid UTF-8 after decoding, or
  ///   has an invalid host.
  /// - Complexity: O(*n*), where *n* is the length of `text` in UTF-8 bytes.
  public init(
    parsing text: String,
    rules: borrowing LocationRules = .standard,
    relativeTo base: borrowing Location? = nil
  ) throws(LocationError) {
    var text = text
    if let layout = text.withUTF8({ LocationScanner.scan($0, isUTF8: true, rules: rules) }) {
      self.init(storage: .text(text), layout: layout)
    } else {
      self = try Self.parsed(&text, copy rules, relativeTo: copy base)
    }
  }

  @inline(never)
  private static func parsed(
    _ text: inout String,
    _ rules: LocationRules,
    relativeTo base: Location?
  ) throws(LocationError) -> Location {
    let result: Result<Location, LocationError> = text.withUTF8 { source in
      Result { () throws(LocationError) in
        try LocationParser.parse(source, rules: rules, relativeTo: base)
      }
    }
    return try result.get()
  }

  /// Parses a location from arbitrary bytes.
  ///
  /// - Parameters:
  ///   - bytes: The location. Surrounding white space is ignored.
  ///   - rules: The limits, and the meaning of authority and fragment for each scheme.
  ///   - base: The current location, as in ``init(parsing:rules:relativeTo:)-(String,_,_)``.
  /// - Throws: ``LocationError`` if the bytes exceed a limit, are not valid UTF-8 after decoding,
  ///   or have an invalid host.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(
    parsing bytes: some Collection<UInt8>,
    rules: LocationRules = .standard,
    relativeTo base: Location? = nil
  ) throws(LocationError) {
    let bytes = Array(bytes)
    self = try bytes.withUnsafeBufferPointer { source throws(LocationError) in
      if let layout = LocationScanner.scan(source, isUTF8: false, rules: rules) {
        return Location(storage: .bytes(bytes), layout: layout)
      }
      return try LocationParser.parse(source, rules: rules, relativeTo: base)
    }
  }

  /// Parses a location by the standard rules, or returns `nil` if the text is invalid.
  ///
  /// - Parameter text: The location.
  public init?(_ text: String) {
    guard let location = try? Location(parsing: text) else { return nil }
    self = location
  }
}

extension Location {
  /// Reads a location.
  ///
  /// - Parameters:
  ///   - text: The location. White space around it does not count.
  ///   - rules: Limits, and what each scheme makes of authority and fragment.
  ///   - base: The current location, read by the same rules. Text that begins with a segment `.`
  ///     or `..`, with `?` or with `#` is resolved against it.
  /// - Throws: ``LocationError`` if the text is over a limit, or not UTF-8 once decoded, or its
  ///   host is broken.
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

  /// Reads a location in which something needs decoding.
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

  /// Reads a location from bytes that may be anything.
  ///
  /// - Parameters:
  ///   - bytes: The location. White space around it does not count.
  ///   - rules: Limits, and what each scheme makes of authority and fragment.
  ///   - base: The current location, as in ``init(parsing:rules:relativeTo:)-(String,_,_)``.
  /// - Throws: ``LocationError`` if the bytes are over a limit, or not UTF-8 once decoded, or the
  ///   host is broken.
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

  /// Reads a location by the standard rules, or answers `nil` if it is none.
  ///
  /// - Parameter text: The location.
  public init?(_ text: String) {
    guard let location = try? Location(parsing: text) else { return nil }
    self = location
  }
}

extension HostPattern {
  /// Reads a host such as `example.com`, `*.example.com`, `:tenant.example.com` or `[::1]`.
  ///
  /// - Parameter text: The host, without scheme and port.
  /// - Throws: ``PatternError/Reason/badHost`` for a label that is none, and
  ///   ``PatternError/Reason/port(_:)``, each with its place.
  public init(_ text: String) throws(PatternError) {
    let parser = TemplateParser(text)
    self = try parser.parseHost(from: parser.position, to: parser.end)
  }
}

extension HostRule {
  /// Reads a host, or answers `nil` if the text is not one.
  ///
  /// - Parameter text: The host, without scheme and port.
  public init?(_ text: String) {
    guard let rule = try? HostRule(parsing: text) else { return nil }
    self = rule
  }

  /// Reads a host.
  ///
  /// - Parameter text: The host, without scheme and port.
  /// - Throws: ``HostError`` for an empty host, a label that is not one, a port, and a parameter.
  public init(parsing text: String) throws(HostError) {
    do throws(PatternError) {
      self.init(pattern: try HostPattern(text))
    } catch {
      if case .port(let port) = error.reason { throw .port(text: text, port: port) }
      throw .noHost(text: text)
    }
    if !pattern.parameters.isEmpty { throw .parameter(text: text) }
  }
}

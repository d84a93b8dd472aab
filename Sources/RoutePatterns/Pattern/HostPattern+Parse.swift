extension HostPattern {
  /// Parses a host such as `example.com`, `*.example.com`, `:tenant.example.com` or `[::1]`.
  ///
  /// - Parameter text: The host, without scheme and port.
  /// - Throws: ``PatternError`` for an invalid label or a port, with its position.
  package init(_ text: String) throws(PatternError) {
    let parser = TemplateParser(text)
    self = try parser.parseHost(from: parser.position, to: parser.end)
  }
}

extension HostRule {
  /// Parses a host, or returns `nil` if the text is invalid.
  ///
  /// - Parameter text: The host, without scheme and port.
  public init?(_ text: String) {
    guard let rule = try? HostRule(parsing: text) else { return nil }
    self = rule
  }

  /// Parses a host.
  ///
  /// - Parameter text: The host, without scheme and port.
  /// - Throws: ``HostError`` for an empty host, an invalid label, a port, or a parameter.
  public init(parsing text: String) throws(HostError) {
    do throws(PatternError) {
      self.init(pattern: try HostPattern(text))
    } catch {
      if case .port(let port) = error.reason { throw HostError(.port(port), text: text) }
      throw HostError(.noHost, text: text)
    }
    if !pattern.parameters.isEmpty { throw HostError(.parameter, text: text) }
  }
}

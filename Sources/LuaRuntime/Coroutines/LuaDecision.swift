/// The result of one step of a guard.
public enum LuaDecision {
  /// The guard has returned.
  case answered(Answer)
  /// The guard waits.
  case suspended(LuaTask)
  /// The guard ended with an error.
  indirect case failed(LuaError)

  /// Converts the step of a resumed guard.
  public init(_ step: LuaStep) {
    switch step {
    case .finished(let values): self = .answered(Answer(values))
    case .suspended(let task): self = .suspended(task)
    case .failed(let error): self = .failed(error)
    }
  }
}

extension LuaDecision {
  /// The answer of a guard.
  public enum Answer {
    /// No value.
    case nothing
    /// An explicitly returned `nil`.
    case explicitNil
    /// `true`.
    case yes
    /// `false`, with the reason if the guard returned one.
    case no(reason: String?)
    /// Text.
    case text(String)
    /// An object of the host.
    case object(LuaObject)
    /// A value of another type.
    case other(typeName: String)
  }
}

extension LuaDecision.Answer {
  /// Converts the values that a guard has returned.
  public init(_ values: [LuaValue]) {
    guard let first = values.first else {
      self = .nothing
      return
    }
    switch first {
    case .nil: self = .explicitNil
    case .boolean(true): self = .yes
    case .boolean(false): self = .no(reason: values.count > 1 ? Self.reason(values[1]) : nil)
    case .string(let text): self = .text(text)
    case .bytes: self = .other(typeName: "string that is not UTF-8")
    case .object(let object): self = .object(object)
    default: self = .other(typeName: first.typeName)
    }
  }

  private static func reason(_ value: LuaValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    default: nil
    }
  }
}

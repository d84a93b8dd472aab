/// The step that a guard has reached.
public enum LuaDecision {
  /// It has returned.
  case answered(Answer)
  /// It waits.
  case suspended(LuaTask)
  /// It ended with an error.
  indirect case failed(LuaError)

  /// Reads the step of a guard that was resumed.
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
    /// No value at all.
    case nothing
    /// A `nil` that was returned.
    case explicitNil
    /// `true`.
    case yes
    /// `false`, with the reason if it gave one.
    case no(reason: String?)
    /// Text.
    case text(String)
    /// An object of the host.
    case object(LuaObject)
    /// Something else, of this type.
    case other(typeName: String)
  }
}

extension LuaDecision.Answer {
  /// Reads the values of a guard that has returned.
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

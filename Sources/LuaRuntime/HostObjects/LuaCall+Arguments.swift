extension LuaCall {
  /// Makes the error for a bad argument, worded as in Lua.
  ///
  /// - Parameters:
  ///   - index: The index in ``arguments``, from 0. In a method, 0 is the object itself.
  ///   - problem: The problem, such as `table expected, got nil`.
  /// - Returns: An error to throw.
  public func argumentError(_ index: Int, _ problem: String) -> LuaError {
    let number = function.isMethod ? index : index + 1
    let message =
      number == 0
      ? "calling '\(function.name)' on bad self (\(problem))"
      : "bad argument #\(number) to '\(function.name)' (\(problem))"
    return LuaError(.badArgument, message)
  }

  /// Makes the error for an argument of the wrong type.
  public func typeError(_ index: Int, expected: String) -> LuaError {
    let got = index < count ? self[index].typeName : "no value"
    return argumentError(index, "\(expected) expected, got \(got)")
  }

  private func require<Value>(
    _ value: Value?,
    _ index: Int,
    _ expected: String
  ) throws(LuaError) -> Value {
    guard let value else { throw typeError(index, expected: expected) }
    return value
  }

  /// The text at an index.
  ///
  /// - Throws: The error for a bad argument if it is not text.
  public func string(_ index: Int) throws(LuaError) -> String {
    if case .bytes = self[index] { throw argumentError(index, "text in UTF-8 expected") }
    return try require(self[index].string, index, "string")
  }

  /// The whole number at an index.
  ///
  /// - Throws: The error for a bad argument if it is not one.
  public func integer(_ index: Int) throws(LuaError) -> Int64 {
    if case .number(let value) = self[index], Int64(exactly: value) == nil {
      throw argumentError(index, "number has no integer representation")
    }
    return try require(self[index].integer, index, "number")
  }

  /// The number at an index.
  ///
  /// - Throws: The error for a bad argument if it is not one.
  public func number(_ index: Int) throws(LuaError) -> Double {
    try require(self[index].number, index, "number")
  }

  /// The boolean at an index.
  ///
  /// - Throws: The error for a bad argument if it is not one.
  public func boolean(_ index: Int) throws(LuaError) -> Bool {
    try require(self[index].boolean, index, "boolean")
  }

  /// The table at an index.
  ///
  /// - Throws: The error for a bad argument if it is not one.
  public func table(_ index: Int) throws(LuaError) -> LuaTable {
    try require(self[index].table, index, "table")
  }

  /// The function at an index.
  ///
  /// - Throws: The error for a bad argument if it is not one.
  public func function(_ index: Int) throws(LuaError) -> LuaFunction {
    try require(self[index].function, index, "function")
  }

  /// The payload of an object of a class, at an index.
  ///
  /// - Throws: The error for a bad argument if it is not an object of that class.
  public func payload<Payload>(
    _ index: Int,
    of type: LuaClass,
    as _: Payload.Type = Payload.self
  ) throws(LuaError) -> Payload {
    let object = self[index].object
    let payload = object?.type === type ? object?.payload as? Payload : nil
    return try require(payload, index, type.name)
  }

  /// Returns whether the argument at an index is missing or `nil`.
  public func isAbsent(_ index: Int) -> Bool { self[index].isNil }
}

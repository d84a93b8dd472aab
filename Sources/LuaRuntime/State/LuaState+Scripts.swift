internal import CLua
import LuaSyntax

extension LuaState {
  /// Makes a fresh table of globals with all that a script may use.
  ///
  /// Nothing in it is shared with another environment: what one script changes, another does not
  /// see.
  public func makeEnvironment() throws(LuaError) -> LuaEnvironment {
    let pointer = try openPointer()
    var number: Int32 = 0
    let status = clua_make_environment(pointer, &number)
    guard status == CLUA_OK else { throw failure(status) }
    let reference = LuaReference(stateHandle: stateHandle, number: number, typeName: "table")
    return LuaEnvironment(reference)
  }

  /// Replaces globals by fresh ones, for a test runner that runs the same scripts again.
  ///
  /// Scripts that are compiled from now on get the fresh globals. Functions that scripts made before
  /// keep the globals that they have.
  package func renew(_ environment: LuaEnvironment) throws(LuaError) {
    let status = clua_renew_environment(try openPointer(), try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Lets texts have as methods the functions that scripts add to `string`.
  ///
  /// All texts of a state share their methods, so this is for the globals of one application at a
  /// time. A method of Lua stays when a script replaces the function in `string`.
  ///
  /// - Parameter environment: The globals whose `string` is looked at, in place of those before.
  /// - Throws: ``LuaErrorCode/memoryLimit``.
  package func findMethods(in environment: LuaEnvironment) throws(LuaError) {
    let status = clua_adopt_strings(try openPointer(), try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Makes `os.time` and `os.date` ask a function for the time of day.
  ///
  /// - Parameters:
  ///   - environment: The globals with `os`.
  ///   - now: Returns the second of Unix that it is now.
  /// - Throws: ``LuaErrorCode/memoryLimit``.
  package func moveDay(of environment: LuaEnvironment, by now: LuaFunction) throws(LuaError) {
    let status = clua_move_day(
      try openPointer(),
      try number(of: environment.reference),
      try number(of: now)
    )
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Compiles a script.
  ///
  /// - Parameters:
  ///   - source: The script's text; compiled Lua is refused.
  ///   - name: The name for positions, such as `routes/cart.lua`. One that begins with `//` is the
  ///     host's own script: positions and tracebacks leave it out.
  ///   - environment: Its globals.
  ///   - countsLines: Whether its lines are counted while lines are. Default: yes.
  /// - Returns: A function that runs the script when it is called.
  /// - Throws: ``LuaErrorCode/syntaxError`` with file, line and the text that is near,
  ///   ``LuaErrorCode/badSource``, or ``LuaErrorCode/memoryLimit``.
  public func load(
    _ source: some Collection<UInt8>,
    name: String,
    environment: LuaEnvironment,
    countsLines: Bool = true
  ) throws(LuaError) -> LuaFunction {
    try checkSource(source, name)
    remember(chunk: name)
    let script = try compile(source, name: name, environment: environment)
    guard scripts.lineCounters != nil, countsLines, !name.hasPrefix("//") else { return script }
    return try loadCounting(Array(source), name: name, environment: environment) ?? script
  }

  /// Compiles a script as it is, or with `slots` one that counts in them.
  func compile(
    _ source: some Collection<UInt8>,
    name: String,
    environment: LuaEnvironment,
    slots: LuaReference? = nil
  ) throws(LuaError) -> LuaFunction {
    let pointer = try openPointer()
    let list = try slots.map { reference throws(LuaError) in try self.number(of: reference) } ?? 0
    let globals = try number(of: environment.reference)
    var number: Int32 = 0
    var status = CLUA_FAILED
    func compile(_ buffer: UnsafeBufferPointer<UInt8>) {
      let text = clua_Bytes(bytes: buffer.baseAddress, length: buffer.count)
      status = clua_load(pointer, text, "@" + name, globals, list, &number)
    }
    if source.withContiguousStorageIfAvailable(compile) == nil {
      ContiguousArray(source).withUnsafeBufferPointer(compile)
    }
    guard status == CLUA_OK else { throw failure(status).atMistake(in: source) }
    return LuaFunction(stateHandle: stateHandle, number: number)
  }

  /// Makes a function of a script that was compiled in this process before.
  ///
  /// It is what compiling the text again would answer, positions included, in less time.
  ///
  /// - Parameters:
  ///   - script: The compiled script.
  ///   - environment: Its globals.
  /// - Returns: A function that runs the script when it is called.
  /// - Throws: ``LuaErrorCode/memoryLimit``.
  public func load(
    _ script: LuaCompiledScript,
    environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction {
    let pointer = try openPointer()
    let globals = try number(of: environment.reference)
    remember(chunk: script.name)
    var number: Int32 = 0
    let status = script.bytes.withUnsafeBufferPointer { buffer in
      clua_revive(
        pointer,
        clua_Bytes(bytes: buffer.baseAddress, length: buffer.count),
        globals,
        &number
      )
    }
    guard status == CLUA_OK else { throw failure(status) }
    return LuaFunction(stateHandle: stateHandle, number: number)
  }

  /// Compiles a script from a string.
  ///
  /// - Throws: As for its bytes.
  public func load(
    _ source: String,
    name: String,
    environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction {
    try load(source.utf8, name: name, environment: environment)
  }

  private func checkSource(_ source: some Collection<UInt8>, _ name: String) throws(LuaError) {
    let start = LuaPosition(file: name, line: 1)
    if source.count > limits.sourceBytes {
      throw LuaError(
        .badSource,
        "the script has \(source.count) bytes, \(limits.sourceBytes) are allowed",
        position: start
      )
    }
    if source.first == 27 {
      throw LuaError(.badSource, "compiled Lua is not accepted, only text", position: start)
    }
  }

  /// Notes how Lua will spell a script's name in front of its messages.
  private func remember(chunk name: String) {
    let utf8 = Array(name.utf8)
    let room = 59
    if utf8.count <= room {
      scripts.names[name] = name
    } else {
      scripts.names["..." + String(decoding: utf8.suffix(room - 3), as: UTF8.self)] = name
    }
  }
}

extension LuaFunction {
  /// Answers what a script was compiled to.
  ///
  /// - Parameter name: The script's name.
  /// - Returns: The compiled script, or `nil` for what ``LuaState/load(_:name:environment:)-(Collection<UInt8>,_,_)``
  ///   did not answer, once the state is closed, or without memory for it.
  /// - Complexity: O(*n*) in the size of the script.
  public func compiled(name: String) -> LuaCompiledScript? {
    guard let pointer = stateHandle.pointer else { return nil }
    let bytes = clua_dump(pointer, number)
    guard bytes.length > 0 else { return nil }
    return LuaCompiledScript(
      name: name,
      bytes: Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.length))
    )
  }
}

extension LuaError {
  /// The error at its place in the text, where Lua reports the line at which it found it.
  fileprivate func atMistake(in source: some Collection<UInt8>) -> LuaError {
    guard code == .syntaxError, let position else { return self }
    let tree = LuaTree(Array(source))
    guard let problem = tree.problemFoundLate(message) else { return self }
    var error = self
    let line = LineTable(tree.text).line(of: problem.start)
    error.position = LuaPosition(file: position.file, line: line)
    return error
  }
}

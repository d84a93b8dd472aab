internal import CLua
import LuaSyntax

extension LuaState {
  /// Makes a fresh table of globals with everything that a script may use.
  ///
  /// Environments share nothing: a change by one script is not visible in another environment.
  public func makeEnvironment() throws(LuaError) -> LuaEnvironment {
    LuaEnvironment(
      try makeReference { pointer, _, number in clua_make_environment(pointer, number) }
    )
  }

  /// Replaces globals by fresh ones, for a test runner that runs the same scripts again.
  ///
  /// Scripts that are compiled from now on get the fresh globals. Existing functions keep their
  /// globals.
  package func renew(_ environment: LuaEnvironment) throws(LuaError) {
    let status = clua_renew_environment(try openPointer(), try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Copies globals from a table; tables in it without a metatable are copied as well.
  package func copy(_ table: LuaReference, into environment: LuaEnvironment) throws(LuaError) {
    let status = clua_copy_fields(
      try openPointer(),
      try number(of: table),
      try number(of: environment.reference)
    )
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Makes the functions that scripts add to `string` methods of texts.
  ///
  /// All texts of a state share their methods, so only one environment at a time can have this.
  /// Lua's own methods stay even if a script replaces the function in `string`.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit``.
  package func findMethods(in environment: LuaEnvironment) throws(LuaError) {
    let status = clua_adopt_strings(try openPointer(), try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Makes `os.time` and `os.date` call a function for the current Unix time in seconds.
  ///
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
  ///   - source: The script's text; compiled Lua is rejected.
  ///   - name: The name for positions, such as `routes/cart.lua`. A name that begins with `//`
  ///     marks the host's own script: positions and tracebacks omit it.
  ///   - environment: Its globals.
  ///   - countsLines: Whether its lines are counted while line counting is on. Default: yes.
  /// - Returns: A function that runs the script when it is called.
  /// - Throws: ``LuaErrorCode/syntaxError`` with file, line and the nearby text,
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

  /// Compiles a script unchanged, or with `slots` a version that counts in them.
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

  /// Makes a function from a script that was compiled in this process before.
  ///
  /// The result is the same as if the text were compiled again, including positions, but takes less
  /// time.
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

  /// Gives a script other globals for its next run, which takes less time than loading it.
  ///
  /// The functions that it made before keep their globals.
  ///
  /// - Returns: Whether the script belongs to this state.
  package func move(
    _ script: LuaFunction,
    to environment: LuaEnvironment
  ) throws(LuaError) -> Bool {
    guard script.stateHandle === stateHandle else { return false }
    let status = clua_join(
      try openPointer(),
      script.number,
      try number(of: environment.reference)
    )
    guard status == CLUA_OK else { throw failure(status) }
    return true
  }

  /// Compiles a script from a string.
  ///
  /// - Throws: The same errors as for its bytes.
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
        "the script has \(source.count) bytes; at most \(limits.sourceBytes) are allowed",
        position: start
      )
    }
    if source.first == 27 {
      throw LuaError(.badSource, "compiled Lua is not accepted, only text", position: start)
    }
  }

  /// Records how Lua will abbreviate a script's name in its messages.
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
  /// Whether the lines of its state are counted; a script then belongs to that state.
  package var isCounted: Bool { stateHandle.state?.isCountingLines ?? false }

  /// Returns the compiled form of a script.
  ///
  /// - Parameter name: The script's name.
  /// - Returns: The compiled script, or `nil` for a function that is not a result of
  ///   ``LuaState/load(_:name:environment:)-(Collection<UInt8>,_,_)``, if the state is closed, or
  ///   if memory runs out.
  /// - Complexity: O(*n*) in the size of the script.
  public func compiled(name: String) -> LuaCompiledScript? {
    compiled(name: name, namesLocals: true)
  }

  /// Returns the compiled form of a script, with or without the names of local variables.
  ///
  /// Without them, a state makes the script in less than half of the time, but errors such as
  /// `attempt to index a nil value` do not name the variable.
  package func compiled(name: String, namesLocals: Bool) -> LuaCompiledScript? {
    guard let pointer = stateHandle.pointer else { return nil }
    let bytes = clua_dump(pointer, number, namesLocals)
    guard bytes.length > 0 else { return nil }
    return LuaCompiledScript(
      name: name,
      bytes: Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.length))
    )
  }
}

extension LuaError {
  /// Moves the error to the place of the mistake; Lua reports the line where it noticed it.
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

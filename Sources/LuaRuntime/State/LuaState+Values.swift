internal import CLua

extension LuaState {
  /// Copies the value of a reference out of Lua, tables down to `depth` levels; all levels if
  /// omitted.
  public func read(_ reference: LuaReference, depth: Int? = nil) throws(LuaError) -> LuaValue {
    let pointer = try openPointer()
    let number = try number(of: reference)
    return try output(clua_read(pointer, number, depth.map { UInt32(clamping: $0) } ?? copyDepth))
  }

  /// Copies one field of a table that is held by reference, without its metatable.
  public func read(
    _ table: LuaReference,
    key: LuaKey,
    depth: Int? = nil
  ) throws(LuaError) -> LuaValue {
    let pointer = try openPointer()
    let number = try number(of: table)
    let writer = LuaWriter()
    try writer.write([key.value], for: self)
    let levels = depth.map { UInt32(clamping: $0) } ?? copyDepth
    return try output(clua_read_field(pointer, number, writer.written, levels))
  }

  /// Makes a value in Lua and holds it by reference, so that the same table can be passed
  /// repeatedly.
  public func hold(_ value: LuaValue) throws(LuaError) -> LuaReference {
    try makeReference(of: value.typeName, writing: [value], clua_hold)
  }

  /// Makes a value in Lua from written values, and holds it by reference.
  func makeReference(
    of typeName: String = "table",
    writing values: [LuaValue] = [],
    _ make: (OpaquePointer, clua_Bytes, UnsafeMutablePointer<Int32>) -> clua_Status
  ) throws(LuaError) -> LuaReference {
    let pointer = try openPointer()
    let writer = LuaWriter()
    try writer.write(values, for: self)
    var number: Int32 = 0
    let status = make(pointer, writer.written, &number)
    guard status == CLUA_OK else { throw failure(status) }
    return LuaReference(stateHandle: stateHandle, number: number, typeName: typeName)
  }

  /// Makes a table in Lua that scripts can read and iterate over, but not change.
  ///
  /// - Parameters:
  ///   - table: Its content.
  ///   - name: Its name in the error for a change.
  ///   - advice: The reason for the error, and what to do instead.
  /// - Returns: The table.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func seal(
    _ table: LuaTable,
    name: String,
    advice: String
  ) throws(LuaError) -> LuaReference {
    try makeReference(writing: [.table(table), .string(name), .string(advice)], clua_seal)
  }

  /// Makes a table with a metatable.
  ///
  /// - Parameters:
  ///   - table: Its content.
  ///   - metatable: The metatable, held by the host.
  /// - Returns: The table.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func hold(
    _ table: LuaTable,
    metatable: LuaReference
  ) throws(LuaError) -> LuaReference {
    let meta = try number(of: metatable)
    return try makeReference(writing: [.table(table)]) { clua_hold_with($0, meta, $1, $2) }
  }

  /// Makes a table in Lua that computes some values when a script first reads one of them.
  ///
  /// - Parameters:
  ///   - table: Values, and the texts of the values to compute.
  ///   - parsers: The functions that convert texts to values, by the texts' keys; each text of a
  ///     list is converted.
  /// - Returns: The table.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeUnread(
    _ table: LuaTable,
    parsers: [String: LuaFunction]
  ) throws(LuaError) -> LuaReference {
    let functions = parsers.map { LuaField(key: .string($0.key), value: .function($0.value)) }
    let parts: [LuaValue] = [.table(table), .table(LuaTable(fields: functions))]
    return try makeReference(writing: parts, clua_make_unread)
  }

  /// Makes an empty table for plain data: scripts may assign everything except functions.
  ///
  /// - Parameter node: If given, the declared fields, in the form that `plain.c` describes.
  /// - Returns: The table.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makePlainTable(node: LuaReference? = nil) throws(LuaError) -> LuaReference {
    var described: Int32 = -1
    if let node { described = try number(of: node) }
    return try makeReference { pointer, _, number in clua_make_plain(pointer, described, number) }
  }

  /// Marks a table as a list even while it is empty.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - other: If given, `table` is marked only if this one is a list.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for the mark.
  public func noteList(
    _ table: LuaReference,
    like other: LuaReference? = nil
  ) throws(LuaError) {
    let pointer = try openPointer()
    let number = try number(of: table)
    var like: Int32 = -1
    if let other { like = try self.number(of: other) }
    let status = clua_note_list(pointer, number, like)
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Sets fields of a table that is held by reference, without its metatable.
  ///
  /// A table for plain data checks the values nevertheless.
  func assign(_ table: LuaReference, _ pairs: [LuaValue]) throws(LuaError) {
    let pointer = try openPointer()
    let number = try number(of: table)
    let writer = LuaWriter()
    try writer.write(pairs, for: self)
    let status = clua_assign(pointer, number, writer.written)
    guard status == CLUA_OK else { throw failure(status) }
  }

  /// Sets a field of a table that is held by reference, without its metatable.
  public func set(
    _ table: LuaReference,
    _ key: LuaKey,
    to value: LuaValue
  ) throws(LuaError) {
    try assign(table, [key.value, value])
  }

  private func output(_ status: clua_Status) throws(LuaError) -> LuaValue {
    guard status == CLUA_OK else { throw failure(status) }
    var reader = LuaReader(clua_output(try openPointer()), of: self)
    return reader.list().first ?? .nil
  }
}

/// The methods and events of host objects that hold a `Payload`.
public struct LuaClassDefinition<Payload> {
  /// The name that scripts see, such as `Location`.
  public var name: String
  /// The methods.
  public var methods: [LuaMethod]
  /// The names of the fields, for messages about unknown ones.
  public var fieldNames: [String]
  /// Reads a field; nil means there is no such field, which is an error in the script.
  public var get: ((Payload, String) throws -> LuaValue?)?
  /// Writes a field; false means it cannot be written, which is an error in the script.
  public var set: ((Payload, String, LuaValue) throws -> Bool)?
  /// Makes the text for `tostring`.
  public var describe: ((Payload) -> String)?
  /// Compares two different objects for `==`.
  public var equals: ((Payload, Payload) -> Bool)?
  /// Joins for `..`; either side may be the object.
  public var join: ((LuaValue, LuaValue) throws -> LuaValue)?
  /// Answers a call of the object as a function; argument 0 is the object.
  public var call: ((LuaCall) throws -> LuaAnswer)?
  /// Answers `#object`.
  public var length: ((Payload) -> Int)?
  /// Lists what `pairs` goes through, in order.
  public var pairs: ((Payload) throws -> [LuaField])?
  /// Ends a `<close>` variable that holds the object; with the error that leaves its block, if one
  /// does, tables inside of it as references.
  public var close: ((Payload, LuaValue) throws -> Void)?

  /// Begins a definition.
  ///
  /// - Parameters:
  ///   - name: The name that scripts see.
  ///   - fieldNames: The names of its fields.
  ///   - methods: Its methods.
  public init(_ name: String, fieldNames: [String] = [], methods: [LuaMethod] = []) {
    self.name = name
    self.fieldNames = fieldNames
    self.methods = methods
  }
}

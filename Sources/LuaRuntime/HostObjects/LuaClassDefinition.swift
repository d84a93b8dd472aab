/// The methods and events of host objects that hold a `Payload`.
public struct LuaClassDefinition<Payload> {
  /// The name that scripts see, such as `Location`.
  public var name: String
  /// The methods.
  public var methods: [LuaMethod]
  /// The names of the fields, for messages about unknown ones.
  public var fieldNames: [String]
  /// Reads a field; nil means that the field does not exist, which is an error in the script.
  public var get: ((Payload, String) throws -> LuaValue?)?
  /// Writes a field; false means it cannot be written, which is an error in the script.
  public var set: ((Payload, String, LuaValue) throws -> Bool)?
  /// Makes the text for `tostring`.
  public var describe: ((Payload) -> String)?
  /// Compares two different objects for `==`.
  public var equals: ((Payload, Payload) -> Bool)?
  /// Concatenates for `..`; either side may be the object.
  public var join: ((LuaValue, LuaValue) throws -> LuaValue)?
  /// Called when a script calls the object as a function; argument 0 is the object.
  public var call: ((LuaCall) throws -> LuaAnswer)?
  /// Returns the value of `#object`.
  public var length: ((Payload) -> Int)?
  /// Returns the fields for `pairs`, in order.
  public var pairs: ((Payload) throws -> [LuaField])?
  /// Called when a `<close>` variable that holds the object ends, with the error that leaves its
  /// block, if any; tables inside it are references.
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

import LuaRuntime
public import Moonroute

/// A type of the program whose objects scripts may hold, with the methods they may call.
struct HostType: Sendable {
  /// A method: gets the object and the arguments.
  typealias Method = @Sendable (any Sendable, [Value]) throws -> Value

  /// The name that scripts see.
  let name: String

  /// Whether an object is of the type.
  let accepts: @Sendable (any Sendable) -> Bool

  let methods: [String: Method]

  /// The arguments and the answers of methods as far as they are known, by name.
  let signatures: [String: HostSignature]
}

extension HostOffers {
  /// Offers a type: its objects have a name and methods in scripts, any other is without both.
  ///
  /// ```swift
  /// offers.type("Profile", Profile.self, methods: [
  ///   "greet": { profile, arguments in .text("hello \(profile.name)") }
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, as in `resources.get("/me", "Profile")`.
  ///   - type: The type.
  ///   - methods: What scripts can do with an object, by name. Default: nothing.
  ///   - signatures: The arguments and answers of methods, for editors. Default: not known.
  public mutating func type<Object: Sendable>(
    _ name: String,
    _ type: Object.Type,
    methods: [String: @Sendable (Object, [Value]) throws -> Value] = [:],
    signatures: [String: HostSignature] = [:]
  ) {
    claim(type: name)
    for method in signatures.keys.sorted() {
      check(signatures[method] ?? HostSignature(), of: "\(name):\(method)")
    }
    types.append(
      HostType(
        name: name,
        accepts: { $0 is Object },
        methods: methods.mapValues { method in
          { object, arguments in
            guard let object = object as? Object else {
              throw RouterError(.wrongType, "The method is for an object of type '\(name)'.")
            }
            return try method(object, arguments)
          }
        },
        signatures: signatures
      )
    )
  }
}

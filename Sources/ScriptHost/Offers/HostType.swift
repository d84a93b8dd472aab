import LuaRuntime
public import Moonroute

/// A type of the program that scripts may hold objects of, with the methods they may call.
struct HostType: Sendable {
  /// A method: gets the object and the arguments.
  typealias Method = @Sendable (any Sendable, [Value]) throws -> Value

  let name: String

  let accepts: @Sendable (any Sendable) -> Bool

  let methods: [String: Method]

  /// The known parameters and results of methods, by name.
  let signatures: [String: HostSignature]
}

extension HostOffers {
  /// Offers a type: in scripts, its objects have a name and methods; other objects have none.
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
  ///   - methods: The methods, by name. Default: none.
  ///   - signatures: The parameters and results of methods, for editors. Default: unknown.
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

import Moonroute

extension Screen {
  /// The name of the property that carries the payload of a screen.
  static let payloadName = "payload"

  /// The payload, when it is of the type asked for.
  func payload<Payload>(of type: Payload.Type) -> Payload? {
    self[Self.payloadName].object(as: Payload.self)
  }
}

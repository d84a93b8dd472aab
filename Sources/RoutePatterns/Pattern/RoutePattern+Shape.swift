extension RoutePattern {
  /// The pattern without the names of its parameters: patterns of one shape fit the same locations.
  package var shape: [UInt8] { form.bytes }
}

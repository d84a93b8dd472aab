internal import CLua

extension LuaPosition {
  /// Copies a place that C found, or answers nil where there is none.
  init?(_ place: clua_Place) {
    guard place.line > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: place.file, count: place.length)
    self.init(file: String(decoding: bytes, as: UTF8.self), line: Int(place.line))
  }
}

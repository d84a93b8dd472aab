extension Location: LosslessStringConvertible {
  /// The location as text: parsing it by the same rules gives an equal location.
  ///
  /// Only what has to be is escaped; other alphabets stay readable.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the location in UTF-8 bytes.
  public var description: String {
    storage.withBytes { bytes in
      var printer = LocationPrinter(bytes, layout)
      printer.printAll()
      return printer.text
    }
  }

  /// The bytes that the text takes as it is kept.
  package var byteCount: Int { storage.withBytes(\.count) }

  /// The path as text: parsing it gives the same segments.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  public var path: String {
    storage.withBytes { bytes in
      var printer = LocationPrinter(bytes, layout)
      printer.printRootedPath()
      return printer.text
    }
  }
}

#if Releases
package import MessageStream

/// JSON that every reader understands in the same way.
package enum StrictJSON {
  package static let depthLimit = 16

  /// Parses the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - file: The name of the file, for errors.
  ///   - limit: The maximum number of bytes.
  ///   - depth: The maximum depth of lists and objects.
  /// - Returns: The value.
  /// - Throws: ``TrustError`` with the byte.
  package static func parse(
    _ bytes: [UInt8],
    of file: String,
    limit: Int,
    depth: Int = depthLimit
  ) throws(TrustError) -> JSON {
    guard bytes.count <= limit else { throw TrustError(file, .tooLarge(limit: limit)) }
    do {
      return try JSONParser.parseStrictly(bytes, depth: depth)
    } catch {
      throw TrustError(file, .invalidJSON("\(error)"))
    }
  }
}
#endif

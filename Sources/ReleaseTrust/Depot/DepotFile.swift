#if Releases
/// A file that an author writes into a depot.
package struct DepotFile: Sendable, Equatable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}
#endif

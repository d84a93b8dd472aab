/// The reason why something is not a bundle.
package struct BundleError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

#if Releases
package import MessageStream
package import ScriptHost

extension ScriptBundle {
  /// Checks that the bundle matches its description in the depot.
  package func expect(app: String, _ custom: JSON) throws(BundleError) {
    guard self.app == app else {
      throw BundleError("The bundle belongs to the application '\(self.app)', not to '\(app)'.")
    }
    guard case .object(let described) = custom else { return }
    for field in described where field.name != "access" {
      guard summary[field.name] == field.value else {
        throw BundleError(
          "'\(field.name)' in the bundle differs from the depot's metadata. Release it again."
        )
      }
    }
  }
}
#endif

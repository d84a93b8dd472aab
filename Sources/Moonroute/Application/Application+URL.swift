#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Application {
  /// Opens a link that the system hands over.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - options: How this open differs from an ordinary one.
  /// - Returns: How it ended.
  public func open(_ url: URL, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(url.absoluteString, options: options)
  }
}

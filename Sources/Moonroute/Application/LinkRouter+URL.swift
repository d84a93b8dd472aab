#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LinkRouter {
  /// Opens a link that the system delivers.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - options: The options of this open.
  /// - Returns: The outcome.
  public func open(_ url: URL, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(url.absoluteString, options: options)
  }
}

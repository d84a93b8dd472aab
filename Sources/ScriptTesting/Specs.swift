public import ScriptHost

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Runs the specs of scripts inside a program's own tests.
///
/// ```swift
/// @Test(arguments: try await Specs.run(in: URL(filePath: "Scripts/spec")))
/// func `every spec of the rules holds`(result: SpecResult) {
///   #expect(!result.hasFailed, "\(result.report)")
/// }
/// ```
public enum Specs {
  /// Runs every spec below a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, or one spec file.
  ///   - selection: The tests to run. Default: all.
  ///   - offering: Adds the program's functions and values. Default: none; `headless.lua` runs in
  ///     any case.
  /// - Returns: A result for each test and each other failure.
  /// - Throws: ``SpecProblem`` if the folder contains no spec.
  public static func run(
    in folder: URL,
    selection: SpecSelection = SpecSelection(),
    offering: @escaping @Sendable (inout HostOffers) -> Void = { _ in }
  ) async throws(SpecProblem) -> [SpecResult] {
    let finder = SpecFinder()
    let path = folder.path(percentEncoded: false)
    let files = try finder.files(in: [path])
    guard !files.isEmpty else { throw .noFiles([path], patterns: finder.patterns) }
    var runner = SpecRunner()
    runner.selection = selection
    runner.offering = offering
    let results = SpecResults()
    _ = await runner.run(files) { event in
      if case .ended(let result) = event { results.add(result) }
    }
    return results.all
  }
}

extension SpecResult: CustomStringConvertible {
  /// The full name.
  public var description: String { name }

  /// The result formatted for people.
  public var report: String {
    FailureText(isColoured: false).lines(self).joined(separator: "\n")
  }
}

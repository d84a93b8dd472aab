import Moonroute

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HostOffers {
  /// Writes the names and types of all offers into a file, for `moonroute check`, `moonroute types`
  /// and editors.
  ///
  /// The same offers always write the same bytes. Call it from a test or a build step of the
  /// program, and store the file as `offers.json` in the folder of `main.lua`.
  ///
  /// ```swift
  /// var offers = HostOffers()
  /// offers.function("stock", takes: ["id": "integer"]) { (id: Int) in 3 }
  /// try offers.write(to: scripts.appending(path: "offers.json"))
  /// ```
  ///
  /// - Parameter file: The file; its folder is created if it does not exist.
  /// - Throws: ``ScriptProblems`` for offers that collide, or if the file cannot be written.
  public func write(to file: URL) throws(ScriptProblems) {
    guard problems.isEmpty else {
      throw ScriptProblems(problems.map { ScriptProblem($0.code, $0.message) })
    }
    do throws(FileError) {
      let (page, path) = (OfferList(self).json.page, file.path(percentEncoded: false))
      try OfferList.reader.writer.write(Array(page.utf8), to: path)
    } catch {
      throw ScriptProblems(ScriptProblem(.storageFailed, "\(error)"))
    }
  }

  mutating func describe(
    _ name: String,
    _ signature: HostSignature,
    inputs: [Any.Type]? = nil,
    output: Any.Type? = nil
  ) {
    check(signature, of: "host.\(name)")
    signatures[name] = signature.filled(inputs: inputs, output: output)
  }

  mutating func check(_ signature: HostSignature, of name: String) {
    guard let problem = signature.problem else { return }
    problems.append(RouterError(.wrongType, "The description of '\(name)': \(problem)"))
  }
}

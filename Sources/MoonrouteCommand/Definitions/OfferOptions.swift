#if Command
import ArgumentParser
import ScriptHost

/// The option that names what the program offers.
struct OfferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the program offers, as it wrote it with offers.write(to:); offers.json beside main.lua unless told.",
      valueName: "file"
    ),
    completion: .file(extensions: ["json"])
  )
  var offers: String?

  /// Reads the list of what the program offers.
  ///
  /// - Parameter folder: The folder of the application, where the file lies unless it is named.
  /// - Returns: The list, or `nil` when no file tells.
  /// - Throws: A validation error for a file that is missing or wrong.
  func list(in folder: String) throws -> OfferList? { try Self.list(offers, in: folder) }

  /// Reads the list of a file, or of the one that lies beside `main.lua`.
  static func list(_ offers: String?, in folder: String) throws -> OfferList? {
    let path = offers ?? folder + "/offers.json"
    let bytes: [UInt8]?
    do throws(FileRefusal) {
      bytes = try FileReader(limit: 16 << 20).bytes(of: path)
    } catch {
      throw ValidationError("\(error)")
    }
    guard let bytes else {
      if offers == nil { return nil }
      throw ValidationError("There is no file '\(path)'. Let the program write it.")
    }
    do throws(OfferProblem) {
      return try OfferList(reading: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ValidationError("\(path): \(error)")
    }
  }
}
#endif

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
    let path = offers ?? "\(folder)/\(OfferList.file)"
    let list: OfferList?
    do throws(OfferError) {
      list = try OfferList.list(in: path)
    } catch {
      throw ValidationError("\(path): \(error)")
    }
    guard list != nil || offers == nil else {
      throw ValidationError("There is no file '\(path)'. Let the program write it.")
    }
    return list
  }
}
#endif

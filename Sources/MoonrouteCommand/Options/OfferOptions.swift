#if Command
import ArgumentParser
import ScriptHost

struct OfferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The program's offers, written by offers.write(to:). (default: offers.json next to main.lua)",
      valueName: "file"
    ),
    completion: .file(extensions: ["json"])
  )
  var offers: String?

  func list(in folder: String) throws -> OfferList? { try Self.list(offers, in: folder) }

  /// Reads the list from a file, by default the one in the folder of `main.lua`.
  static func list(_ offers: String?, in folder: String) throws -> OfferList? {
    let path = offers ?? "\(folder)/\(OfferList.file)"
    let list: OfferList?
    do throws(OfferError) {
      list = try OfferList.list(in: path)
    } catch {
      throw ValidationError("\(path): \(error)")
    }
    guard list != nil || offers == nil else {
      throw ValidationError("There is no file '\(path)'. Write it with offers.write(to:).")
    }
    return list
  }
}
#endif

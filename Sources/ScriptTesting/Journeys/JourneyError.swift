/// The reasons why a journey cannot be written.
package enum JourneyError: Error, Equatable {
  case noFolder
  case tooMany
  case exists(String)
  /// The item at the path is a link or a folder.
  case notOrdinary(String)
  case outside
  case tooLong
  case refused(String)
}

extension JourneyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noFolder: "The scripts are not in a folder, so journeys cannot be saved."
    case .tooMany:
      "There are \(JourneyFolder.limit) journeys already. Remove one from '\(JourneyFolder.place)'."
    case .exists(let path):
      "There is a journey '\(path)' already. Replace it, or choose another name."
    case .notOrdinary(let path):
      "'\(path)' is not an ordinary file. Remove it, or choose another name."
    case .outside:
      "'\(JourneyFolder.place)' is outside the application. Replace it with a real folder."
    case .tooLong: "The journey is larger than 512 KiB. Shorten it."
    case .refused(let reason): reason
    }
  }
}

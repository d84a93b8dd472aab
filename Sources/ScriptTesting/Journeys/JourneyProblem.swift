/// Something that keeps a journey from being written.
package enum JourneyProblem: Error, Equatable {
  /// The scripts lie in no folder.
  case noFolder
  /// There are too many already.
  case tooMany
  /// There is one already, of this path.
  case exists(String)
  /// A link or a folder stands at its path.
  case notOrdinary(String)
  /// The folder of the journeys is elsewhere.
  case outside
  /// It has too many bytes to be read again.
  case tooLong
  /// The system refuses.
  case refused(String)
}

extension JourneyProblem: CustomStringConvertible {
  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .noFolder: "The scripts lie in no folder, where a journey could be kept."
    case .tooMany:
      "There are \(JourneyFolder.limit) journeys already. Remove one from '\(JourneyFolder.place)'."
    case .exists(let path):
      "There is a journey '\(path)' already. Replace it, or choose another name."
    case .notOrdinary(let path):
      "'\(path)' is no ordinary file. Remove it, or choose another name."
    case .outside:
      "'\(JourneyFolder.place)' leads out of the application. Put a folder itself there."
    case .tooLong: "The journey has more than 1 MiB. Do less in it."
    case .refused(let reason): reason
    }
  }
}

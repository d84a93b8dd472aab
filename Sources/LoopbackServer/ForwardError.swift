#if Inspector
import MessageStream
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The reason why what another server is asked is not answered.
package enum ForwardError: Error, Equatable, CustomStringConvertible {
  /// A text that is no address.
  case badAddress(String)
  /// An address without its key.
  case missingKey(String)
  /// A place where nothing answers, and why.
  case unreachable(place: String, reason: String)
  /// A server that has another key.
  case refusedKey(place: String)
  /// A server that is reached under another port than its own, and its words.
  case otherPort(place: String, words: String)
  /// A place where something else answers.
  case notServer(place: String)
  /// A server that speaks another version.
  case otherVersion(place: String, theirs: Int, own: Int)
  /// A server that said nothing for a time.
  case silent(place: String, time: Duration)
  /// A server that answered more than is taken.
  case tooLarge(place: String, limit: Int)

  /// The message for people.
  package var description: String {
    switch self {
    case .badAddress(let text):
      "'\(text)' is not an address of an inspector. Give it as the program printed it:"
        + " http://127.0.0.1:PORT/#key=KEY."
    case .missingKey(let text):
      "'\(text)' lacks the key of 32 digits. Give the whole address that the program printed, in"
        + " quotation marks: 'http://127.0.0.1:PORT/#key=KEY'."
    case .unreachable(let place, let reason):
      "Nothing answers at \(place): \(reason). Does the program run, and is its port forwarded"
        + " (adb forward tcp:PORT tcp:PORT, or iproxy PORT PORT)?"
    case .refusedKey(let place):
      "The program at \(place) has another key. If it was started again, take the address that it"
        + " printed then."
    case .otherPort(let place, let words):
      "The program is reached at \(place), which is not its own port. It says: \(words) Forward its"
        + " port under the same number."
    case .notServer(let place):
      "\(place) answers, but not as an inspector does. Is it the port that the program printed?"
    case .otherVersion(let place, let theirs, let own):
      "The program at \(place) speaks version \(theirs) of the inspector's wire, and this moonroute"
        + " version \(own). Take a moonroute of the version that the program was built with."
    case .silent(let place, let time):
      "The program at \(place) has said nothing for \(time.components.seconds) s. Is it stopped, or in"
        + " the background?"
    case .tooLarge(let place, let limit):
      "The program at \(place) answers more than \(limit >> 20) MiB, which is not taken."
    }
  }

  /// The name of the reason for programs.
  package var code: String {
    switch self {
    case .badAddress, .missingKey: "bad_address"
    case .unreachable: "far_gone"
    case .refusedKey: "far_key"
    case .otherPort: "far_port"
    case .notServer: "far_unknown"
    case .otherVersion: "far_version"
    case .silent: "far_silent"
    case .tooLarge: "far_too_large"
    }
  }

  /// Whether the server cannot be asked anything; else it was one request that failed.
  package var isLasting: Bool {
    switch self {
    case .silent, .tooLarge: false
    default: true
    }
  }

  /// The answer to the request that failed: `{"error":{"code":…,"message":…}}`.
  package var content: ServerContent {
    let status = if case .silent = self { 504 } else { 502 }
    return Refusal(status: status, code: code, message: description).content
  }

  /// The reason of a connection that did not come about.
  init(_ error: any Error, place: String) {
    let errors = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    let reason =
      if let code = errors.lazy.compactMap({ ($0 as? IOError)?.errnoCode }).first {
        code == ECONNREFUSED ? "nothing listens there" : String(cString: strerror(code))
      } else if case .connectTimeout(let time)? = errors.first as? ChannelError {
        "no connection in \(time.nanoseconds / 1_000_000_000) s"
      } else if error is NIOConnectionError {
        "no address of this name"
      } else {
        "the connection ended"
      }
    self = .unreachable(place: place, reason: reason)
  }
}
#endif

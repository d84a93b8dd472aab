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

/// The reason why another server did not answer a request.
package enum ForwardError: Error, Equatable, CustomStringConvertible {
  /// A text that is not an address.
  case badAddress(String)
  case missingKey(String)
  /// An address that nothing answers at, and the reason.
  case unreachable(place: String, reason: String)
  /// A server with a different key.
  case refusedKey(place: String)
  /// A server that is reached through a different port, and its message.
  case otherPort(place: String, words: String)
  /// An address at which another kind of server answers.
  case notServer(place: String)
  /// A server with another protocol version.
  case otherVersion(place: String, theirs: Int, own: Int)
  /// A server that did not answer in time.
  case silent(place: String, time: Duration)
  /// A server with a response that exceeds the limit.
  case tooLarge(place: String, limit: Int)

  package var description: String {
    switch self {
    case .badAddress(let text):
      "'\(text)' is not an inspector address. Use the address that the program printed:"
        + " http://127.0.0.1:PORT/#key=KEY."
    case .missingKey(let text):
      "'\(text)' has no 32-digit key. Use the whole address that the program printed, in"
        + " quotation marks: 'http://127.0.0.1:PORT/#key=KEY'."
    case .unreachable(let place, let reason):
      "Nothing answers at \(place): \(reason). Does the program run, and is its port forwarded"
        + " (adb forward tcp:PORT tcp:PORT, or iproxy PORT PORT)?"
    case .refusedKey(let place):
      "The program at \(place) has a different key. If it was restarted, use the address that it"
        + " printed then."
    case .otherPort(let place, let words):
      "\(place) is not the program's own port. It says: \(words) Forward its port"
        + " under the same number."
    case .notServer(let place):
      "\(place) answers, but it is not an inspector. Is it the port that the program printed?"
    case .otherVersion(let place, let theirs, let own):
      "The program at \(place) uses version \(theirs) of the inspector's protocol, but this"
        + " moonroute uses version \(own). Use the moonroute version that the program was built with."
    case .silent(let place, let time):
      "The program at \(place) has not answered for \(time.components.seconds) s. Is it stopped,"
        + " or in the background?"
    case .tooLarge(let place, let limit):
      "The program at \(place) sent more than \(limit >> 20) MiB, which exceeds the limit."
    }
  }

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

  /// Whether the server cannot answer any request; otherwise, only this request failed.
  package var isLasting: Bool {
    switch self {
    case .silent, .tooLarge: false
    default: true
    }
  }

  /// The response to the failed request: `{"error":{"code":…,"message":…}}`.
  package var content: ServerContent {
    let status = if case .silent = self { 504 } else { 502 }
    return Refusal(status: status, code: code, message: description).content
  }

  init(_ error: any Error, place: String) {
    let errors = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    let reason =
      if let code = errors.lazy.compactMap({ ($0 as? IOError)?.errnoCode }).first {
        code == ECONNREFUSED ? "no program listens there" : String(cString: strerror(code))
      } else if case .connectTimeout(let time)? = errors.first as? ChannelError {
        "no connection in \(time.nanoseconds / 1_000_000_000) s"
      } else if error is NIOConnectionError {
        "no address has this name"
      } else {
        "the connection ended"
      }
    self = .unreachable(place: place, reason: reason)
  }
}
#endif

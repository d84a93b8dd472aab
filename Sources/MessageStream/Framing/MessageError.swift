/// The reason why a stream of messages ended, or could not begin.
package enum MessageError: Error, Equatable, CustomStringConvertible {
  /// A line before a message that is neither `Content-Length` nor `Content-Type`.
  case unknownHeader(String)
  /// A message without a usable `Content-Length`.
  case badLength(String)
  /// A message in another encoding than UTF-8.
  case badEncoding(String)
  /// Headers that do not come to an end.
  case longHeader(limit: Int)
  /// A message that is longer than the reader takes.
  case longMessage(bytes: Int, limit: Int)
  /// An end in the middle of a message.
  case cutShort
  /// A reader at the other end that takes nothing any more.
  case notRead(bytes: Int)
  /// A failure of the system, such as a port that is taken.
  case system(String)

  /// The message for people: the wrong thing, and the right one.
  package var description: String {
    switch self {
    case .unknownHeader(let line):
      "the header '\(line)' is none of this protocol. Send Content-Length."
    case .badLength(let text):
      "'\(text)' is no length of a message. Send Content-Length with its bytes, once."
    case .badEncoding(let text): "the messages are '\(text)'. Send UTF-8."
    case .longHeader(let limit): "the headers of a message are longer than \(limit) bytes."
    case .longMessage(let bytes, let limit):
      "a message has \(bytes) bytes, and may have \(limit)."
    case .cutShort: "the stream ended in the middle of a message."
    case .notRead(let bytes): "the other end does not read: \(bytes) bytes wait for it."
    case .system(let text): text
    }
  }
}

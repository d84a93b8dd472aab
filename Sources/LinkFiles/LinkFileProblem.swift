import TextTools

/// A mistake in a links file, or in the settings for one.
package enum LinkFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not JSON; devices ignore it.
  case notJSON(file: String, reason: String)
  /// The file is so large that devices ignore it.
  case tooLarge(file: String, bytes: Int)
  /// The file begins with a byte order mark.
  case byteOrderMark(file: String)
  /// A part of the file is missing or has the wrong type.
  case missing(file: String, place: String, expected: String)
  case emptyPattern(file: String, place: String, part: String)
  case noParts(file: String, place: String)
  case unknownVariable(file: String, place: String, name: String)
  case nestedVariable(file: String, name: String, value: String)
  case noStatement(file: String)
  case badManifest(file: String)
  case unknownField(name: String)
  case badSettings(field: String, expected: String)
  case badAppleID(String)
  case badPackage(String)
  case badFingerprint(String)
  case badHost(reason: String)

  package var description: String {
    switch self {
    case .notJSON(let file, let reason):
      "\(file): \(reason). Devices ignore the file."
    case .tooLarge(let file, let bytes):
      "\(file): \(bytes) bytes are more than the \(LinkWarning.byteLimit) that devices read. They "
        + "ignore the file."
    case .byteOrderMark(let file):
      "\(file): it begins with a byte order mark. Save it as UTF-8 without one."
    case .missing(let file, let place, let expected):
      "\(file): '\(place.printable)' is missing or is not \(expected)."
    case .emptyPattern(let file, let place, let part):
      "\(file): \(place) has an empty pattern for '\(part)', which makes the whole file invalid."
    case .noParts(let file, let place):
      "\(file): \(place) has no pattern, so it never matches. Write { \"/\": \"*\" }."
    case .unknownVariable(let file, let place, let name):
      "\(file): \(place) uses the variable '\(name.printable)', which the file does not define."
    case .nestedVariable(let file, let name, let value):
      "\(file): the variable '\(name.printable)' has the value '\(value.printable)'. Values cannot "
        + "contain variables."
    case .noStatement(let file):
      "\(file): no statement lets an Android app open links. Give one the relation "
        + "'\(AndroidLinkFile.relation)' and a target of the namespace 'android_app'."
    case .badManifest(let file):
      "\(file): it has no <intent-filter> that opens web links. Name a text manifest, not the "
        + "binary one of an APK."
    case .unknownField(let name):
      "'links' has no field '\(name.printable)'."
        + NearestNames.hintOrList(for: name, among: LinkSettings.fields)
    case .badSettings(let field, let expected):
      "'\(field.printable)' in 'links' is not \(expected)."
    case .badAppleID(let text):
      "'\(text.printable)' is not an Apple app ID. Write the team and the bundle, such as "
        + "TEAM123456.com.example.shop."
    case .badPackage(let text):
      "'\(text.printable)' is not an Android package. Write a name such as com.example.shop."
    case .badFingerprint(let text):
      "'\(text.printable)' is not a SHA-256 fingerprint. Write 32 pairs of hexadecimal digits with "
        + "':' between them, as 'keytool -list -v' prints them."
    case .badHost(let reason): reason
    }
  }
}

#if Releases
import TextTools

/// The reason why a file of a depot is refused.
public struct TrustError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    case missing
    case tooLarge(limit: Int)
    case invalidJSON(String)
    case field(String, expected: String)
    case unknownField(String)
    case notCanonical
    case wrongType(found: String, expected: String)
    case otherSpecification(String)
    case repeatedSignature(key: String)
    case badSignature(key: String)
    case tooFewSignatures(role: String, valid: Int, threshold: Int)
    case repeatedKey(String, String)
    case unknownKey(String)
    case wrongVersion(found: Int64, expected: Int64)
    case olderVersion(found: Int64, trusted: Int64)
    case olderReference(String, found: Int64, trusted: Int64)
    case unlisted(String)
    case wrongLength(found: Int, expected: Int)
    case wrongHash
    case expired(String)
    case wrongDelegations
    case foreignTarget(String, role: String)
    case tooManyRoots(Int)
    case otherApp(found: String, expected: String)
    case otherChannel(found: String, expected: String)
    case unknownBundle(String)
    case changedBundle(String)
    case tooManyVersions
    case notAKey
    case encryptedKey
    case keyOfAnotherRole(role: String)
    case signerFailed(String)
  }

  /// The path of the file in the depot, or the name of a key.
  package let file: String
  package let problem: Problem

  package init(_ file: String, _ problem: Problem) { (self.file, self.problem) = (file, problem) }

  /// The message: the file, the reason and the remedy.
  public var description: String { "\(file) \(reason)".printable }

  private var reason: String {
    switch problem {
    case .notAKey, .encryptedKey, .keyOfAnotherRole, .signerFailed: keyReason
    case .repeatedSignature, .badSignature, .tooFewSignatures, .repeatedKey, .unknownKey:
      signatureReason
    case .wrongVersion, .olderVersion, .olderReference, .tooManyRoots, .tooManyVersions, .expired:
      versionReason
    default: contentReason
    }
  }

  private var keyReason: String {
    switch problem {
    case .encryptedKey:
      "is encrypted. Decrypt it with 'openssl pkey', and protect the file with mode 0600."
    case .keyOfAnotherRole(let role):
      "is not a key of the role '\(role)' of this depot. Use the key that the depot lists for it."
    case .signerFailed(let reason): "signed nothing: \(reason). Check the signer."
    default:
      "is not an Ed25519 key in PKCS#8 PEM. Make one with 'moonroute keys new' or "
        + "'openssl genpkey -algorithm ed25519'."
    }
  }

  private var signatureReason: String {
    switch problem {
    case .repeatedSignature(let key):
      "has two signatures of the key \(key.prefix(8)). Sign it once with each key."
    case .badSignature(let key):
      "was changed after the key \(key.prefix(8)) signed it. Publish it again."
    case .tooFewSignatures(let role, let valid, let threshold):
      "has \(counted(valid, "valid signature")) of the role '\(role)', which needs \(threshold). "
        + "Sign it with the keys of this role."
    case .repeatedKey(let first, let second):
      "lists one key as \(first.prefix(8)) and as \(second.prefix(8)). List each key once."
    case .unknownKey(let key):
      "names the key \(key.prefix(8)), which it does not list. Add the key."
    default: ""
    }
  }

  private var versionReason: String {
    switch problem {
    case .wrongVersion(let found, let expected):
      "has version \(found) instead of \(expected). Publish again."
    case .olderVersion(let found, let trusted):
      "has version \(found), but version \(trusted) is known. Serve the newest files."
    case .olderReference(let name, let found, let trusted):
      "lists version \(found) of \(name), but version \(trusted) is known. Serve the newest files."
    case .tooManyRoots(let limit):
      "comes after \(limit) other root files in one update. The next update continues."
    case .tooManyVersions:
      "has the highest possible version. Restore the files from before the attack, and rotate the "
        + "keys."
    case .expired(let date): "expired at \(date). Renew it with 'moonroute channel renew'."
    default: ""
    }
  }

  private var contentReason: String {
    switch problem {
    case .missing: "does not exist. Publish again."
    case .tooLarge(let limit):
      "has more than \(counted(limit, "byte")). Serve the file that the author wrote."
    case .invalidJSON(let reason): "is \(reason). Serve the file that the author wrote."
    case .field(let name, let expected):
      name.isEmpty
        ? "is not \(expected). Publish it again."
        : "needs \(expected) as '\(name)'. Publish it again."
    case .unknownField(let name): "has an unknown field '\(name)'. Remove it."
    case .notCanonical: "is not canonical JSON. Write it with 'jq -jcS .'."
    case .wrongType(let found, let expected):
      "is a file of type '\(found)' instead of '\(expected)'. Publish it again."
    case .otherSpecification(let version):
      "follows TUF \(version) instead of 1.0. Write it with a version 1 library."
    case .unlisted(let name): "does not list \(name). Publish again."
    case .wrongLength(let found, let expected):
      "has \(counted(found, "byte")) instead of \(expected). Serve the file that the author wrote."
    case .wrongHash: "has another SHA-256 than is signed. Serve the file that the author wrote."
    case .wrongDelegations:
      "does not delegate exactly 'bundles/*' to releases and 'channels/*' to channels, both "
        + "terminating. Write it again."
    case .foreignTarget(let name, let role):
      "lists '\(name)', which does not belong to the role '\(role)'. Remove it."
    case .otherApp(let found, let expected):
      "belongs to the app '\(found)' instead of '\(expected)'. Use the depot of '\(found)', or"
        + " bundle it as '\(expected)'."
    case .otherChannel(let found, let expected):
      "is the record of the channel '\(found)' instead of '\(expected)'. Publish it again."
    case .unknownBundle(let name): "offers '\(name)', which is not admitted. Release it first."
    case .changedBundle(let name):
      "replaces '\(name)', which is admitted with other content. Use a new version."
    default: ""
    }
  }
}
#endif

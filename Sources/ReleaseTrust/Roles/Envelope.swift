#if Releases
import MessageStream

/// A metadata file: the signed value and its signatures.
struct Envelope {
  let file: String
  let signed: FieldReader
  /// The signatures by the id of their key.
  private let signatures: [String: [UInt8]]

  init(_ bytes: [UInt8], file: String, limit: Int) throws(TrustError) {
    self.file = file
    let fields = try FieldReader(StrictJSON.parse(bytes, of: file, limit: limit), file: file)
    try fields.allow(["signatures", "signed"])
    signed = try FieldReader(fields.json["signed"], file: file, path: "signed")
    var signatures: [String: [UInt8]] = [:]
    let list = try fields.objects("signatures")
    guard list.count <= TrustLimit.signatures else {
      throw fields.problem("signatures", "at most \(TrustLimit.signatures) signatures")
    }
    for signature in list {
      try signature.allow(["keyid", "sig"])
      let id = try signature.text("keyid")
      guard DepotPath.isKeyID(id) else {
        throw signature.problem("keyid", "an id of up to 128 visible ASCII characters")
      }
      guard signatures.updateValue(try signature.hex("sig", count: 64), forKey: id) == nil else {
        throw TrustError(file, .repeatedSignature(key: id))
      }
    }
    self.signatures = signatures
  }

  /// Checks that enough keys of a role signed the file, and that none of its signatures is wrong.
  func check(_ role: String, _ keys: RoleKeys) throws(TrustError) {
    let bytes = CanonicalJSON.bytes(signed.json)
    var valid = 0
    for (id, key) in keys.keys.sorted(by: { $0.key < $1.key }) {
      guard let signature = signatures[id] else { continue }
      guard key.verifies(signature, of: bytes) else {
        throw TrustError(file, .badSignature(key: id))
      }
      valid += 1
    }
    guard valid >= keys.threshold else {
      throw TrustError(
        file,
        .tooFewSignatures(role: role, valid: valid, threshold: keys.threshold)
      )
    }
  }
}
#endif

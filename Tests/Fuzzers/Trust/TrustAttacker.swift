#if Releases
import MessageStream
import ReleaseTrust
import TextTools

/// Changes the files of a depot, and signs some of them again, so that they are read further.
///
/// No changed file is accepted as another value, and a signed value is the same when it is written
/// and read again. The client, the verifier and the author survive each file.
///
/// The first part names the file, the second is `plain` or `signed`, and the others are changes.
struct TrustAttacker: Attacker {
  static let name = "trust"
  static let round = 1_000

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u0041", "\\ud800", "0", "-", "-0", "1.0",
    "1e3", "9007199254740992", "9007199254740993", "99999999999999999999", "null", "true", "[]",
    "{}", "[[[[[[[[[[[[[[[[", " ", "\n", "\u{FEFF}", "é", "\u{7F}", "\"version\":2,",
    "\"threshold\":0,", "\"keyids\":[],", "\"expires\":\"9999-12-31T23:59:59Z\",",
    "999999999999-01",
    "\"hashes\":{},", "\"length\":-1,", "\"delegations\":{},", "\"a\":1,", "\"targets\":{},",
    "bundles/shop-1.tar", "channels/stable.json", "../", "\"custom\":{},", "\"share\":10001,",
    "-----BEGIN PRIVATE KEY-----", "=",
  ]

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    let file = random.pick(TrustFile.allCases)
    let place = { (random: inout SeededGenerator) in random.next(below: 1 << 16) }
    let changes = (0..<random.number(1...(random.chance(10) ? 20 : 3)))
      .map { _ in
        switch random.next(below: 6) {
        case 0, 1: "flip \(place(&random)) \(random.next(below: 8))"
        case 2: "cut \(place(&random)) \(random.number(1...(random.chance(10) ? 400 : 8)))"
        case 3: "copy \(place(&random)) \(random.number(1...80)) \(place(&random))"
        case 4: "set \(place(&random)) \(random.next(below: 256))"
        default: "put \(place(&random)) \(AttackCase.part(random.pick(Self.pieces).utf8))"
        }
      }
    return AttackCase([file.rawValue, random.chance(50) ? "signed" : "plain"] + changes)
  }

  func problem(of attack: AttackCase) async throws -> String? {
    guard let file = attack.parts.first.flatMap(TrustFile.init), attack.parts.count > 2 else {
      return nil
    }
    let depot = try FuzzedDepot.shared.get()
    let isSigned = attack.parts[1] == "signed" && file.isSigned
    let original = try depot.content(file)
    var bytes =
      isSigned ? CanonicalJSON.bytes(try JSONParser.parse(original)["signed"]) : original
    for change in attack.parts.dropFirst(2) { Self.apply(change, to: &bytes) }
    if isSigned {
      guard let signed = try? StrictJSON.parse(bytes, of: "signed", limit: 1 << 20) else {
        return nil
      }
      bytes = try depot.write(signed, file)
    }
    let value = try? depot.read(file, bytes)
    if let value, isSigned || !file.isSigned {
      let again = try? depot.read(file, depot.write(value, file))
      guard again.map(CanonicalJSON.bytes) == CanonicalJSON.bytes(value) else {
        return "twice: the written value differs"
      }
    } else if let value {
      let expected = CanonicalJSON.bytes(try depot.read(file, original))
      guard CanonicalJSON.bytes(value) == expected else { return "accepted: another value" }
    }
    if isSigned {
      depot.check(file, bytes)
      return nil
    }
    return depot.problem(following: file, bytes)
  }

  private static func apply(_ change: String, to bytes: inout [UInt8]) {
    let words = change.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, !bytes.isEmpty, let first = Int(words[1]) else { return }
    let place = first % bytes.count
    if words[0] == "put" {
      bytes.insert(contentsOf: AttackCase.bytes(of: words[2]), at: place)
      return
    }
    let numbers = words[2].split(separator: " ").compactMap { Int($0) }
    guard let number = numbers.first, number >= 0 else { return }
    let end = min(bytes.count, place + min(number, 1 << 16))
    switch words[0] {
    case "flip": bytes[place] ^= 1 << UInt8(number % 8)
    case "set": bytes[place] = UInt8(number % 256)
    case "cut": bytes.removeSubrange(place..<end)
    case "copy":
      guard numbers.count == 2, numbers[1] >= 0 else { return }
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: numbers[1] % bytes.count)
    default: break
    }
  }
}
#endif

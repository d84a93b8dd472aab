#if Command && Releases
import Fleet
import MessageStream
import ReleaseTrust

/// The offers of a channel, as a line or as JSON.
struct ChannelReport {
  private let record: ChannelRecord
  private let author: DepotAuthor
  /// The hosts of the channel; `nil` without a fleet.
  private let fleet: FleetReport?

  init(_ record: ChannelRecord, of author: DepotAuthor, fleet: FleetView? = nil) {
    (self.record, self.author) = (record, author)
    self.fleet = fleet.map(FleetReport.init)
  }

  func print(on console: Console) {
    if console.isJSON {
      console.print(json.line)
    } else {
      console.printWrapped("\(record.channel) #\(author.channelsVersion): \(words)")
      fleet?.lines.forEach(console.print)
    }
    console.flush()
  }

  private func version(_ offer: ChannelRecord.Offer) -> String {
    let target = author.bundles.first { $0.name == offer.bundle }
    return target?.version.map(String.init) ?? "\(offer.bundle) (withdrawn)"
  }

  private var words: String {
    switch record.state {
    case .paused: return "paused: each host keeps its rules"
    case .embedded: return "each host uses the rules of its program"
    case .live: break
    }
    var rest = ChannelRecord.Offer.whole
    var parts: [String] = []
    for offer in record.offers where rest > 0 {
      let share = offer.salt.isEmpty ? rest : min(rest, offer.share)
      parts.append("\(Self.percent(share)) on \(version(offer))")
      rest -= offer.share >= ChannelRecord.Offer.whole ? rest : share
    }
    if rest > 0 { parts.append("\(Self.percent(rest)) keep their rules") }
    return parts.joined(separator: ", ")
  }

  private static func percent(_ share: Int) -> String {
    let (whole, part) = share.quotientAndRemainder(dividingBy: 100)
    guard part > 0 else { return "\(whole) %" }
    let digits = part < 10 ? "0\(part)" : "\(part)"
    return "\(whole).\(digits.hasSuffix("0") ? String(digits.dropLast()) : digits) %"
  }

  private var json: JSON {
    let fields = JSON.fields(
      ("channel", .text(record.channel)),
      ("number", .integer(author.channelsVersion)),
      ("state", .text(record.state.rawValue)),
      ("offers", record.json["offers"])
    )
    guard let fleet, case .object(let known) = fields else { return fields }
    return .object(known + [JSON.Field("fleet", fleet.json)])
  }
}
#endif

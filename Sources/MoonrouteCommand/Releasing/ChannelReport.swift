#if Command && Releases
import Fleet
import MessageStream
import ReleaseTrust
import ScriptReports

/// The offers of a channel, as a line or as JSON.
struct ChannelReport {
  private let record: ChannelRecord
  private let author: DepotAuthor
  /// The hosts of the channel; `nil` without a fleet.
  private let fleet: FleetReport?
  /// The reason why the fleet could not be reached.
  private let problem: String?

  init(
    _ record: ChannelRecord,
    of author: DepotAuthor,
    fleet: FleetView? = nil,
    problem: String? = nil
  ) {
    (self.record, self.author, self.problem) = (record, author, problem)
    self.fleet = fleet.map(FleetReport.init)
  }

  func print(on console: Console) {
    if console.isJSON {
      console.print(json.line)
    } else {
      lines(columns: StandardStream.output.columns).forEach(console.print)
    }
    console.flush()
  }

  /// The lines, at most as wide as the columns.
  func lines(columns: Int?) -> [String] {
    let lines =
      ["\(record.channel) #\(author.channelsVersion): \(words)"]
      + (fleet?.lines(columns: columns) ?? []) + (problem.map { [$0] } ?? [])
    return lines.flatMap { line in
      line.wrapped(to: columns).map { columns.map($0.cut) ?? $0 }
    }
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

  /// A share out of 10,000 in percent.
  static func percent(_ share: Int) -> String {
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
    guard case .object(let known) = fields else { return fields }
    let more =
      fleet.map { JSON.Field("fleet", $0.json) } ?? problem.map { JSON.Field("problem", .text($0)) }
    return .object(known + (more.map { [$0] } ?? []))
  }
}
#endif

#if Releases
/// Verifies all files of a depot that a client could read.
package enum DepotVerifier {
  /// A verified file, or the reason why the verification ended there.
  package enum Finding: Sendable, Equatable, CustomStringConvertible {
    case role(String, version: Int64, expires: TrustTime)
    case bundle(BundleTarget)
    case channel(ChannelRecord, offered: [BundleTarget])
    case problem(TrustError)

    package var isGood: Bool {
      if case .problem = self { return false }
      return true
    }

    /// A line such as `✓ root 1`.
    package var description: String {
      switch self {
      case .role(let name, let version, _): "✓ \(name) \(version)"
      case .bundle(let bundle): "✓ \(bundle.name)"
      case .channel(let record, let offered):
        "✓ \(record.channel) → "
          + (record.state == .live
            ? offered.first.map { "\(record.app) \($0.version.map(String.init) ?? $0.name)" }
              ?? "no bundle" : record.state.rawValue)
      case .problem(let error): "✗ \(error)"
      }
    }
  }

  /// Verifies a depot.
  ///
  /// - Parameters:
  ///   - root: The bytes of the root file that programs contain.
  ///   - now: The time of the clock.
  ///   - read: Returns the bytes of a file of the depot by its path, or `nil` if it does not exist.
  /// - Returns: The findings: roles, bundles, channels. A problem with a role is the last finding.
  package static func findings(
    root: [UInt8],
    now: TrustTime,
    read: @escaping (String) -> [UInt8]?
  ) -> [Finding] {
    var findings: [Finding] = []
    do throws(TrustError) {
      let reader = DepotReader(now: now, read: read) { name, role in
        findings.append(.role(name, version: role.version, expires: role.expires))
      }
      let depot = try DepotReading(reader, anchor: root)
      let bundles = BundleTarget.all(of: depot.releases)
      findings += bundles.map { finding($0, reader) }
      for (name, target) in depot.channels.targets.sorted(by: { $0.key < $1.key }) {
        findings.append(finding(name, target, in: depot, bundles))
      }
    } catch {
      findings.append(.problem(error))
    }
    return findings
  }

  private static func finding(_ bundle: BundleTarget, _ reader: DepotReader) -> Finding {
    do throws(TrustError) {
      try bundle.check(reader.bytes(bundle.path))
      return .bundle(bundle)
    } catch {
      return .problem(error)
    }
  }

  private static func finding(
    _ name: String,
    _ target: TargetFile,
    in depot: DepotReading,
    _ bundles: [BundleTarget]
  ) -> Finding {
    do throws(TrustError) {
      let record = try depot.record(name, target)
      // A client ignores offers of withdrawn bundles as well.
      let offered = record.offers.compactMap { offer in
        bundles.first { $0.name == offer.bundle }
      }
      return .channel(record, offered: offered)
    } catch {
      return .problem(error)
    }
  }
}
#endif

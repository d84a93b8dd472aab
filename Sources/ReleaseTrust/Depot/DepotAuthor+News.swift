#if Releases
extension DepotAuthor {
  /// The files that a client of a channel reads after the root, the most often changed ones first.
  package func files(for channel: String) -> [DepotFile] {
    let name = DepotPath.channel(channel)
    let record = depot.channels.targets[name].map { DepotPath.target(name, sha256: $0.sha256) }
    let paths =
      [
        DepotPath.timestamp,
        DepotPath.metadata("snapshot", depot.snapshot.version),
        DepotPath.metadata("channels", depot.channels.version),
      ] + (record.map { [$0] } ?? []) + [
        DepotPath.metadata("targets", depot.targets.version),
        DepotPath.metadata("releases", depot.releases.version),
      ]
    return paths.compactMap { path in files[path].map { DepotFile(path: path, bytes: $0) } }
  }

  /// Whether a timestamp that this depot's keys signed is newer than the depot.
  package func isOlder(thanTimestamp bytes: [UInt8]) -> Bool {
    guard let timestamp = try? Timestamp(bytes, keys: depot.root.timestamp) else { return false }
    return timestamp.version > depot.timestamp.version
  }
}
#endif

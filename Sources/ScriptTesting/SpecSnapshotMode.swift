/// What happens to snapshots that are new or differ.
public enum SpecSnapshotMode: Sendable {
  /// New ones are written, different ones fail.
  case write
  /// New ones are written, different ones replaced, unused ones dropped.
  case update
  /// New ones fail too, as they should on a build server.
  case compare
}

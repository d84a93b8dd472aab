/// The spec file that runs, of those that share a state.
///
/// Used on the application's executor only.
final class SpecCurrentFile {
  private(set) var file: String
  private(set) var snapshots: SpecSnapshots

  /// Begins with a file.
  init(_ file: String, _ snapshots: SpecSnapshots) {
    self.file = file
    self.snapshots = snapshots
  }

  /// Goes on to the next file.
  func move(to file: String, _ snapshots: SpecSnapshots) {
    self.file = file
    self.snapshots = snapshots
  }
}

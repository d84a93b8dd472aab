/// The current file of a shared state, used only on the router's executor.
final class SpecCurrentFile {
  private(set) var file: String
  private(set) var snapshots: SpecSnapshots

  init(_ file: String, _ snapshots: SpecSnapshots) {
    self.file = file
    self.snapshots = snapshots
  }

  func move(to file: String, _ snapshots: SpecSnapshots) {
    self.file = file
    self.snapshots = snapshots
  }
}

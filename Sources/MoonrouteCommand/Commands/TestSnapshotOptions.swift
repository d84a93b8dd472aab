#if Command
import ArgumentParser

/// The treatment of snapshots that are new or differ.
struct TestSnapshotOptions: ParsableArguments {
  @Flag(help: "Take over snapshots that differ, and drop those that no test asks for.")
  var updateSnapshots = false

  @Flag(help: "Fail for snapshots that are not there yet. The variable CI does the same.")
  var noNewSnapshots = false
}
#endif

internal import CLua

extension LuaState {
  /// Whether a script runs at the moment, so that no other one can be called.
  public var isRunning: Bool { door.pointer.map { clua_is_running($0) } ?? false }

  /// Whether the script that runs is to be stopped, so that a host function that works for long may
  /// as well end.
  package var isStopped: Bool { door.pointer.map { clua_is_stopped($0) } ?? false }

  /// A clock in nanoseconds that goes while scripts run, in steps of some milliseconds.
  ///
  /// It costs next to nothing to read, and may stand still while no script of the process runs.
  package var computingClock: UInt64 { door.pointer.map { clua_clock($0) } ?? 0 }

  /// The nanoseconds that the last run computed; 0 if it was too short to be noticed.
  package var lastCost: UInt64 { door.pointer.map { clua_last_cost($0) } ?? 0 }
}

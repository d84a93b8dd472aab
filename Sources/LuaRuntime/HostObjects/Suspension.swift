/// Notes of a script that begins to wait, until its task takes them.
struct Suspension {
  /// The operation that the last host function named to wait for, if it named one.
  var operation = PendingOperation.nothing
  /// The arguments of the call that waits now, if they were too long to be read afterwards.
  var longArguments: [LuaValue] = []
  /// A task that was resumed, kept to be used again: a script that waits mostly allocates nothing.
  var spareTask: LuaTask?
}

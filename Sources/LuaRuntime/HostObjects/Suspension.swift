/// Data about a script that begins to wait, until its task takes it.
struct Suspension {
  var operation = PendingOperation.nothing
  /// The arguments of the waiting call, if they are too long to be read later.
  var longArguments: [LuaValue] = []
  /// A resumed task, kept for reuse, so that most waits allocate nothing.
  var spareTask: LuaTask?
}

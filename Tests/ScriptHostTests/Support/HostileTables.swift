<<<<<<< HEAD
/// Tables that are invalid arguments for every function.
enum HostileTables {
  /// Defines the tables: a cyclic one, a deeply nested one, and one whose metamethods raise errors.
=======
/// Tables that no function of ours should receive.
enum HostileTables {
  /// Defines them: a cyclic one, a deeply nested one, and one with metamethods that raise.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  static let lua = """
    local cyclic = {} cyclic.self = cyclic
    local deep = {}
    do local level = deep for i = 1, 500 do level.x = {} level = level.x end end
    local evil = setmetatable({}, {
      __index = function() error("index") end, __len = function() error("len") end,
      __pairs = function() error("pairs") end, __tostring = function() error("tostring") end,
    })

    """
}

/// Tables that are invalid arguments for every function.
enum HostileTables {
  /// Defines the tables: a cyclic one, a deeply nested one, and one with metamethods that raise errors.
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

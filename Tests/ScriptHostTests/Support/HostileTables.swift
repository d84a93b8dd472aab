/// Tables that no function of ours should be given.
enum HostileTables {
  /// Defines them: one that holds itself, one nested deep, one whose metamethods raise.
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

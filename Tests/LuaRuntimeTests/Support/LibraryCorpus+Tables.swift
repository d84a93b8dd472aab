extension LibraryCorpus {
  /// Lists and values that act as lists.
  ///
  /// Every access is compared.
  static let tables = #"""
    local function element()
      local roll = number(1, 10)
      if roll <= 5 then return number(-50, 50) end
      if roll <= 7 then return subject() end
      if roll <= 8 then return number(-9, 9) / 2 end
      return pick({ true, false, {}, 7 })
    end

    --- A list, or something that acts as one; every access is noted.
    local function list(notes)
      local values = {}
      for i = 1, number(0, 8) do values[i] = element() end
      if chance(10) then values[number(1, 10)] = nil end
      if chance(60) then return function() return { table.unpack(values, 1, 8) } end end
      local length = chance(15) and pick(extremes) or number(0, 10)
      if math.type(length) and (length > 100 or length < 0) then length = 5 end
      local fields = { index = chance(85), newindex = chance(85), length = chance(85) }
      local hidden = chance(50)
      return function()
        local store = { table.unpack(values, 1, 8) }
        local log = {}
        local meta = { __name = "list" }
        if fields.index then
          meta.__index = function(_, key)
            log[#log + 1] = "get " .. show(key)
            return store[key]
          end
        end
        if fields.newindex then
          meta.__newindex = function(_, key, value)
            log[#log + 1] = "set " .. show(key)
            store[key] = value
          end
        end
        if fields.length then meta.__len = function() return length end end
        notes[#notes + 1] = function() return table.concat(log, ",") .. show(store) end
        return setmetatable(hidden and {} or { table.unpack(values, 1, 3) }, meta)
      end
    end

    local function check_table()
      local notes = {}
      local make, make_other = list(notes), list(notes)
      local i, j, k = position(), position(), position()
      local value = element()
      local gap = chance(70) and pick({ ",", "", "--", 1 }) or (chance(20) and {} or nil)
      local n = number(0, 4)
      local wrong = chance(3) and pick({ 1, "text", true }) or nil
      local function run(name, body)
        compare(function(l)
          for index in ipairs(notes) do notes[index] = nil end
          local t, other = make(), make_other()
          local results = table.pack(pcall(body, l, wrong or t, other))
          for index = 1, results.n do
            if results[index] == t then results[index] = "the list" end
            if results[index] == other then results[index] = "the other" end
          end
          local logs = {}
          for index, note in ipairs(notes) do logs[index] = note() end
          local text = outcome(table.unpack(results, 1, results.n))
          text = text:gsub("#1 to 'remove'", "#2 to 'remove'") -- later releases say it as we do
          return text, rawlen(t), show(t), show(other), table.concat(logs, ";")
        end, function() return name .. ": " .. outcome(i, j, k, value, gap, n, wrong) end)
      end
      run("insert", function(l, t)
        if n == 0 then return l.table.insert(t) end
        if n == 1 then return l.table.insert(t, value) end
        if n == 4 then return l.table.insert(t, 1, value, 3) end
        return l.table.insert(t, i, value)
      end)
      run("remove", function(l, t)
        if n == 0 then return l.table.remove(t) end
        return l.table.remove(t, i)
      end)
      local from, to = tonumber(i or 1), tonumber(j or 1)
      local far = from and to and (to + 0.0) - from > 1000
      if not far then
        run("move", function(l, t, other)
          if n <= 2 then return l.table.move(t, i, j, k) end
          return l.table.move(t, i, j, k, other)
        end)
        run("concat", function(l, t) return l.table.concat(t, gap, i, j) end)
      end
      run("concat", function(l, t) return l.table.concat(t, gap) end)
      run("unpack", function(l, t) return l.table.unpack(t, i, j) end)
      run("pack", function(l, t) return l.table.pack(t == nil, i, nil, j, nil) end)
    end
    """#

  /// Lists to sort.
  static let sorting = #"""
    local function check_sort()
      local values, notes = {}, {}
      local size = chance(10) and number(100, 400) or number(0, 30)
      local pick_kind = pick({
        function(v) return v end,
        function(v) return v / 4 end,
        function(v) return tostring(v) end,
        function(v, shape) return ("prefix"):rep(shape * 12) .. v end,
      })
      local spread = pick({ 3, 50, 100000 })
      local shape = number(1, 5)
      for i = 1, size do
        local v = number(1, spread)
        if shape == 1 then v = i end
        if shape == 2 then v = -i end
        if shape == 3 then v = math.min(i, size - i) end
        values[i] = pick_kind(v, shape)
      end
      local mixed = chance(5) and size > 0
      if mixed then values[number(1, size)] = pick({ {}, true, "text", print }) end
      local order = chance(50)
      local proxied = chance(20)
      local failing = chance(5) and number(1, 20)
      compare(function(l)
        local t = { table.unpack(values) }
        local subject = t
        if proxied then
          local function length() return #t end
          subject = setmetatable({}, { __len = length, __index = t, __newindex = t })
        end
        local calls = 0
        local function before(a, b)
          calls = calls + 1
          if calls == failing then error("enough") end
          return a > b
        end
        local done = pcall(l.table.sort, subject, order and before or nil)
        if mixed or failing then return "either" end -- it depends on what is compared with what
        return done, table.unpack(t)
      end, function() return "sort: " .. show(values) end)
    end
    """#
}

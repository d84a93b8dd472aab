-- Values that survive reloads: `reload.keep`.
--
-- `seeds` contains the values of the previous generation, `kept` those of this one. Both map names
-- to tables of `version` and `value`. The host copies `kept` at the next swap.
local seeds, kept = ...

local function check(ok, position, expected, value)
  if not ok then
    local message = "bad argument #%d to 'reload.keep' (%s expected, got %s)"
    error(string.format(message, position, expected, type(value)), 3)
  end
end

local function start(seed, make, version, migrate)
  if seed == nil then
    return make()
  end
  if seed.version == version then
    return seed.value
  end
  if migrate == nil then
    return make()
  end
  return migrate(seed.value, seed.version)
end

return function(name, make, options)
  check(type(name) == "string" and name ~= "", 1, "a name", name)
  check(type(make) == "function", 2, "function", make)
  check(options == nil or type(options) == "table", 3, "table", options)
  local version, migrate = nil, nil
  if options then
    version, migrate = options.version, options.migrate
    for field in pairs(options) do
      if field ~= "version" and field ~= "migrate" then
        error("'" .. tostring(field) .. "' is not an option of 'reload.keep'. It takes"
          .. " 'version' and 'migrate'.", 2)
      end
    end
    check(migrate == nil or type(migrate) == "function", 3, "function in 'migrate'", migrate)
  end
  if kept[name] ~= nil then
    error("'" .. name .. "' is kept already. Keep a value once, in one module.", 2)
  end
  local value = start(seeds[name], make, version, migrate)
  kept[name] = { version = version, value = value }
  return value
end

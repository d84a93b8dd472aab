import TestSupport
import Testing

/// A script that makes the host use more and more memory.
struct MemoryAttack: Codable, Sendable, CustomTestStringConvertible {
  let name: String
  /// The lines to repeat, with an increasing `n`, and `big` as a text of 400,000 bytes.
  let body: String
  /// The first category that the error message names.
  let store: String
  /// Lua code that releases everything.
  var release = "hoard = {}"
  /// The memory limit of the scripts in MiB.
  ///
  /// Smaller if filling it is slow.
  var limit = 32
  /// The computing time limit of each call in milliseconds.
  var time = 250
  /// The number of events at `/heard/**` that the program buffers without reading them.
  var heard = 0

  var testDescription: String { name }

  /// The memory limit of this run in MiB.
  var mebibytes: Int { min(limit, TestScale.memoryLimit) }

  /// One attack for each kind of object that the host holds.
  static let all = [
    MemoryAttack(
      name: "screens that a script holds",
      body: "hoard[n] = screen { 'A', text = big }",
      store: "screens"
    ),
    MemoryAttack(
      name: "properties of a screen on the stage",
      body: "stage.top()['p' .. n] = big",
      store: "screens",
      release: "router.open('/safe')"
    ),
    MemoryAttack(
      name: "screens on the stage",
      body: "router.push('/page', { extra = big, animated = false })",
      store: "values passed to opens",
      release: "router.open('/safe')"
    ),
    MemoryAttack(
      name: "resources",
      body: "resources.put { path = '/r/' .. n, value = { big } }",
      store: "resources",
      release:
        "while n > 0 do n = n - 1 pcall(resources.delete, '/r/' .. n + 1) end"
    ),
    MemoryAttack(
      name: "resources that are functions",
      body: "resources.put { path = '/r/' .. n, value = function() return n end }",
      store: "resources",
      release:
        "while n > 0 do n = n - 1 pcall(resources.delete, '/r/' .. n + 1) end",
      limit: 8
    ),
    MemoryAttack(
      name: "abandoned decisions between resources",
      body: "pcall(resources.put, { path = '/one', value = { big, n }, combine = error })"
        + " hoard[n] = screen { 'A', text = big }",
      store: "screens",
      release: "hoard = {} pcall(resources.delete, '/one')"
    ),
    MemoryAttack(
      name: "sticky events",
      body: "events.emit('/kept/' .. n, big)",
      store: "events",
      release: "events.forget('kept')"
    ),
    MemoryAttack(
      name: "small sticky events at long locations",
      body: "events.emit('/kept/' .. n .. big:sub(1, 60000), 1)",
      store: "events",
      release: "events.forget('kept')",
      limit: 8
    ),
    MemoryAttack(
      name: "events that the program does not read",
      body: "events.emit('/heard/' .. n, big)",
      store: "events",
      release: "for _ = 1, 90 do events.emit('/heard/' .. n) end",
      heard: 90
    ),
    MemoryAttack(
      name: "events at long locations that wait for their delivery",
      body:
        "flood = function() for _ = 1, 90 do events.emit('/drip/' .. big:sub(1, 60000)) end end\n"
        + "events.emit('/flood') if problem then error(problem) end",
      store: "events",
      limit: 3,
      time: 10_000
    ),
    MemoryAttack(
      name: "events that wait for their delivery",
      body: "flood = function() for _ = 1, 9000 do events.emit('/drip', big) end end\n"
        + "events.emit('/flood') if problem then error(problem) end",
      store: "events"
    ),
    MemoryAttack(
      name: "opens that wait",
      body: "hoard[n] = spawn(function()\n"
        + "local ok, e = pcall(router.fetch, '/wait', { extra = big }) problem = e end)\n"
        + "sleep(0) if problem then error(problem) end",
      store: "pending calls",
      release: "for _, task in pairs(hoard) do task:cancel() end hoard = {}"
    ),
    MemoryAttack(
      name: "timers",
      body: "hoard[n] = after(1e6, print)",
      store: "timers",
      release: "for _, timer in pairs(hoard) do timer:cancel() end hoard = {}",
      limit: 8
    ),
    MemoryAttack(
      name: "tasks",
      body: "hoard[n] = spawn(print)",
      store: "tasks",
      release: "sleep(0) hoard = {}",
      limit: 8
    ),
    MemoryAttack(
      name: "results of tasks",
      body: "hoard[n] = spawn(function() return big end) hoard[n]:wait()",
      store: "tasks"
    ),
    MemoryAttack(
      name: "subscriptions",
      body: "hoard[n] = events.on('/e/' .. n, print)",
      store: "registrations",
      release: "for _, one in pairs(hoard) do one:cancel() end hoard = {}",
      limit: 8
    ),
    MemoryAttack(
      name: "watchers of a screen",
      body: "stage.top():on('close', print)",
      store: "registrations",
      release: "router.open('/safe')"
    ),
    MemoryAttack(
      name: "routes",
      body: "hoard[n] = router.route { path = '/x/' .. n, action = print, meta = { big } }",
      store: "registrations",
      release: "for _, one in pairs(hoard) do one:cancel() end hoard = {}"
    ),
    MemoryAttack(
      name: "functions for the end",
      body: "reload.on_unload(print)",
      store: "registrations",
      release: ""
    ),
    MemoryAttack(
      name: "locations",
      body: "hoard[n] = router.location('/' .. n .. big:sub(1, 60000))",
      store: "objects of the host, such as locations",
      limit: 8
    ),
    MemoryAttack(
      name: "messages",
      body: "stage.top():send('hello', big)",
      store: "messages",
      release: "for _ = 1, 10 do sleep(0) end"
    ),
    MemoryAttack(
      name: "names of messages",
      body: "hoard[n] = handle:on(n .. big, print)",
      store: "registrations",
      release: "for _, one in pairs(hoard) do one:cancel() end hoard = {}"
    ),
    MemoryAttack(
      name: "names of messages of an open",
      body: "router.push('/page', { on = { [n .. big] = print }, animated = false })",
      store: "values passed to opens",
      release: "router.open('/safe')"
    ),
    MemoryAttack(
      name: "rewrites",
      body: "hoard[n] = router.rewrite { '/x', extra = { big } }",
      store: "objects"
    ),
    MemoryAttack(
      name: "animators",
      body: "hoard[n] = animator.sheet { size = { n .. big:sub(1, 1000) } }",
      store: "objects",
      limit: 8
    ),
    MemoryAttack(
      name: "results of screens",
      body: "hoard[n] = router.push('/page', { animated = false }).handle router.close(big)",
      store: "results of screens"
    ),
  ]
}

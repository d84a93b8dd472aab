import Moonroute
import ScriptHost
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reading and writing large JSON counts as computing time, and ends at the limit.
@Suite struct JSONBudgetTests {
  /// The milliseconds of all threads for a stopped script, in a build without optimisation.
  private static let allowance = Double(TestScale.stoppedMilliseconds) + 250

  /// The processor time of this process in milliseconds.
  private static var time: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  static let attacks = [
    ScriptCase(
      "writing text that has to be escaped",
      "local s = ('\\1'):rep(400000) local t = { s, s, s, s, s, s, s, s } json.encode(t)"
    ),
    ScriptCase(
      "writing many names",
      "local t = {} for i = 1, 4000 do t['k' .. i] = i end local u = {}"
        + " for i = 1, 24 do u[i] = t end json.encode(u)"
    ),
    ScriptCase(
      "writing many numbers",
      "local t = {} for i = 1, 16000 do t[i] = i / 7 end local u = {}"
        + " for i = 1, 24 do u[i] = t end json.encode(u)"
    ),
    ScriptCase("reading many numbers", "json.decode('[' .. ('1,'):rep(250000) .. '1]')"),
    ScriptCase(
      "reading many lists",
      "local r = '[' .. ('[],'):rep(1000) .. '1]' json.decode('[' .. (r .. ','):rep(160) .. '1]')"
    ),
    ScriptCase("reading many objects", "json.decode('[' .. ('{\"a\":1},'):rep(60000) .. '1]')"),
    ScriptCase(
      "reading one name again and again",
      "json.decode('{' .. ('\"a\":1,'):rep(80000) .. '\"a\":1}')"
    ),
    ScriptCase("reading again and again", "json.decode('[' .. ('1,'):rep(8000) .. '1]')"),
  ]

  @Test func `excessive JSON is stopped in time, however often it is tried`() async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress] in
      for attack in Self.attacks {
        try progress.begin(attack.rule)
        try await Self.check(attack)
      }
    }
    let last = progress.end()
    #expect(end != nil, "the process ended at '\(last)'")
  }

  private static func check(_ attack: ScriptCase) async throws {
    let limit = TestScale.stoppedMilliseconds
    let scripts = try await LoadedScripts.load("x = 1", computingTime: .milliseconds(limit))
    let line = "while true do pcall(function() \(attack.script) end) end"
    var times: [Double] = []
    // On a virtual machine, the time of a process includes time taken by others.
    while times.min() ?? .infinity > allowance, times.count < 5 {
      let start = time
      let answer = await scripts.evaluate(line)
      times.append(time - start)
      #expect(answer.contains("computed for more than \(limit) ms"), "\(attack.rule): \(answer)")
    }
    #expect(times.min() ?? 0 <= allowance, "\(attack.rule): \(times)")
    let two = await scripts.evaluate("#json.encode(json.decode('[1,2]'))")
    #expect(two == "5", "\(attack.rule): \(two)")
  }
}

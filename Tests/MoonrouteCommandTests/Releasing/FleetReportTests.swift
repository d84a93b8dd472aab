#if Command && Releases
import Fleet
import MessageStream
import Moonroute
import ScriptReleases
import TextTools
import Testing

@testable import MoonrouteCommand

/// The table of `channel status --fleet`.
struct FleetReportTests {
  private static func report(
    _ host: String,
    release version: Int?,
    opens: Int = 0,
    failed: Int = 0,
    route: String = "checkout"
  ) -> CensusReport {
    var report = CensusReport(host: host, channel: "stable")
    (report.version, report.time) = (version, .seconds(10))
    report.opens.note(.opened, route: route, count: opens - failed)
    report.opens.note(.failed, route: route, count: failed)
    return report
  }

  @Test func `hosts are a table by release, with refusals and problems below`() {
    var view = FleetView()
    view.add(Self.report("web-2", release: 41, opens: 12_340))
    for number in 4...9 {
      var report = Self.report("web-\(number)", release: nil)
      (report.prepared, report.problem) = (43, "metadata/timestamp.json has expired.")
      report.refused = [.init(version: 42, reason: "the program lacks\nthe view 'Cart'")]
      view.add(report)
    }
    var trial = Self.report("web-1", release: 42, opens: 50, failed: 2)
    (trial.isOnTrial, trial.prepared) = (true, 41)
    trial.different.note(.opened, route: "checkout", count: 7)
    view.add(trial)
    #expect(
      FleetReport(view).lines() == [
        "8 hosts",
        "release  hosts  trial  opens/s  failed  different  worst route",
        "42           1      1      5.0   4.0 %          7  checkout 4.0 %",
        "41           1      0  1,234.0   0.0 %          0  –",
        "own          6      0      0.0   0.0 %          0  –",
        "43 is prepared by 6 hosts",
        "41 is prepared by 1 host",
        "42 is refused by 6 hosts (web-4, web-5, web-6, web-7, web-8 and 1 more):"
          + " the program lacks the view 'Cart'",
        "6 hosts (web-4, web-5, web-6, web-7, web-8 and 1 more) cannot take more:"
          + " metadata/timestamp.json has expired.",
      ]
    )
    #expect(FleetReport(view).json["releases"].items.map { $0["hosts"].int } == [1, 1, 6])
  }

  private static func wideView() -> FleetView {
    var view = FleetView()
    view.add(report("web-1", release: 42, opens: 1_204, failed: 5, route: "checkout"))
    var host = report("web-2", release: 41, opens: 118_020, failed: 300)
    host.refused = [.init(version: 42, reason: "spec/smoke/cart_spec.lua:12: 'checkout opens'")]
    view.add(host)
    return view
  }

  @Test func `a narrow table leaves out columns, and each line fits`() {
    let view = Self.wideView()
    #expect(
      FleetReport(view).lines(columns: 40).prefix(4) == [
        "2 hosts",
        "release  hosts  failed  worst route",
        "42           1   0.4 %  checkout 0.4 %",
        "41           1   0.3 %  checkout 0.3 %",
      ]
    )
    #expect(
      FleetReport(view).lines(columns: 120)[1]
        == "release  hosts  trial   opens/s  failed  different  worst route"
    )
    for columns in 39...130 {
      let table = FleetReport(view).lines(columns: columns).prefix(4)
      #expect(table.allSatisfy { $0.columns <= columns }, "\(columns): \(table)")
    }
  }

  @Test func `a long name of a route is cut, but not its share`() {
    var view = FleetView()
    let route = "/account/:id/orders/:order/items"
    view.add(Self.report("web-1", release: 42, opens: 100, failed: 50, route: route))
    #expect(FleetReport(view).lines(columns: 40)[2] == "42           1  50.0 %  /account… 50.0 %")
    #expect(FleetReport(view).lines()[2].hasSuffix("  \(route) 50.0 %"))
  }

  @Test func `hostile names and numbers of a report stay in their place`() {
    var view = FleetView()
    let name = "\u{1B}[2J\n" + String(repeating: "x", count: 1_000)
    for number in 0..<3 {
      var report = Self.report("\(name)\(number)", release: .min, opens: 1 << 40, failed: 1 << 39)
      (report.time, report.problem) = (.milliseconds(1), "\u{7}\nbad")
      view.add(report)
    }
    for line in FleetReport(view).lines() {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(line)")
      #expect(line.utf8.count < 300)
    }
  }
}
#endif

/// The beginning of every HTML page: its style for light and dark, without external resources.
package enum HTMLReportStyle {
  /// The first lines of every page.
  static let beginning = "<!doctype html>\n<html lang=\"en\">\n<head>\n"

  /// Returns a page up to its content; the title is not escaped.
  package static func head(
    of report: HTMLReport,
    titled title: String,
    _ style: String
  ) -> String {
    let head = """
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(shared)\(style)</style>
      </head>

      """
    return beginning + head + report.links
  }

  private static let shared = """
    :root {
      color-scheme: light dark;
      --ink: #1d1d1f; --soft: #6e6e73; --page: #fbfbfa; --card: #fff; --line: #e4e4e1;
      --good: #2d7d46; --bad: #b3261e; --wait: #96690f; --good-tint: #2d7d4614; --bad-tint: #b3261e12;
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
      color: var(--ink); background: var(--page);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e8e8e6; --soft: #9a9a9f; --page: #161617; --card: #1e1e20; --line: #323235;
        --good: #6cc48a; --bad: #ff8a80; --wait: #e0b352; --good-tint: #6cc48a1f; --bad-tint: #ff8a801f;
      }
    }
    body { margin: 0; }
    main, .reports { max-width: 62rem; margin: 0 auto; padding: 3.5rem 1.25rem 5rem; }
    h1 { font-size: 2rem; font-weight: 600; letter-spacing: -.02em; line-height: 1.2; margin: 0; }
    h2 { font-size: .95rem; font-weight: 600; color: var(--soft); margin: 2.5rem 0 .75rem; }
    .facts { color: var(--soft); margin: .4rem 0 1.5rem; font-variant-numeric: tabular-nums; }
    .reports {
      display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding-block: 1rem 0; font-size: .9rem;
    }
    .reports:empty { display: none; }
    .reports a { color: inherit; }
    code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .84rem; }
    @media print {
      @page { size: A4; margin: 14mm; }
      :root { background: none; }
      main { max-width: none; padding: 0; }
      tr, section > details, pre { break-inside: avoid; }
      .reports { display: none; }
    }

    """
}

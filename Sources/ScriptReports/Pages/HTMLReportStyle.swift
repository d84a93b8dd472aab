import EmbeddedFiles

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

  /// The colours of the inspector's page, and a larger type.
  private static let shared = """
    \(EmbeddedFiles.tokens):root { background: var(--panel); }
    body { background: none; font: 15px/1.6 var(--sans); }
    main, .reports { max-width: 62rem; margin: 0 auto; padding: 3.5rem 1.25rem 5rem; }
    h1 { font: 600 24px/32px var(--sans); margin: 0; }
    h2 { font-size: .95rem; font-weight: 600; color: var(--soft); margin: 2.5rem 0 .75rem; }
    .facts { color: var(--soft); margin: .4rem 0 1.5rem; font-variant-numeric: tabular-nums; }
    .reports {
      display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding-block: 1rem 0; font-size: .9rem;
    }
    .reports:empty { display: none; }
    .reports a { color: inherit; }
    code { font-family: var(--mono); font-size: .84rem; }
    @media print {
      @page { size: A4; margin: 14mm; }
      :root { color-scheme: light; background: none; }
      main { max-width: none; padding: 0; }
      tr, section > details, pre { break-inside: avoid; }
      .reports { display: none; }
    }

    """
}

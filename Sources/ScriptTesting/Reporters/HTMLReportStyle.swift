/// The beginnings of pages: their style in light and dark, and nothing from elsewhere.
package enum HTMLReportStyle {
  /// The beginning of a page, up to its style sheet.
  ///
  /// - Parameter title: The title; it is not escaped.
  /// - Returns: The beginning.
  package static func start(title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(title)</title>
    <style>

    """
  }

  /// The colours and letters of every page, in light and dark.
  package static let colours = """
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

    """

  /// The beginning of the page of a run, up to the body's first tag.
  ///
  /// - Parameter title: The title; it is not escaped.
  /// - Returns: The beginning.
  package static func head(titled title: String) -> String {
    start(title: title) + colours + runStyle
  }

  private static let runStyle = """
    body { margin: 0; }
    input[name="show"] { position: absolute; opacity: 0; pointer-events: none; }
    main { max-width: 62rem; margin: 0 auto; padding: 3.5rem 1.25rem 5rem; }
    h1 { font-size: 2rem; font-weight: 600; letter-spacing: -.02em; line-height: 1.2; margin: 0; }
    h2 { font-size: .95rem; font-weight: 600; color: var(--soft); margin: 2.5rem 0 .75rem; }
    .facts { color: var(--soft); margin: .4rem 0 1.5rem; font-variant-numeric: tabular-nums; }
    nav { display: flex; flex-wrap: wrap; gap: .5rem; }
    nav label {
      padding: .3rem .85rem; border: 1px solid var(--line); border-radius: 99rem;
      background: var(--card); cursor: pointer; font-size: .92rem; user-select: none;
    }
    nav b { font-weight: 600; font-variant-numeric: tabular-nums; margin-left: .2rem; }
    nav .wrong b { color: var(--bad); } nav .success b { color: var(--good); }
    nav .pending b { color: var(--wait); }
    #show-all:checked ~ main label[for="show-all"],
    #show-wrong:checked ~ main label[for="show-wrong"],
    #show-pending:checked ~ main label[for="show-pending"],
    #show-success:checked ~ main label[for="show-success"] {
      background: var(--ink); color: var(--page); border-color: var(--ink);
    }
    #show-all:checked ~ main label[for="show-all"] b,
    #show-wrong:checked ~ main label[for="show-wrong"] b,
    #show-pending:checked ~ main label[for="show-pending"] b,
    #show-success:checked ~ main label[for="show-success"] b { color: inherit; }
    #show-all:focus-visible ~ main label[for="show-all"],
    #show-wrong:focus-visible ~ main label[for="show-wrong"],
    #show-pending:focus-visible ~ main label[for="show-pending"],
    #show-success:focus-visible ~ main label[for="show-success"] {
      outline: 2px solid var(--ink); outline-offset: 2px;
    }
    #show-wrong:checked ~ main li:not(.wrong),
    #show-pending:checked ~ main li:not(.pending),
    #show-success:checked ~ main li:not(.success),
    #show-wrong:checked ~ main .files > details:not(.has-wrong),
    #show-pending:checked ~ main .files > details:not(.has-pending),
    #show-success:checked ~ main .files > details:not(.has-success),
    #show-pending:checked ~ main section.wrong,
    #show-success:checked ~ main section.wrong { display: none; }
    details {
      background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
      margin: 0 0 .6rem; overflow: hidden;
    }
    summary {
      display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: baseline;
      padding: .65rem 1rem; cursor: pointer; list-style: none;
    }
    summary::-webkit-details-marker { display: none; }
    .name { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; }
    .wrong > details { border-left: 3px solid var(--bad); }
    .wrong > details .name { font-weight: 600; }
    .files summary .name { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    .files summary .name { font-size: .88rem; }
    .place { flex-basis: 100%; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
    time { color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
    pre {
      margin: 0; padding: .8rem 1rem; border-top: 1px solid var(--line); overflow-x: auto;
      font: .84rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; tab-size: 4;
    }
    pre span { display: block; min-width: max-content; padding: 0 .4rem; }
    pre .legend { color: var(--soft); }
    pre .expected { background: var(--good-tint); color: var(--good); }
    pre .actual { background: var(--bad-tint); color: var(--bad); }
    ul { list-style: none; margin: 0; padding: 0 0 .3rem; border-top: 1px solid var(--line); }
    li { display: flex; flex-wrap: wrap; gap: 0 .7rem; align-items: baseline; padding: .28rem 1rem; }
    li .name { flex: 1; }
    li i { color: var(--soft); font-style: normal; }
    li pre { flex-basis: 100%; border: 0; padding: .2rem 1.4rem; color: var(--soft); }
    .mark { width: .55rem; height: .55rem; border-radius: 50%; background: var(--good); }
    .wrong .mark { background: var(--bad); }
    .pending .mark { background: none; box-shadow: inset 0 0 0 2px var(--wait); }
    @media (max-width: 40rem) { main { padding: 1.5rem .8rem 3rem; } h1 { font-size: 1.6rem; } }
    @media print { nav { display: none; } details { break-inside: avoid; } }
    </style>
    </head>
    <body>

    """
}

package import ScriptReports

extension HTMLReportStyle {
  /// The style rules of a page with results, including its filters by status.
  package static let run = """
    input[name="show"] { position: absolute; opacity: 0; pointer-events: none; }
    nav { display: flex; flex-wrap: wrap; gap: .5rem; }
    nav label {
      padding: .3rem .85rem; border: 1px solid var(--line); border-radius: 99rem;
      background: var(--raised); cursor: pointer; font-size: .92rem; user-select: none;
    }
    nav b { font-weight: 600; font-variant-numeric: tabular-nums; margin-left: .2rem; }
    nav .wrong b { color: var(--bad); } nav .success b { color: var(--good); }
    nav .pending b { color: var(--notable); }
    #show-all:checked ~ main label[for="show-all"],
    #show-wrong:checked ~ main label[for="show-wrong"],
    #show-pending:checked ~ main label[for="show-pending"],
    #show-success:checked ~ main label[for="show-success"] {
      background: var(--text); color: var(--panel); border-color: var(--text);
    }
    #show-all:checked ~ main label[for="show-all"] b,
    #show-wrong:checked ~ main label[for="show-wrong"] b,
    #show-pending:checked ~ main label[for="show-pending"] b,
    #show-success:checked ~ main label[for="show-success"] b { color: inherit; }
    #show-all:focus-visible ~ main label[for="show-all"],
    #show-wrong:focus-visible ~ main label[for="show-wrong"],
    #show-pending:focus-visible ~ main label[for="show-pending"],
    #show-success:focus-visible ~ main label[for="show-success"] {
      outline: 2px solid var(--text); outline-offset: 2px;
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
      background: var(--raised); border: 1px solid var(--line); border-radius: .6rem;
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
    pre .expected { background: var(--good-ground); color: var(--good); }
    pre .actual { background: var(--bad-ground); color: var(--bad); }
    ul { list-style: none; margin: 0; padding: 0 0 .3rem; border-top: 1px solid var(--line); }
    li { display: flex; flex-wrap: wrap; gap: 0 .7rem; align-items: baseline; padding: .28rem 1rem; }
    li .name { flex: 1; }
    li i { color: var(--soft); font-style: normal; }
    li pre { flex-basis: 100%; border: 0; padding: .2rem 1.4rem; color: var(--soft); }
    .mark { width: .55rem; height: .55rem; border-radius: 50%; background: var(--good); }
    .wrong .mark { background: var(--bad); }
    .pending .mark { background: none; box-shadow: inset 0 0 0 2px var(--notable); }
    @media (max-width: 40rem) {
      main, .reports { padding-inline: .8rem; }
      main { padding-block: 1.5rem 3rem; }
      h1 { font-size: 1.6rem; }
    }
    @media print { nav { display: none; } details { break-inside: avoid; } }

    """
}

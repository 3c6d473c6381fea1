/** The style sheet of the reference page: system fonts, no images, light or dark as the reader prefers. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1a1a1a, #e8e6e3); --quiet: light-dark(#5c5c5c, #a3a09b);
  --line: light-dark(#ddd9d3, #3a3835); --paper: light-dark(#fdfcfa, #191817); --mark: light-dark(#0b5d50, #6fd0bd) }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 2.25rem; margin: 0 }
h2 { font-size: 1.25rem; margin: 0 } h2 a { color: inherit; text-decoration: none } h2 span { color: var(--mark) }
h3 { font-size: .85rem; margin: 1.5rem 0 .25rem; color: var(--quiet); font-weight: 600 }
section { border-top: 1px solid var(--line); padding-top: 2rem; margin-top: 2.5rem }
.summary { font-size: 1.1rem; margin: .25rem 0 0 }
.sample { border-left: 4px solid #c77700; padding-left: .75rem; font-weight: 600 }
a { color: var(--mark) } a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px }
pre { overflow-x: auto } code { font: .9em ui-monospace, monospace }
nav ul { list-style: none; padding: 0 } nav li { display: flex; flex-wrap: wrap; column-gap: 1rem; margin: .2rem 0 }
nav a { min-width: min(17rem, 100%) }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; min-width: 46rem; table-layout: fixed }
th:nth-child(1) { width: 10rem } th:nth-child(2) { width: 9rem } th:nth-child(3) { width: 17rem }
th, td { text-align: left; vertical-align: top; padding: .35rem 1.25rem .35rem 0; border-bottom: 1px solid var(--line) }
th { font-size: .85rem; color: var(--quiet); font-weight: 600 }
@media (max-width: 44rem) { table { min-width: 0 } thead { display: none } td { display: block; border: 0; padding: 0 }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .5rem 0 } td:empty { display: none } }
.statuses { color: var(--quiet); font-size: .9rem } .statuses span { margin-right: .35rem }
`

import type { Market } from '../../book/market/market.ts'
import type { BookSettings } from '../../domain/book-settings.ts'
import { localDay } from '../../domain/day.ts'
import { instantText } from '../../domain/instant.ts'
import { escapeHtml } from '../../domain/text.ts'

/** A file of a release, and its size in bytes. */
export type ReleaseFile = { readonly name: string; readonly size: number }

/** The description of each file, by its name without the extension, and of each extension. */
const contents: Readonly<Record<string, string>> = {
  book: 'The whole public book with its digests, and the tables below, for SQLite and for <code>ratebook serve</code>',
  offers: 'The current offers',
  changes: 'Every change of every rate, oldest first',
  institutions: 'The institutions',
  insurance:
    'How deposits are insured at each type of institution, as the settings of the operator say: for institutions whose record does not say it',
  checkpoint: 'The signed checkpoint of the book',
}
const formats: Readonly<Record<string, string>> = {
  parquet: ', for DuckDB, pandas, R and others',
  csv: ', as text',
  xlsx: ', for Excel and other spreadsheets',
}

type ReleaseFacts = {
  readonly market: Market
  readonly digest: string
  readonly settings: BookSettings
  readonly files: readonly ReleaseFile[]
  readonly version: string
}

/** The page of a release: what it is, its licence, and how to verify it. It has no script and loads nothing. */
export function indexPage({ market, digest, settings, files, version }: ReleaseFacts): string {
  const { operator, timeZone = 'UTC' } = settings
  const day = localDay(timeZone, market.at)
  const name = escapeHtml(operator.name ?? 'Ratebook')
  const hasCheckpoint = files.some((file) => file.name === 'checkpoint.txt')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: fixed-deposit rates, ${day}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<p>${name}</p>
<h1>Fixed-deposit rates, ${day}</h1>
${market.sample ? '<p class="sample">Sample data: these are not current rates.</p>\n' : ''}<p>The whole book of rates${placeWords(settings)} as files, for anybody to keep and to compute with. Nominal rates in percent per annum; amounts in ${escapeHtml(market.currency ?? 'the currency of the book')}.</p>
<dl>
<dt>Day</dt><dd>${day} (${escapeHtml(timeZone)}): that of the last entry, ${instantText(market.at)}</dd>
<dt>Position</dt><dd>${market.position}</dd>
<dt>Digest</dt><dd><code>${digest}</code></dd>
<dt>Licence</dt><dd>${licenceText(settings)}</dd>
${contactLine(settings)}</dl>
</header>
<main>
<h2>Files</h2>
<table>
<thead><tr><th>File</th><th>Contents</th><th>Bytes</th></tr></thead>
<tbody>
${files.map(fileRow).join('\n')}
</tbody>
</table>
<p>Decimals are exact: they have decimal types in Parquet, the digits of the source in CSV, and are numbers in Excel as long as Excel keeps all their digits. Instants are UTC.</p>
<h2>Verify</h2>
<p>Whether the download is complete, by <a href="SHA256SUMS">SHA256SUMS</a>. A person who changes a file can change its sum, too:</p>
<pre><code>sha256sum -c SHA256SUMS</code></pre>
<p>Whether the book is consistent, entry by entry, and its figures follow from its entries, with Ratebook ${escapeHtml(version)}:</p>
<pre><code>ratebook audit --database book.sqlite${hasCheckpoint ? ' --checkpoint checkpoint.txt --checkpoint-key KEY' : ''}</code></pre>
<p>${hasCheckpoint ? 'KEY is the verifier key of the operator. Take it from another place than this one.' : 'This release has no checkpoint, because the book had none: nobody has signed it.'}</p>
<p>Whether the tables follow from that book: make the release again. But for index.html and insurance.csv, which have settings of the operator, the sums are the same:</p>
<pre><code>ratebook release again --database book.sqlite
grep -v -e index.html -e insurance.csv again/SHA256SUMS | sha256sum -c</code></pre>
<p>Bodies of entries that are not public are left out; their digests stand, so the chain of digests closes. The same book and settings give the same bytes with the same version of Ratebook.</p>
</main>
</body>
</html>
`
}

function placeWords({ country }: BookSettings): string {
  if (country === undefined) return ''
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(country)
  return ` of ${escapeHtml(name ?? country)}`
}

function licenceText({ operator: { licence } }: BookSettings): string {
  if (licence === undefined) return 'The operator has named none.'
  return `<a rel="license" href="${escapeHtml(licence.url)}">${escapeHtml(licence.name)}</a>`
}

function contactLine({ operator: { contact } }: BookSettings): string {
  if (contact === undefined) return ''
  const address = contact.includes('://') ? contact : `mailto:${contact}`
  return `<dt>Report an error</dt><dd><a href="${escapeHtml(address)}">${escapeHtml(contact)}</a></dd>\n`
}

function fileRow({ name, size }: ReleaseFile): string {
  const [stem = '', extension = ''] = name.split('.')
  const text = `${contents[stem] ?? ''}${formats[extension] ?? ''}`
  return `<tr><td><a href="${name}">${name}</a></td><td>${text}</td><td>${size.toLocaleString('en')}</td></tr>`
}

/** The colours and typefaces of the page of Ratebook (web/style/tokens.css). */
const style = `
:root { color-scheme: light dark; --paper: light-dark(#fcfbf8, #15171a); --ink: light-dark(#1a1a18, #e9e6e0);
  --quiet: light-dark(#5d5a53, #a9a59c); --rule: light-dark(#d9d4c9, #36393e); --link: light-dark(#0d4a7d, #8dc0ee);
  --raised: light-dark(#f4f1ea, #1d2024); --warn: light-dark(#8a5300, #e8b45e) }
body { margin: 0 auto; max-width: 52rem; padding: 2rem clamp(1rem, 3vw, 2rem) 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif }
header p:first-child { margin: 0; color: var(--quiet) }
h1, h2 { font-family: 'Source Serif 4', Georgia, 'Times New Roman', serif; line-height: 1.2 }
h1 { margin: 0 0 1rem } h2 { margin: 2.5rem 0 .5rem }
a { color: var(--link) } .sample { color: var(--warn); font-weight: 600 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem } dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--rule) }
th { color: var(--quiet); font-weight: 600 } td:first-child, td:last-child { white-space: nowrap }
th:last-child, td:last-child { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums }
pre { padding: .75rem 1rem; background: var(--raised); white-space: pre-wrap } code { font: .9em ui-monospace, monospace }
`

import type { PageBytes } from '../../../src/collect/read/reading.ts'
import { drawText, pdfOf } from '../../support/pdf.ts'
import { workbookOf } from '../../support/workbook.ts'

/** A source with its page. `text` is what an author of the page wrote, and `bodyOf` makes the file of it. */
export type GrammarCase = {
  readonly source: string
  readonly text: string
  readonly format: PageBytes['format']
  /** The names of the pages with this text. */
  readonly names: readonly string[]
  readonly bodyOf: (text: string, name: string) => Uint8Array
}

const head = (format: string) => `institution: birch-bank
currency: EUR
timezone: Europe/Berlin
schedule: "17 9 * * 1-5"
verified_live: false
pages:
  - name: rates
    format: ${format}
`
const plain: Pick<GrammarCase, 'names' | 'bodyOf'> = {
  names: ['rates'],
  bodyOf: (text) => Buffer.from(text),
}

const german: GrammarCase = {
  ...plain,
  format: 'html',
  text: `<!doctype html><html lang="de"><body>
<table><tr><td>Tel.</td><td>030 12</td></tr></table>
<h1>Birch Bank</h1><p>Stand: 3. November 2026</p>
<div class="panel" style="display:none"><table>
<tr><td colspan="4"><table><tr><td><b>Festgeld</b></td></tr></table></td></tr>
<tr><th>Laufzeit</th><th>Betrag</th><th>Zins</th><th>Alt</th></tr>
<tr><td rowspan="1">3 Monate</td><td>5.000 €</td><td>2,15 %</td><td>9,99</td></tr>
<tr><td></td><td>50.000 €</td><td>2,25 %</td><td>9,99</td></tr>
<tr><td>12-24 Monate</td><td>5.000 €</td><td>2,40 %</td><td>9,99</td></tr>
<tr><td>Sommerzins</td><td>5.000 €</td><td>2,45 %</td><td>9,99</td></tr>
<tr><td>18 Month CD Special</td><td>5.000 €</td><td>2,50 %</td><td>9,99</td></tr>
<tr><td>Summe</td><td>-</td><td>-</td><td>-</td></tr>
</table></div>
<h2>Filialen</h2><table><tr><td>Berlin</td><td>030 12</td></tr></table></body></html>`,
  source: `${head('html')}    url: https://birch-bank.example/rates
    decimal: ","
    show: [.panel]
    must_contain: [Birch]
language: de
date: { under: "Stand*", format: "Stand: {D}. {MMMM} {YYYY}", means: effective }
empty: ["", "-"]
ignore:
  - { table: 1, because: a title }
  - { table: Filialen, because: no rates }
  - { row: "Summe*", because: no rate }
tables:
  - under: Festgeld
    variant: general
    payout: maturity
    columns:
      Laufzeit: { is: tenure, continues: true }
      Betrag: { is: min_deposit }
      Zins: { is: rate }
      Alt: { ignore: last year }
    rows:
      "Sommerzins": { tenure: 6, because: the footnote says so }
      "{n} Month CD Special": { tenure: "{n} months", because: the label says so }
expects:
  maturity: [3, 6, 12, 18]
`,
}

const htmlInJson: GrammarCase = {
  ...plain,
  format: 'json',
  text: JSON.stringify({
    body: '<h2>Deposits</h2><table><tr><th>Term<th>Rate<th>AER<tr><td>13 weeks<td>4.00%<td>4.06%<tr><td>1 year 6 months<td>4.25%<td>4.32%<tr><td>P2Y<td>4.50%<td>4.58%</table>',
  }),
  source: `${head('json')}    url: https://birch-bank.example/rates
    path: [body, "<>"]
empty: [""]
aer: { formula: compound, periods_per_year: 4, tolerance: "0.06" }
tables:
  - under: Deposits
    variant: general
    payout: quarterly
    columns:
      Term: tenure
      Rate: { is: rate }
      AER: { is: aer }
expects:
  quarterly: [18, 24]
`,
}

const products: GrammarCase = {
  ...plain,
  format: 'json',
  names: ['product/a', 'product/b'],
  text: '{"rates":[{"months":6,"rate":4.5,"from":"₹ 5 lakh"},{"months":12,"rate":4.75,"from":"₹ 5 lakh"}]}',
  bodyOf: (text, name) =>
    Buffer.from(name === 'product/a' ? text : text.replaceAll('5 lakh', '2 crore')),
  source: `institution: birch-bank
currency: INR
timezone: Asia/Kolkata
schedule: "17 9 * * 1-5"
verified_live: false
pages:
  - name: product
    format: json
    url: "https://birch-bank.example/{product}"
    for: { product: [a, b] }
    path: [rates, "*"]
empty: [""]
tables:
  - page: product
    variant: general
    payout: maturity
    columns:
      months: { is: tenure, unit: months }
      rate: { is: rate }
      from: { is: min_deposit }
expects:
  maturity: [6, 12]
`,
}

const sheetRow = (...texts: readonly string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
const zip64: GrammarCase = {
  ...plain,
  format: 'xlsx',
  text: `<sheetData>${sheetRow('Term', 'Rate')}${sheetRow('15-30 days', '2.10%')}${sheetRow('2 quarters', '2.40%')}</sheetData>`,
  bodyOf: (text) => workbookOf(text, {}, { isZip64: true }),
  source: `${head('xlsx')}    url: https://birch-bank.example/rates
empty: [""]
tables:
  - under: Rates
    variant: general
    payout: maturity
    columns:
      Term: tenure
      Rate: { is: rate }
expects:
  maturity: [6]
`,
}

const pdfRows = [
  ['Period', 'Rate', 'AER'],
  ['', 'yearly', ''],
  ['3 Months', '8.00', '8.24'],
  ['6 Months', '8.50', '8.68'],
]
const pdfHead: GrammarCase = {
  ...plain,
  format: 'pdf',
  text: pdfRows
    .flatMap((row, line) =>
      row.map((text, column) => drawText(40 + 100 * column, 700 - 13 * line, text)),
    )
    .join('\n'),
  bodyOf: (text) => pdfOf([text]),
  source: `${head('pdf')}    url: https://birch-bank.example/rates
empty: [""]
tables:
  - header_rows: 2
    variant: general
    payout: maturity
    columns:
      Period: tenure
      "Rate / yearly": { is: rate }
      AER: { is: aer }
expects:
  maturity: [3, 6]
`,
}

export const grammarCases: readonly GrammarCase[] = [german, htmlInJson, products, zip64, pdfHead]

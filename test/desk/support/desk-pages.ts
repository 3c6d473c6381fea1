import { write, utils } from '@e965/xlsx'
import type { PageFormat } from '../../../src/domain/origin.ts'
import { drawText, pdfOf } from '../../support/pdf.ts'

/** The rows of a page of rates: a tenure, the rate at maturity and its AER. */
export type PageRow = readonly [tenure: string, rate: string, aer: string]

/** A page of rates in each format. The tests read the places of the figures from it. */
export const ratePages: Readonly<
  Record<PageFormat, (name: string, rows: readonly PageRow[]) => Uint8Array>
> = {
  html: (name, rows) =>
    Buffer.from(`<!doctype html>
<html><head><title>${name}</title><style>body { font: 16px serif }</style></head>
<body><script>document.title = 'run'</script>
<h1>${name}</h1><p>Rates are per annum &amp; may change without notice.</p>
<h2>Rupee fixed deposits</h2>
<table><tr><th>Period</th><th>At maturity</th><th>AER</th></tr>
${rows.map((row) => `<tr>${row.map((text) => `<td> <b>${text}</b> </td>`).join('')}</tr>`).join('\n')}
</table>
<h2>Savings</h2>
<table><tr><th>Account</th><th>Rate</th></tr><tr><td>Passbook</td><td>3.00%</td></tr><tr><td>Youth</td><td>3.50%</td></tr></table>
<p><a href="https://elsewhere.example/">Terms and conditions</a></p></body></html>`),
  json: (name, rows) =>
    Buffer.from(JSON.stringify({ bank: name, rates: [['Period', 'At maturity', 'AER'], ...rows] })),
  pdf: (name, rows) =>
    pdfOf([
      [
        drawText(72, 760, name, 16),
        drawText(72, 730, 'Rupee fixed deposits', 12),
        ...[['Period', 'At maturity', 'AER'] as const, ...rows].flatMap((row, line) =>
          row.map((text, column) => drawText(72 + 120 * column, 700 - 18 * line, text)),
        ),
      ].join('\n'),
    ]),
  xlsx: (name, rows) =>
    write(
      {
        SheetNames: ['Rates'],
        Sheets: {
          Rates: utils.aoa_to_sheet([
            [name],
            [],
            ['Period', 'At maturity', 'AER'],
            ...rows.map((row) => [...row]),
          ]),
        },
      },
      { type: 'buffer', bookType: 'xlsx' },
    ) as Uint8Array,
}

/** A PDF that is a picture: it has no texts. */
export const picture = pdfOf(['0.2 0.4 0.6 rg 100 500 300 200 re f'])

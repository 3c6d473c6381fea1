/** A source definition without a mistake. */
export const sourceText = `institution: alpha-bank
currency: KES
timezone: Africa/Nairobi
schedule: "17 9,15 * * 1-5" # twice on every working day
verified_live: false
pages:
  - name: rates
    url: https://alpha-bank.example/rates
    format: html
    must_contain: ["Alpha Bank"]
date: { under: Fixed deposits, format: "w.e.f. {D}{th} {MMMM} {YYYY}", means: effective }
empty: ["", "-"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Fixed deposits
    header_rows: 2
    columns:
      Period: tenure
      At Maturity / Rate: { payout: maturity }
      At Maturity / AER: { payout: maturity, is: aer }
      Monthly / Rate: { payout: monthly }
      Monthly / AER: { payout: monthly, is: aer }
ignore:
  - Savings
  - { column: Half yearly, because: no such payout }
misprints:
  - { terms: general 24 maturity, aer: "7.77", until: 2026-12-31, because: printed so }
expects:
  maturity: [1, 3, "3.29", 100 days]
  monthly: [3]
`

/** The same text with a part replaced; the part must be there. */
export function editedSource(part: string, replacement: string): string {
  if (!sourceText.includes(part)) throw new Error(`The source has no "${part}".`)
  return sourceText.replace(part, () => replacement)
}

/** A page of that source, with these rates at maturity for 1 month, 3 months and 100 days. */
export function sourcePage(
  rates: readonly [string, string, string],
  date = '1st June 2026',
): string {
  const rows = ['1 Month', '3 Months', '100 Days'].map((label, index) => {
    const monthly = index === 1 ? '<td>7.00%</td><td>7.23%</td>' : '<td>-</td><td>-</td>'
    return `<tr><td>${label}</td><td>${rates[index]}%</td><td>-</td>${monthly}</tr>`
  })
  return `<!doctype html>
<title>Alpha Bank</title>
<h1>Alpha Bank</h1>
<h2>Fixed deposits</h2>
<p>w.e.f. ${date}</p>
<table>
<tr><th rowspan="2">Period</th><th colspan="2">At Maturity</th><th colspan="2">Monthly</th></tr>
<tr><th>Rate</th><th>AER</th><th>Rate</th><th>AER</th></tr>
${rows.join('\n')}
</table>
`
}

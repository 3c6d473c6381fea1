import type { BadInput } from './bad-rows.ts'

const columns =
  'institution_id,source_url,scraped_at,currency,product_variant,tenure_months,payout_type,rate_pa'
const head = 'alpha-bank,https://alpha-bank.example/rates,2026-06-02T00:00:00Z,LKR'
const good = `${head},general,3,maturity,7.50`

/** A CSV with a valid line and another one. */
const csv = (what: string, line: string, ...problems: BadInput['problems']): BadInput =>
  file(what, `${columns}\n${good}\n${line}\n`, ...problems)

const file = (what: string, source: string, ...problems: BadInput['problems']): BadInput => ({
  what: `CSV: ${what}`,
  bytes: () => Buffer.from(source),
  problems,
})

/** Invalid CSV sheets. */
export const badCsv: readonly BadInput[] = [
  file('a missing column', `${columns.replace(',rate_pa', '')}\n${head},general,3,maturity\n`, [
    'missing-column',
    'line 1',
    /rate_pa is missing/,
  ]),
  file(
    'two missing columns and an unknown one',
    `institution_id,source_url,scraped_at,product_variant,payout_type,colour\n`,
    ['missing-column', 'line 1', /currency is missing/],
    ['missing-column', 'line 1', /rate_pa is missing/],
    ['unknown-key', 'line 1', /"colour"/],
  ),
  file('a column twice', `${columns},rate_pa\n${good},8\n`, [
    'duplicate-key',
    'line 1',
    /rate_pa occurs twice/,
  ]),
  file('__proto__ as a column', `${columns},__proto__\n${good},1\n`, [
    'unknown-key',
    'line 1',
    /"__proto__"/,
  ]),
  file('no line of an offer', `${columns}\n`, ['no-offers', 'line 2', /at least one offer/]),
  file('another separator', `${columns}\n${good}\n`.replaceAll(',', '|'), [
    'not-json',
    '',
    /separated by commas, semicolons or tabs/,
  ]),
  file(
    'semicolons and a decimal comma',
    `${columns}\n${good}\n`.replaceAll(',', ';').replace('7.50', '7,50'),
    ['bad-decimal', 'line 2, rate_pa', /"7,50" has another.*: --decimal , reads it as 7\.50\.$/],
  ),
  csv('a decimal comma', `${head},general,12,maturity,8,50`, [
    'not-csv',
    'line 3',
    /cells, 9,.*write decimals with a point/,
  ]),
  file(
    'the line after CRLF, and after a line end in quotes',
    `${columns},product\r\n${good},"Fixed\r\ndeposit"\r\n${head},general,12,maturity,3530,\r\n`,
    ['bad-text', 'line 2, product', /U\+000A, a control character/],
    ['out-of-range', 'line 4, rate_pa', /at most 1000 percent/],
  ),
  csv('the line after an empty line and a row of empty cells', `\n,,,,,,,\n${good}0,9`, [
    'not-csv',
    'line 5',
    /cells, 9, is not that of the columns, 8;/,
  ]),
  file('only rows of empty cells', `${columns}\n,,,,,,,\n\n`, [
    'no-offers',
    'line 2',
    /at least one offer/,
  ]),
  file('a column with values but without a name', `${columns},,\n${good},,note\n${good},,\n`, [
    'unknown-key',
    'line 2',
    /The column of the cell "note" has no name/,
  ]),
  csv('a formula', `${head},general,12,maturity,=1+8`, [
    'formula',
    'line 3, rate_pa',
    /"=1\+8" begins like/,
  ]),
  csv('a formula after spaces', `${head},general,12,maturity, \u00A0=1+8`, [
    'formula',
    'line 3, rate_pa',
    /" \u00A0=1\+8" begins like/,
  ]),
  csv('a formula with @', `${head},@SUM(A1),12,maturity,8`, [
    'formula',
    'line 3, product_variant',
    /formula/,
  ]),
  csv('a rate below zero', `${head},general,12,maturity,-1`, [
    'formula',
    'line 3, rate_pa',
    /"-1"/,
  ]),
  csv('a rate above 1000', `${head},general,12,maturity,3530`, [
    'out-of-range',
    'line 3, rate_pa',
    /at most 1000 percent/,
  ]),
  csv('an empty rate', `${head},general,12,maturity,`, [
    'missing-key',
    'line 3, rate_pa',
    /missing/,
  ]),
  csv('an empty tenure', `${head},general,,maturity,8`, [
    'no-tenure',
    'line 3',
    /give one of them/,
  ]),
  csv('a cell too few', `${head},general,12,maturity`, [
    'not-csv',
    'line 3',
    /number of cells, 7, is not that of the columns, 8;/,
  ]),
  csv('a cell too many', `${head},general,12,maturity,8,9`, [
    'not-csv',
    'line 3',
    /number of cells, 9, is not that of the columns, 8;/,
  ]),
  csv('an open quote', `${head},"general,12,maturity,8`, [
    'not-csv',
    'line 3',
    /double quote is misplaced or has no closing one/,
  ]),
  file(
    'an open quote after a line end in quotes',
    `${columns},product\r\n${good},"Fixed\r\ndeposit"\r\n${good},"Fixed\r\n\r\n`,
    ['not-csv', 'line 4', /no closing one/],
  ),
  csv('a quote inside a cell', `${head},general,12,maturity,8"50`, [
    'not-csv',
    'line 3',
    /double quote is misplaced/,
  ]),
  csv('another currency on the next line', `${head.replace('LKR', 'USD')},general,12,maturity,8`, [
    'differs-between-rows',
    'line 3, currency',
    /line 2; all lines of a sheet have the same currency/,
  ]),
  file('a bad currency', `${columns}\n${good.replace('LKR', 'lkr')}\n`, [
    'bad-currency',
    'line 2, currency',
    /three capital letters/,
  ]),
  csv('the same terms twice', `${head},general,3.0,maturity,8`, [
    'duplicate-offer',
    'line 3',
    /are also at line 2/,
  ]),
  csv('a NUL', `${head},general,12\u0000,maturity,8`, [
    'bad-decimal',
    'line 3, tenure_months',
    /\\u0000/,
  ]),
  csv(
    'several problems at once, including conflicts with the book',
    `${head.replace('LKR', 'USD')},=general,12,weekly,8`,
    ['formula', 'line 3, product_variant', /formula/],
    ['differs-between-rows', 'line 3, currency', /same currency/],
    ['unknown-value', 'line 3, payout_type', /"weekly"/],
  ),
  file(
    'what only the book knows',
    `${columns}\n${good}\n`.replace('alpha-bank,', 'gamma-bank,').replace('LKR', 'USD'),
    ['unregistered', 'institution_id', /gamma-bank/],
    ['other-currency', 'currency', /USD/],
  ),
]

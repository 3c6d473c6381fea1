import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../../../domain/day.ts'
import { parseSource } from '../load-source.ts'
import { draftSource, formatOf } from './draft-source.ts'

async function drafted(page: string) {
  const settings = {
    institution: 'birch-bank',
    currency: { code: 'KES', remark: 'confirm' },
    timeZone: { name: 'Africa/Nairobi', remark: 'confirm' },
  }
  const body = new TextEncoder().encode(page)
  const day = '2026-06-09' as Day
  return draftSource({ body, url: 'https://birch-bank.example/rates', day }, settings)
}

async function draftOf(page: string) {
  const draft = await drafted(page)
  assert.ok('text' in draft, JSON.stringify(draft))
  const source = parseSource(draft.text, { file: 'birch-bank.yaml', name: 'xx/birch-bank.yaml' })
  assert.ok('definition' in source, JSON.stringify(source))
  assert.equal(source.definition.verified_live, false)
  return { ...draft, definition: source.definition }
}

test('an HTML page with two heading rows, decimal commas and other tables', async () => {
  const { definition, remarks, text } = await draftOf(`<h1>Birch Bank</h1>
<h2>Savings accounts</h2><table><tr><td>Plus<td>1,00 %</table>
<h2>Fixed deposits</h2><table>
<tr><th rowspan=2>Period<th colspan=2>At maturity<th colspan=2>Monthly
<tr><th>Rate<th>AER<th>Rate<th>AER
<tr><td>6 months<td>4,00 %<td>4,04 %<td>-<td>-
<tr><td>12 months<td>4,25 %<td>4,25 %<td>4,10 %<td>4,18 %
<tr><td>2 to 3 years<td>4,50 %<td>4,50 %<td>-<td>-
<tr><td>On request<td>5,00 %<td>5,00 %<td>-<td>-
</table>`)
  assert.equal(definition.pages[0]?.decimal, ',')
  assert.deepEqual(definition.pages[0]?.must_contain, ['Birch Bank'])
  assert.deepEqual(definition.empty, ['', '-'])
  const [table] = definition.tables
  assert.equal(table?.under, 'Fixed deposits')
  assert.equal(table?.header_rows, 2)
  assert.deepEqual(table?.columns, {
    Period: 'tenure',
    'At maturity / Rate': { is: 'rate', payout: 'maturity' },
    'At maturity / AER': { is: 'aer', payout: 'maturity' },
    'Monthly / Rate': { is: 'rate', payout: 'monthly' },
    'Monthly / AER': { is: 'aer', payout: 'monthly' },
  })
  assert.deepEqual(table?.rows, { 'On request': { ignore: 'guess: states no tenure' } })
  assert.deepEqual(definition.ignore, [
    { table: 'Savings accounts', because: 'guess: no row has a tenure and a rate' },
  ])
  assert.match(text, /Period: tenure # guess: 3 of 4 cells are tenures/)
  assert.deepEqual(definition.expects, {
    general: { maturity: [6, 12, '24 to 36 months'], monthly: [12] },
  })
  assert.ok(remarks.length > 0)
})

test('records of JSON: the path, the factor of fractions, and the payout as a question', async () => {
  const record = (term: string, rate: string) => ({ kind: 'FIXED', term, rate })
  const rates = [record('P3M', '0.0310'), record('P6M', '0.0345'), record('P1Y', '0.0400')]
  const { definition, remarks, text } = await draftOf(
    JSON.stringify({ data: { brand: 'Birch Bank', contacts: [{ name: 'Desk' }], rates } }),
  )
  assert.deepEqual(definition.pages[0]?.path, ['data', 'rates'])
  assert.equal(definition.tables[0]?.factor, '100')
  assert.match(text, /payout: maturity # QUESTION: nothing on the page states/)
  assert.deepEqual(definition.expects, { general: { maturity: [3, 6, 12] } })
  assert.match(remarks[0] ?? '', /reads 3 offers/)
})

test('tables under one heading have two, and printed yields say how interest is compounded', async () => {
  const table = (title: string) => `<h2>${title}</h2><p>Effective as of 25 June 2026</p>
<table><tr><th>Term<th>Rate<th>AER<tr><td>24 months<td>6.00%<td>6.14%<tr><td>36 months<td>6.50%<td>6.66%</table>`
  const { definition } = await draftOf(
    `<h1>Birch Bank</h1>${table('Fixed deposits')}${table('Retirement accounts')}`,
  )
  assert.deepEqual(definition.tables[0]?.under, ['Effective as of*', 'Fixed deposits'])
  assert.deepEqual(definition.ignore, [
    {
      table: 'Retirement accounts',
      because: 'guess: retirement accounts ("Retirement")',
    },
  ])
  assert.deepEqual(definition.aer, { formula: 'compound', periods_per_year: 4, tolerance: '0.06' })
})

test('rows of one tenure differ in their amounts, and a payout that no book has is left out', async () => {
  const { definition } = await draftOf(`<h1>Birch Bank</h1><h2>Deposits</h2>
<table><tr><th>Term<th>Balance<th>Monthly<th>Half-yearly
<tr><td>6 months<td>1,000 - 9,999<td>2.15%<td>2.20%<tr><td><td>10,000+<td>2.25%<td>2.30%</table>`)
  assert.deepEqual(definition.tables[0]?.columns, {
    Term: { is: 'tenure', continues: true },
    Balance: { is: 'min_deposit' },
    Monthly: { is: 'rate', payout: 'monthly' },
    'Half-yearly': { ignore: 'guess: no such payout in a book' },
  })
  assert.deepEqual(definition.expects, { general: { monthly: [6] } })
})

test('durations between payments that are as long as the term are one payment', async () => {
  const record = (depositRateType: string, rate: string, every: string, term: string) => {
    return { depositRateType, rate, applicationFrequency: every, additionalValue: term }
  }
  const rates = [
    record('FIXED', '0.0310', 'P3M', 'P3M'),
    record('FIXED', '0.0300', 'P3M', 'P12M'),
    record('FIXED', '0.0405', 'P12M', 'P12M'),
    record('BONUS', '0.0010', 'P3M', 'P3M'),
  ]
  const { definition } = await draftOf(JSON.stringify({ name: 'Birch Bank', rates }))
  assert.deepEqual(
    definition.tables[0]?.relabel?.map(({ where }) => where),
    ['P3M', 'P12M'].map((word) => ({
      depositRateType: ['FIXED'],
      additionalValue: word,
      applicationFrequency: word,
    })),
  )
  assert.deepEqual(definition.expects, { general: { maturity: [3, 12], quarterly: [12] } })
})

test('a page that prints only a yield is refused, and so is one without rates', async () => {
  const table = '<h2>Deposits</h2><table><tr><th>Term<th>APY<tr><td>12 months<td>4.25%</table>'
  const refused = await drafted(table)
  assert.match('failure' in refused ? refused.failure : '', /no column is a rate/)
  assert.deepEqual(await drafted('<p>Closed'), { failure: 'The page has no table.' })
})

test('the bytes say the format', () => {
  const format = (text: string) => formatOf(new TextEncoder().encode(text))
  assert.deepEqual(['%PDF-1.7', 'PK\u0003\u0004', ' [1]', '<p>'].map(format), [
    'pdf',
    'xlsx',
    'json',
    'html',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  rulesOf,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import { compilePattern } from '../words/pattern.ts'
import { dateOfParts } from './find-date.ts'

const rates = htmlTable('Period|Rate\n12 Months|9.00')
const dated = (date: NonNullable<ReturnType<typeof sourceOf>['date']>, ignore: string[] = []) =>
  sourceOf({ tables: [plainTable], date, ignore })

test('the date is taken from under the right heading', async () => {
  const date = {
    under: 'Deposits',
    format: 'w.e.f. {D}{th} {MMMM} {YYYY}',
    means: 'effective',
  } as const
  const page = `<h1>Savings</h1><p>w.e.f. 1 May 2020</p>${rates}<h1>Deposits</h1><p>W.E.F. 05<sup>th</sup> September 2016</p>${rates}<h1>Loans</h1><p>w.e.f. 2 June 2021</p>${rates}`
  const read = await reading(dated(date, ['Savings', 'Loans']), page)
  assert.equal(read.printedDate?.day, '2016-09-05')
  assert.equal(read.printedDate.cell.text, 'W.E.F. 05 th September 2016')
  assert.deepEqual(read.findings, [])
  const without = page.replace('W.E.F. 05<sup>th</sup> September 2016', '')
  assert.equal(
    await failure(dated(date, ['Savings', 'Loans']), without),
    'The page has no date of the form "w.e.f. {D}{th} {MMMM} {YYYY}" under "Deposits".',
  )
})

test('a date that is ambiguous, impossible or printed twice holds the sheet', async () => {
  const page = (...texts: string[]) =>
    `<h1>Deposits</h1>${texts.map((text) => `<p>${text}</p>`).join('')}${rates}`
  const any = dated({ format: 'from {date}', means: 'effective' })
  const rules = async (...texts: string[]) => rulesOf(await reading(any, page(...texts)))
  assert.deepEqual(await rules('from 13/11/2026'), [])
  assert.deepEqual(await rules('from 10/11/2026'), ['ambiguous-date'])
  assert.deepEqual(await rules('from 31 June 2026'), ['impossible-date'])
  assert.deepEqual(await rules('from 1 June 2026', 'from 1 June 2026'), [])
  assert.deepEqual(await rules('from 1 June 2026', 'from 2 June 2026'), ['dates-disagree'])
})

test('for JSON the date is the value of a key, or stands in the object of a value', async () => {
  const text = JSON.stringify({
    product: [
      { name: 'Savings', since: '2020-01-01', rates: [] },
      { name: 'Deposits', since: '2026-06-09', rates: [{ Period: '12 M', Rate: 9.0 }] },
    ],
  })
  const source = (under: string | string[]) =>
    sourceOf(
      { tables: [plainTable], date: { under, format: '{YYYY}-{MM}-{DD}', means: 'read' } },
      { format: 'json', path: ['product', '[name=Deposits]', 'rates'] },
    )
  for (const under of ['Deposits', ['Deposits', 'since']])
    assert.equal((await reading(source(under), text)).printedDate?.day, '2026-06-09')
  assert.equal((await reading(source('since'), text)).printedDate?.day, '2020-01-01')
})

test('of columns that differ in a date, the newest up to the capture counts', async () => {
  const columns = {
    Tenor: 'tenure',
    'Effective from {D}.{MM}.{YYYY}': { payout: 'maturity' },
  } as const
  const source = sourceOf({ tables: [{ ...plainTable, columns }] })
  const page = (...days: string[]) =>
    `<h1>Deposits</h1>${htmlTable(`Tenor|${days.map((day) => `Effective from ${day}`).join('|')}\n12 months|${days.map((_, index) => index + 1).join('|')}`)}`
  const read = await reading(source, page('01.12.2020', '09.11.2026', '17.05.2022', '10.11.2026'))
  assert.deepEqual(linesOf(read), ['general 12 maturity: 2'])
  assert.equal(read.printedDate?.day, '2026-11-09')
  assert.equal(
    await failure(source, page('10.11.2026')),
    'No column "Effective from {D}.{MM}.{YYYY}" has a date up to the day of the capture, 2026-11-09.',
  )
  assert.deepEqual(rulesOf(await reading(source, page('01.12.2020', '31.06.2022'))), [
    'impossible-date',
  ])
})

const read = (form: string, text: string) => dateOfParts(compilePattern(form).find(text))

test('dates are read in the forms and languages of the pages', () => {
  for (const [form, text, day] of [
    ['w.e.f. {D}{th} {MMMM} {YYYY}', 'W.E.F. 05th September 2016', '2016-09-05'],
    ['{dddd}, {MMMM} {D} {YYYY}', 'Wednesday, June 10 2026', '2026-06-10'],
    ['{D} - {MMM} - {YYYY}', '29 - Apr - 2024', '2024-04-29'],
    ['{D}.{MM}.{YYYY}', 'Effective from 01.12.2020', '2020-12-01'],
    ['{D}-{MM}-{YYYY}', '3 Months (Revised 10-11-2016)', '2016-11-10'],
    ['{YYYY} {MMMM} {D}', '2023 සැප්තැම්බර් 07', '2023-09-07'],
    ['{YYYY} {MMMM} {D}', '2023 අප්‍රේල් 07 සිට', '2023-04-07'],
    ['{D} {MMMM} {YYYY}', '7 செப்டம்பர் 2023', '2023-09-07'],
    ['{DD}{MM}{YY}', '070923', '2023-09-07'],
    ['{date}', 'as at 4th September 2023', '2023-09-04'],
    ['{date}', 'September 4, 2023', '2023-09-04'],
    ['{date}', '2023-09-04', '2023-09-04'],
    ['{date}', '13/09/2023', '2023-09-13'],
    ['{date}', '09/13/2023', '2023-09-13'],
    ['{date}', '05/05/2023', '2023-05-05'],
  ] as const)
    assert.deepEqual(read(form, text), { day }, text)
})

test('a date whose day and month could be exchanged is in doubt, unless the form says which is which', () => {
  assert.deepEqual(read('{date}', '10-11-2016'), {
    rule: 'ambiguous-date',
    doubt: 'may be 2016-11-10 or 2016-10-11',
  })
  assert.deepEqual(read('{M}/{D}/{YYYY}', '10/11/2016'), { day: '2016-10-11' })
})

test('an impossible date is in doubt', () => {
  for (const [form, text] of [
    ['{D} {MMMM} {YYYY}', '31 June 2026'],
    ['{D}/{M}/{YYYY}', '06/13/2026'],
    ['{date}', '31/13/2026'],
    ['{D} {MMMM} {YYYY}', '0 June 2026'],
    ['{dddd}, {MMMM} {D} {YYYY}', 'Thursday, June 10 2026'],
  ] as const)
    assert.deepEqual(
      read(form, text),
      { rule: 'impossible-date', doubt: 'is not a day that exists' },
      text,
    )
})

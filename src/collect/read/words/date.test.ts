import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOfParts } from './date.ts'
import { compilePattern } from './pattern.ts'

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

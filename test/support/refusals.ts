import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from './ask.ts'

const wrongDays =
  '2026-02-30 2025-02-29 2026-13-01 2026-00-10 2026-01-00 2026-2-1 26-02-01 20260201 -2026-02-01 ' +
  '2026-02-01T00:00:00Z %202026-02-01 2026-02-01%20 2026-02-01%0A 2026/02/01 today 1769904000'

const wrongBooleans = 'TRUE True 1 0 yes no null %20true true%20'

const misspellings = (word: string) =>
  `${word.toUpperCase()} ${word}%20 %20${word} ${word},${word} ${word}%00 other 0 __proto__`

/** Values that no endpoint accepts, as written in a URL. */
const refused: Readonly<Record<string, string>> = {
  tenure_months:
    '0 0.0 0.000 -1 -12 %2B12 +12 %2012 12%20 12%0A 12. .5 1e1 0x10 012 00.5 12,5 12.0.0 NaN Infinity ' +
    '12%20months %D9%A1%D9%A2 1234567890123456 1.1234567890123456',
  limit: '0 -1 1.5 1.0 010 %2B10 +10 1e2 0x10 %2010 10%20 10%0A ten NaN',
  offset: '-1 -0 1.5 0.0 01 %2B1 +1 1e2 0x10 %201 1%0A one NaN',
  since: wrongDays,
  until: wrongDays,
  active_only: wrongBooleans,
  fresh_only: wrongBooleans,
  readings: wrongBooleans,
  panel: misspellings('constant'),
  type: misspellings('bank'),
  variant: misspellings('general'),
  payout_type: misspellings('maturity'),
  direction: `${misspellings('up')} initial flat withdrawn`,
}

/** A value that a parameter accepts, and further values that it refuses. */
type ParameterValues = { readonly takes: string; readonly refuses?: string }

/**
 * Defines the tests that every endpoint with parameters must pass: 422 names all wrong or repeated parameters, in the order
 * given here, and unknown parameters are ignored.
 */
export function testRefusals(
  { invalid, status }: Api,
  path: string,
  parameters: Readonly<Record<string, ParameterValues>>,
): void {
  const names = Object.keys(parameters)
  const target = (query: Readonly<Record<string, string>>) =>
    `${path}?${Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}`
  const valid = Object.fromEntries(names.map((name) => [name, parameters[name]?.takes ?? '']))

  void test(`GET ${path} accepts ${names.join(', ')}`, async () => {
    assert.equal(await status(target(valid)), 200)
  })
  for (const name of names) {
    const values = [
      '',
      ...`${refused[name] ?? ''} ${parameters[name]?.refuses ?? ''}`.split(' ').filter(Boolean),
    ]
    void test(`GET ${path} answers 422 to ${values.length} invalid values of ${name}`, async () => {
      for (const value of values) {
        const query = target({ ...valid, [name]: value })
        assert.deepEqual(await invalid(query), [name], query)
      }
    })
    void test(`GET ${path} answers 422 to a repeated ${name}`, async () => {
      assert.deepEqual(await invalid(`${target(valid)}&${name}=${valid[name]}`), [name])
    })
  }
  void test(`GET ${path} names all invalid parameters at once, one error each`, async () => {
    const allInvalid = target(Object.fromEntries(names.map((name) => [name, ''])))
    assert.deepEqual(await invalid(allInvalid), names)
    assert.deepEqual(await invalid(`${allInvalid}&${allInvalid.split('?')[1]}`), names)
  })
  void test(`GET ${path} ignores unknown parameters`, async () => {
    const unknown = { colour: '', _: '1', constructor: '', 'tenure_months[]': 'x', Limit: '0' }
    assert.equal(await status(target({ ...valid, ...unknown })), 200)
    assert.equal(await status(`${target(valid)}&__proto__=x&toString=y&&=&%`), 200)
  })
}

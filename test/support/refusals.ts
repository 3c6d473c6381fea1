import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Questions } from './ask.ts'

const unlike = (word: string) =>
  `${word.toUpperCase()} ${word}%20 %20${word} ${word},${word} ${word}%00 other 0 __proto__`

/** Values that no endpoint takes, as they stand in a URL: `%20` is a space, `%2B` a plus, and `+` a space too. */
const refused: Readonly<Record<string, string>> = {
  tenure_months:
    '0 0.0 0.000 -1 -12 %2B12 +12 %2012 12%20 12%0A 12. .5 1e1 0x10 012 00.5 12,5 12.0.0 NaN Infinity ' +
    '12%20months %D9%A1%D9%A2 1234567890123456 1.1234567890123456',
  limit: '0 -1 1.5 1.0 010 %2B10 +10 1e2 0x10 %2010 10%20 10%0A ten NaN',
  offset: '-1 -0 1.5 0.0 01 %2B1 +1 1e2 0x10 %201 1%0A one NaN',
  since:
    '2026-02-30 2025-02-29 2026-13-01 2026-00-10 2026-01-00 2026-2-1 26-02-01 20260201 -2026-02-01 ' +
    '2026-02-01T00:00:00Z %202026-02-01 2026-02-01%20 2026-02-01%0A 2026/02/01 today 1769904000',
  active_only: 'TRUE True 1 0 yes no null %20true true%20',
  type: unlike('bank'),
  variant: unlike('general'),
  payout_type: unlike('maturity'),
  direction: `${unlike('up')} initial flat withdrawn`,
}

/** One parameter of an endpoint: a value that it takes, and more that it refuses. */
type Given = { readonly takes: string; readonly refuses?: string }

/**
 * The tests that every endpoint with parameters passes: each wrong value is 422 and names its parameter alone, a repeated
 * one too, all that are wrong are named at once in the order given here, and an unknown one is ignored.
 */
export function testRefusals(
  { wrong, status }: Questions,
  path: string,
  given: Readonly<Record<string, Given>>,
): void {
  const names = Object.keys(given)
  const target = (query: Readonly<Record<string, string>>) =>
    `${path}?${Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}`
  const right = Object.fromEntries(names.map((name) => [name, given[name]?.takes ?? '']))

  void test(`part 4, GET ${path}: takes ${names.join(', ')}`, async () => {
    assert.equal(await status(target(right)), 200)
  })
  for (const name of names) {
    const values = [
      '',
      ...`${refused[name] ?? ''} ${given[name]?.refuses ?? ''}`.split(' ').filter(Boolean),
    ]
    void test(`part 7 rule 2: GET ${path} answers 422 to ${values.length} wrong values of ${name}`, async () => {
      for (const value of values) {
        const asked = target({ ...right, [name]: value })
        assert.deepEqual(await wrong(asked), [name], asked)
      }
    })
    void test(`design 4, parameters: GET ${path} answers 422 to a repeated ${name}`, async () => {
      assert.deepEqual(await wrong(`${target(right)}&${name}=${right[name]}`), [name])
    })
  }
  void test(`design 4, errors: GET ${path} names every wrong parameter at once, one error each`, async () => {
    const allWrong = Object.fromEntries(names.map((name) => [name, '']))
    assert.deepEqual(await wrong(target(allWrong)), names)
    assert.deepEqual(await wrong(`${target(allWrong)}&${target(allWrong).split('?')[1]}`), names)
  })
  void test(`design 4, parameters: GET ${path} ignores parameters that it does not know`, async () => {
    const unknown = { colour: '', _: '1', constructor: '', 'tenure_months[]': 'x', Limit: '0' }
    assert.equal(await status(target({ ...right, ...unknown })), 200)
    assert.equal(await status(`${target(right)}&__proto__=x&toString=y&&=&%`), 200)
  })
}

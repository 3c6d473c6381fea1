import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { after, type Instant } from '../../domain/instant.ts'
import { replyOf, steadySpan, type Content } from './content.ts'
import { representNow } from './represent.ts'
import { textBody } from './text-body.ts'

const begin = Date.UTC(2026, 0, 1) as Instant
const minute = 60_000
const body = textBody('[]')
const form = representNow(body, 'identity')
assert.ok(form)

/** Times around one instant, a millisecond to some minutes away from it. */
const time = fc
  .tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(-1_000, -1, 0, 1, 500, 1_000))
  .map(([minutes, beside]) => after(begin, minutes * minute + beside))
const content: fc.Arbitrary<Content> = fc
  .record({
    modified: fc.option(time, { nil: undefined }),
    span: fc.option(
      fc.record({ since: time, until: time }).filter(({ since, until }) => since < until),
      { nil: undefined },
    ),
  })
  .map(({ modified, span }) => ({
    type: 'application/json',
    body,
    ...(modified !== undefined && { modified }),
    ...(span !== undefined && { span }),
  }))

test('as long as a response is said to stay the same, it does, to the letter', () => {
  let steady = 0
  fc.assert(
    fc.property(
      content,
      time,
      time,
      fc.constantFrom('', '*', '"x"'),
      (given, one, other, known) => {
        const { since, until } = steadySpan(given)
        if ([one, other].some((now) => now < since || now >= until)) return
        steady++
        assert.deepEqual(replyOf(given, form, known, one), replyOf(given, form, known, other))
      },
    ),
    runs(5_000),
  )
  assert.ok(steady > 100, `${steady} times`)
})

test('what time alone does not change stays the same from its entry on; what it changes, to a minute before', () => {
  const plain = { type: 'text/plain', body }
  const until = after(begin, 10 * minute)
  assert.deepEqual(steadySpan({ ...plain, modified: begin }).since, begin)
  assert.deepEqual(
    steadySpan({ ...plain, modified: begin, span: { since: after(begin, 1), until } }),
    {
      since: after(begin, 1),
      until: after(begin, 9 * minute),
    },
  )
  assert.deepEqual(
    steadySpan({ ...plain, modified: begin, span: { since: after(begin, -1), until } }),
    {
      since: begin,
      until: after(begin, 9 * minute),
    },
  )
})

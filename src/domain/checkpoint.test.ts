import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../test/support/sample-market.ts'
import { checkpointText, parseCheckpoint } from './checkpoint.ts'

const digest = '0123456789abcdef'.repeat(4)
const text = `rates.example\n1042\n${digest}\n2026-06-09T00:00:00Z\n`
const checkpoint = {
  origin: 'rates.example',
  position: 1042,
  digest,
  at: at('2026-06-09T00:00:00Z'),
}

test('a checkpoint has four lines: origin, position, digest and time', () => {
  assert.equal(checkpointText(checkpoint), text)
  assert.deepEqual(parseCheckpoint(text), checkpoint)
  const precise = { ...checkpoint, at: at('2026-06-09T00:00:00.120Z') }
  assert.deepEqual(parseCheckpoint(checkpointText(precise)), precise)
})

const wrong: readonly (readonly [why: string, from: string, to: string, problem: RegExp])[] = [
  ['three lines', `${digest}\n`, '', /four lines/],
  ['five lines', '2026', '\n2026', /four lines/],
  ['no newline at its end', '00Z\n', '00Z', /four lines/],
  ['an empty origin', 'rates.example', '', /^line 1 is "", not a name/],
  ['an origin with a space', 'rates.example', 'rates example', /^line 1 is "rates example"/],
  ['position 0', '1042', '0', /^line 2 is "0", not a position/],
  ['a position with a leading zero', '1042', '01042', /^line 2/],
  ['a negative position', '1042', '-1042', /^line 2/],
  ['a position beyond exact numbers', '1042', '9007199254740993', /^line 2/],
  ['a digest in upper case', digest, digest.toUpperCase(), /^line 3 .* not a digest/],
  ['a digest that is too short', digest, digest.slice(1), /^line 3/],
  ['a day that does not exist', '06-09', '02-30', /^line 4 .* not an instant/],
  ['another writing of the time', '00Z', '00.000Z', /^line 4/],
  ['a time with an offset', '00Z', '00+00:00', /^line 4/],
]

for (const [why, from, to, problem] of wrong) {
  test(`a checkpoint is refused: ${why}`, () => {
    const result = parseCheckpoint(text.replace(from, to))
    assert.match('problem' in result ? result.problem : 'accepted', problem)
  })
}

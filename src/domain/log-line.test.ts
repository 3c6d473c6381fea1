import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredEntry } from './entry-body.ts'
import { logLine, parseLogLine } from './log-line.ts'

const bodyDigest = 'ab'.repeat(32)
const digest = 'cd'.repeat(32)

/** A line of a failed run with a message, with some parts replaced. */
function lineWith(from: string | RegExp = '', to = ''): string {
  const line = `{"position":7,"at":"2026-06-01T00:00:00.250Z","kind":"rates-checked","institution_id":"a-1","body_digest":"${bodyDigest}","digest":"${digest}","body":{"message":"It “ended”.","outcome":"failed"}}`
  const changed = line.replace(from, to)
  assert.ok(from === '' || changed !== line, `${from} is not in the line`)
  return changed
}

test('a line has the keys in a fixed order and the body byte for byte', () => {
  const entry = {
    position: 7,
    at: '2026-06-01T00:00:00.250Z',
    kind: 'rates-checked',
    institutionId: 'a-1',
    bodyDigest,
    body: '{"message":"It “ended”.","outcome":"failed"}',
    digest,
  }
  assert.equal(logLine(entry), lineWith())
  assert.deepEqual(parseLogLine(lineWith()), entry)
})

const form = /^It has another form than the lines of a log/
const content = /^Its body has a text with NUL or an unpaired surrogate/
const nested = (levels: number) => '{"cell":'.repeat(levels) + '1' + '}'.repeat(levels)

const refused: readonly (readonly [string, RegExp, string])[] = [
  ['an empty line', /^It is not a JSON object/, ''],
  ['a list', /^Its position/, '[1]'],
  ['half a line', /^It is not a JSON object/, lineWith().slice(0, -1)],
  ['a byte-order mark', /^It is not a JSON object/, `\uFEFF${lineWith()}`],
  ['two lines', /^It is not a JSON object/, `${lineWith()}\n${lineWith()}`],
  ['a raw NUL', /^It is not a JSON object/, lineWith('ended', '\0')],
  ['white space', form, lineWith('{"position"', '{ "position"')],
  ['white space at the end', form, `${lineWith()}\r`],
  ['white space in the body', form, lineWith('"failed"}', '"failed" }')],
  ['another number form', form, lineWith('7', '7.0')],
  ['a number with an exponent', form, lineWith('7', '7e0')],
  ['position 0', /^Its position/, lineWith('7', '0')],
  ['a negative position', /^Its position/, lineWith('7', '-7')],
  ['a position beyond the whole numbers', /^Its position/, lineWith('7', '9007199254740993')],
  ['a position as text', /^Its position/, lineWith('7', '"7"')],
  ['a key twice', form, lineWith('"at"', '"position":7,"at"')],
  ['a key twice in the body', form, lineWith('"outcome"', '"message":"It “ended”.","outcome"')],
  ['another order', form, lineWith(/("position":7),("at":"[^"]*")/, '$2,$1')],
  ['another order in the body', form, lineWith(/("message":"[^"]*"),("outcome":"[^"]*")/, '$2,$1')],
  ['another key', form, lineWith('"body":', '"more":1,"body":')],
  ['an escape that is not needed', form, lineWith('ended', '\\u0065nded')],
  ['another key in the body', /the key "more".*newer Ratebook/, lineWith('message', 'more')],
  ['the key __proto__', /the key "__proto__"/, lineWith('message', '__proto__')],
  ['another kind', /the kind "guessed".*newer Ratebook/, lineWith('rates-checked', 'guessed')],
  ['no milliseconds', /^Its time/, lineWith('.250', '')],
  ['a day that does not exist', /^Its time/, lineWith('06-01', '02-30')],
  ['an id with a line feed', /^Its institution_id/, lineWith('a-1', 'a\\n1')],
  ['no institution', /^Its institution_id/, lineWith('a-1', '')],
  ['a reviewer of an institution', /^Its inst/, lineWith('rates-checked', 'reviewer-removed')],
  ['a short digest', /^One of its digests/, lineWith('abab', 'ab')],
  ['a digest in capitals', /^One of its digests/, lineWith(digest, digest.toUpperCase())],
  ['no body', /^Its body is missing/, lineWith(/,"body":.*\}\}/, '}')],
  ['a private body', /^Its body must be absent/, lineWith('rates-checked', 'sheet-held')],
  ['the body null', /^Its body is not a JSON object/, lineWith(/\{"message.*\}\}/, 'null}')],
  ['a list as body', /^Its body is not a JSON object/, lineWith(/\{"message.*\}\}/, '[]}')],
  ['an unpaired surrogate', content, lineWith('ended', '\\ud800')],
  ['NUL', content, lineWith('ended', '\\u0000')],
  ['a fraction', content, lineWith('"failed"', '1.5')],
  ['a number of 16 digits', content, lineWith('"failed"', '1000000000000000')],
  ['deep nesting', content, lineWith('"failed"', nested(10_000))],
]

for (const [what, reason, line] of refused)
  test(`${what} is refused`, () => {
    const read: StoredEntry | string = parseLogLine(line)
    assert.ok(typeof read === 'string')
    assert.match(read, reason)
  })

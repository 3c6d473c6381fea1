import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  escapeFormula,
  firstProblems,
  isFormula,
  quoted,
  unescapeFormula,
  unseen,
  visible,
  visibleLines,
} from './text.ts'

const odd = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\t', '\n', '\u001b', '\u007f', '\u009b', '\u200b', '\u202e', '\u2066'),
    fc.constantFrom(
      '\ufeff',
      '\u{e0041}',
      '\u{1f3e6}',
      '\ud800',
      '\udc00',
      '\u0dca',
      '\u200d',
      '"',
    ),
    fc.constantFrom('\\', 'a', 'é', 'ශ'),
  ),
})

test('no text has a character that nobody sees, that controls a terminal or that reorders others', () => {
  fc.assert(
    fc.property(odd, (text) => {
      for (const shown of [visible(text), quoted(text), quoted(text, 3)])
        assert.doesNotMatch(shown, unseen)
      assert.doesNotMatch(visibleLines(text).replaceAll('\n', ''), unseen)
    }),
  )
})

test('a text is a formula by its first visible character, whatever stands before that', () => {
  const all = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
  const blank = all.filter((one) => /[\s\u2800]/.test(one) || unseen.test(one))
  assert.ok(['\u00A0', '\u2007', '\u3000', '\t', '\u200B'].every((one) => blank.includes(one)))
  const spaced = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].flatMap((sign) =>
    ['', ...blank, '  \u00A0'].map((before) => `${before}${sign}1+1`),
  )
  for (const text of spaced) {
    assert.equal(isFormula(text), true, JSON.stringify(text))
    for (const written of [text, `'${text}`]) {
      assert.equal(escapeFormula(written), `'${written}`)
      assert.equal(unescapeFormula(escapeFormula(written)), written)
    }
  }
  for (const text of ['', ' ', "it's", '1=1', ' Plus +1', '\t'.repeat(100_000)])
    assert.equal(escapeFormula(text), text)
})

test('JSON stays JSON, with the same values', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const value = { [text]: [text] }
      assert.deepEqual(JSON.parse(visible(JSON.stringify(value))), value)
    }),
  )
})

test('a character that nobody sees stands as an escape, and letters stand as they are', () => {
  assert.equal(visible('9\u202e50\u009b2J\u{e0041}'), '9\\u202E50\\u009B2J\\uDB40\\uDC41')
  // A joiner after a virama makes the form of a letter; elsewhere nobody sees it.
  assert.equal(visible('ශ්\u200dරී ලංකා, a\u200db'), 'ශ්\u200dරී ලංකා, a\\u200Db')
})

test('a long text is cut, with the count of what is left out', () => {
  assert.equal(quoted('abc', 3), '"abc"')
  assert.equal(quoted('abcde', 3), '"abc…" (2 more characters)')
  assert.equal(quoted('x'.repeat(5_000_000)).length, 111)
  assert.equal(quoted('ab\u{1f3e6}', 3), '"ab…" (2 more characters)')
  const lines = visibleLines(`${'x'.repeat(5_000)}\nshort`)
  assert.match(lines, /^x{4000}… \(1,000 more characters\)\nshort$/)
})

test('of many problems about a hundred are given, and the count of the rest', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
  const given = (count: number) => firstProblems(numbers(count), (sentence) => sentence)
  assert.deepEqual(given(101), numbers(101))
  assert.deepEqual(given(300), [...numbers(100), 'There are 200 more problems.'])
})

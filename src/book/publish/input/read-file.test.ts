import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { scanJson } from '../../../domain/json.ts'
import { collectProblems, problemLine } from './problem.ts'
import { readJson } from './read-file.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text has a fault if and only if JSON.parse refuses it', () => {
  const edited = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ...Array.from('{}[]:,"\\ \t\n01-+.eEtfnu\u0000\u007F\u2028é')),
    )
    .map(([json, at, cut, put]) => {
      const index = at % (json.length + 1)
      return json.slice(0, index) + put + json.slice(index + cut)
    })
  fc.assert(
    fc.property(fc.oneof(fc.json(), edited), (text) => {
      assert.equal(scanJson(text).fault === undefined, parses(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a syntax error names its line and column, and what is expected there', () => {
  const faults = [
    [
      '{"a":1,}',
      'line 1, column 8: The file is not JSON: a key in double quotes is expected here.',
    ],
    ['{\r\n  "a": tru\r\n}', 'line 2, column 8: The file is not JSON: a value is expected here.'],
    ['[1\n 2]', 'line 2, column 2: The file is not JSON: a comma or ] is expected here.'],
    ['{"a":01}', 'line 1, column 7: The file is not JSON: a comma or } is expected here.'],
    ['{"a" 1}', 'line 1, column 6: The file is not JSON: a colon is expected here.'],
    [
      '{a: 1}',
      'line 1, column 2: The file is not JSON: a key in double quotes or } is expected here.',
    ],
    [
      '[\n',
      'line 2, column 1: The file is not JSON: the file ends where a value or ] is expected.',
    ],
    [
      '{"a":\n "b',
      'line 2, column 2: The file is not JSON: the text that begins here has no closing quote.',
    ],
    [
      '["a\tb"]',
      'line 1, column 4: The file is not JSON: a control character must be written as an escape, such as \\n.',
    ],
    [
      '["\\x"]',
      'line 1, column 3: The file is not JSON: a backslash must begin an escape, such as \\n or \\u00e9.',
    ],
    ['{}\n{}', 'line 2, column 1: The file is not JSON: the end of the file is expected here.'],
    [' \n', 'The file is empty.'],
  ] as const
  for (const [text, line] of faults) {
    const { problems, refuse } = collectProblems()
    assert.equal(readJson(text, refuse), undefined)
    assert.deepEqual(problems.map(problemLine), [`${line} [not-json]`])
  }
})

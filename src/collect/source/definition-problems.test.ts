import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedSource } from '../../../test/support/source-text.ts'
import { parseSource } from './load-source.ts'

test('the mistakes of patterns of addresses are named with their places', () => {
  const mistakes: readonly (readonly [string, string, string])[] = [
    ['rates\n    format', '{x}\n    format', '8:10 "for" does not say what stands for {x}.'],
    ['format: html', 'for: { x: [a] }\n    format: html', '9:12 "url" has no {x} for these names.'],
    [
      'rates\n    format: html',
      '{x}\n    for: { x: [a, a] }\n    format: html',
      '9:15 The name "a" of a page is given twice.',
    ],
    [
      'https://alpha-bank.example/rates',
      'https://{x}.example/rates\n    for: { x: [a] }',
      '8:10 {x} must stand in the path or the query of the address.',
    ],
    [
      'rates\n    format: html',
      '{x}\n    for: { x: { page: rates, path: [a] } }\n    format: html',
      '9:23 "rates" cannot list the names: give a single page of JSON.',
    ],
    [
      'name: rates',
      'name: a/b',
      '7:11 "a/b" cannot name a page: it has a slash or =, or only dots.',
    ],
    [
      'name: rates',
      'name: "ra\\u00ADtes"',
      '7:11 The name of the page cannot be kept: Character 3 is U+00AD, an invisible or directional character; remove it.',
    ],
    [
      'name: rates',
      'name: "rates\\n"',
      '7:11 The name of the page cannot be kept: Character 6 is U+000A, a control character; remove it.',
    ],
    [
      'name: rates',
      `name: ${'a'.repeat(91)}`,
      '7:11 The name of the page cannot be kept: The text is longer than 90 characters.',
    ],
    [
      'rates\n    format: html',
      '{x}\n    for: { x: ["a\\uFE0F"] }\n    format: html',
      '9:15 "a\\uFE0F" cannot be a name in the address of a page.',
    ],
  ]
  for (const [part, replacement, problem] of mistakes) {
    const source = parseSource(editedSource(part, replacement), { file: 'a.yaml', name: 'a.yaml' })
    const problems = 'problems' in source ? source.problems : []
    const lines = problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    assert.ok(lines.includes(problem), `${replacement}: ${lines.join('\n')}`)
  }
})

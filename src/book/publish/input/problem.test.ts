import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textProblem } from './problem.ts'

test('one line of visible text has no problem, in any script', () => {
  const texts = [
    "People's Bank",
    'Zu\u0308rich 🏦',
    'ශ්\u200Dරී ලංකා බැංකුව',
    'क्\u200Dष',
    '\u00A0wide\u3000spaces',
    'x'.repeat(300),
  ]
  for (const text of texts) assert.equal(textProblem(text), undefined, text)
})

test('a problem is one sentence that names the character and its place', () => {
  const problems = [
    ['', 'The text is empty; fill it, or leave it out if it is optional.'],
    [' \u3000', 'The text is empty; fill it, or leave it out if it is optional.'],
    ['x'.repeat(301), 'The text is longer than 300 characters.'],
    ['a\uD800', 'The text has an unpaired surrogate.'],
    ['two\nlines', 'Character 4 is U+000A, a control character; remove it.'],
    ['🏦\u202Ebank', 'Character 2 is U+202E, an invisible or directional character; remove it.'],
    ['ශ්\u200Dරී\u200D', 'Character 6 is U+200D, an invisible or directional character; remove it.'],
    ['a\u{E0041}', 'Character 2 is U+E0041, an invisible or directional character; remove it.'],
  ] as const
  for (const [text, problem] of problems) assert.equal(textProblem(text), problem)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import { parseSource } from './load-source.ts'

/** The problems of a text, each as `line:column message`. */
function problemsOf(text: string): readonly string[] {
  const source = parseSource(text, { file: 'alpha-bank.yaml', name: 'ke/alpha-bank.yaml' })
  return 'problems' in source
    ? source.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : []
}

test('a text that is nested too deeply has one problem', () => {
  const deep = [
    `a: ${'['.repeat(33)}${']'.repeat(33)}`,
    `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `a: ${'{a: '.repeat(20_000)}`,
    '- '.repeat(20_000),
  ]
  const sentence = /^1:\d+ The values are nested too deeply here: at most 32 levels are read\.$/
  for (const text of deep) {
    const [problem = '', ...others] = problemsOf(text)
    assert.match(problem, sentence)
    assert.deepEqual(others, [])
  }
})

test('of many problems the first hundred are given, in the order of the text, and the count of the rest', () => {
  const unknown = problemsOf(Array.from({ length: 1_000 }, (_, index) => `k${index}: 1\n`).join(''))
  assert.deepEqual([unknown.length, unknown.at(-1)], [101, '1000:7 There are 909 more problems.'])
  assert.equal(problemsOf(`${sourceText}\n${'bad: &a !x *a\n'.repeat(1_000)}`).length, 101)
  const [aliases, all] = ['- *x\n'.repeat(1_000), 'Aliases are not allowed; write the value here.']
  const found = problemsOf(`- &x 1\n${aliases}`)
  assert.deepEqual(
    [found.length, found[0], found.at(-1)],
    [101, `2:3 ${all}`, '1001:3 There are 900 more problems.'],
  )
})

test('a word that does not fit is shortened', () => {
  const [problem = '', ...others] = problemsOf(editedSource('KES', 'x'.repeat(10_000)))
  assert.deepEqual(others, [])
  assert.match(problem, /^\d+:\d+ "x{80}…" \(9,920 more characters\) does not fit here\. /)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { grammarCases, type GrammarCase } from '../../../test/collect/rounds/grammar-cases.ts'
import { runs } from '../../../test/support/generators.ts'
import type { Day } from '../../domain/day.ts'
import { checkCells } from '../read/evidence.ts'
import { readPages } from '../read/read-pages.ts'
import { parseSource } from './load-source.ts'

/** How a page with its source ends: `read`, or the sentences that say why not. */
async function resultOf(
  { names, format }: GrammarCase,
  source: string,
  bodyOf: (name: string) => Uint8Array,
): Promise<'read' | readonly string[]> {
  const loaded = parseSource(source, { file: 'birch-bank.yaml', name: 'xx/birch-bank.yaml' })
  if ('problems' in loaded) return loaded.problems.map(({ message }) => message)
  const pages = names.map((name) => ({
    name,
    format,
    day: '2026-11-05' as Day,
    body: bodyOf(name),
  }))
  const reading = await readPages(loaded.definition, pages)
  if ('failure' in reading)
    return [reading.failure, ...(reading.more ?? []).map((one) => one.failure)]
  assert.deepEqual(await checkCells(reading, pages), [], 'the evidence check accepts what is read')
  return 'read'
}

test('each case of the grammar is read before it is changed', async () => {
  for (const one of grammarCases)
    assert.deepEqual(await resultOf(one, one.source, (name) => one.bodyOf(one.text, name)), 'read')
})

const words = [
  '',
  ',',
  '.',
  '-',
  '%',
  '*',
  '{n}',
  '<>',
  '"<>"',
  '#',
  '~',
  '0',
  '7',
  '12',
  '4.25',
  '4,25',
  '1.250,00',
  '９',
  '१२',

  'months',
  'weeks',
  'Jahre',
  'to under',
  'ab',
  'up to',
  '12 months',
  '5 lakh',
  'P1Y',
  '½',
  'Rate',
  'Term',
  '*{n}*',

  'rate',
  'aer',
  'tenure',
  'true',
  'null',
  '[]',
  '{}',
  'ignore',
  'because',
  'decimal',
  'continues',
  '__proto__',
  'product',

  '</td>',
  '<tr><td>',
  '<table>',
  '</table>',
  '&#8239;',
  '\u00a0',
  '\0',
  '\ufffd',
  '"',
  '\\',
  '9'.repeat(400),
]
const edit = fc.record({
  at: fc.nat(),
  length: fc.nat(12),
  word: fc.constantFrom(...words),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** Replaces a piece of a text by a word. */
function editText(text: string, { at, length, word }: Edit): string {
  const from = at % (text.length + 1)
  return text.slice(0, from) + word + text.slice(from + length)
}

/** Replaces a word of a text by another. */
function editWord(text: string, { at, word }: Edit): string {
  const found = [...text.matchAll(/[^\s,:[\]{}"]+/g)]
  const old = found[at % Math.max(1, found.length)]
  if (old === undefined) return word
  return text.slice(0, old.index) + word + text.slice(old.index + old[0].length)
}

/** Changes one byte. */
function editBytes(bytes: Uint8Array, { at, length }: Edit): Uint8Array {
  const index = at % Math.max(1, bytes.length)
  return bytes.with(index, (bytes[index] ?? 0) ^ (1 << (length % 8)))
}

const mutation = fc.record({
  one: fc.constantFrom(...grammarCases),
  inText: fc.array(edit, { maxLength: 2 }),
  inWords: fc.array(edit, { maxLength: 1 }),
  inBytes: fc.array(edit, { maxLength: 1 }),
  inSource: fc.array(edit, { maxLength: 1 }),
  inSourceText: fc.array(edit, { maxLength: 1 }),
})

test('a changed page or source is refused with sentences, or read with cells that prove every figure', async () => {
  await fc.assert(
    fc.asyncProperty(
      mutation,
      async ({ one, inText, inWords, inBytes, inSource, inSourceText }) => {
        const text = inWords.reduce(editWord, inText.reduce(editText, one.text))
        const bodyOf = (name: string) => inBytes.reduce(editBytes, one.bodyOf(text, name))
        const source = inSourceText.reduce(editText, inSource.reduce(editWord, one.source))
        const result = await resultOf(one, source, bodyOf)
        if (result === 'read') return
        assert.ok(result.length > 0)
        for (const sentence of result) assert.match(sentence, /^.*[.?)\]]$/su)
      },
    ),
    runs(1_000, 40),
  )
})

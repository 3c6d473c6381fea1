import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { storedAfter } from '../../../src/book/store/chain.ts'
import { isPrivateKind } from '../../../src/domain/entry.ts'
import { bookStart, logLine, parseLogLine } from '../../../src/domain/stored-entry.ts'
import { runs } from '../../support/generators.ts'
import { books } from './books.ts'

test('each entry of a book is read from its line as it is stored, but without a private body', () => {
  fc.assert(
    fc.property(books, ({ entries }) => {
      for (const stored of storedAfter(bookStart, entries)) {
        const line = logLine(stored)
        const body = isPrivateKind(stored.kind) ? null : stored.body
        assert.deepEqual(parseLogLine(line), { ...stored, body })
        assert.ok(!isPrivateKind(stored.kind) || !line.includes('"body":'))
      }
    }),
    runs(300),
  )
})

/** Texts that are inserted at a random place of a line, in place of some characters. */
const insertions = fc.oneof(
  fc.constantFrom(' ', '\n', '0', '.0', '-', 'e1', ',', '"', '{}', '[]', 'null', '\\u0061', '\0'),
  fc.constantFrom('"body":{},', '"position":7,', '\uFEFF', '\uD800', '\\ud800', '\\u0000', '\r'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)

test('a changed line is refused, or is the line of another entry', () => {
  const someLine = fc.tuple(books, fc.nat()).map(([{ entries }, index]) => {
    const stored = storedAfter(bookStart, entries)[index % entries.length]
    return stored === undefined ? '' : logLine(stored)
  })
  fc.assert(
    fc.property(someLine, fc.nat(), fc.nat(3), insertions, (line, place, count, insertion) => {
      const at = place % (line.length + 1)
      const changed = line.slice(0, at) + insertion + line.slice(at + count)
      const entry = parseLogLine(changed)
      if (typeof entry !== 'string') assert.equal(logLine(entry), changed)
    }),
    runs(3_000),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bookStart } from '../../src/domain/digest.ts'
import type { StoredEntry } from '../../src/domain/entry-body.ts'
import { auditEntries } from '../../src/publish/audit-entries.ts'
import { storedAfter } from '../../src/store/chain.ts'
import { runs } from '../support/generators.ts'
import { at } from '../support/sample-market.ts'
import { rechained } from '../support/rechain.ts'
import { books } from './books.ts'

test('audit accepts a book, and finds a rate that was changed in one of its sheets', async () => {
  await fc.assert(
    fc.asyncProperty(books, fc.nat(40), async ({ entries }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const audit = (batch: readonly StoredEntry[]) =>
        auditEntries(
          asBatches([batch]),
          () => end,
          () => undefined,
        )
      assert.deepEqual(await audit(stored), { entries })
      const sheets = entries.filter(({ kind }) => kind === 'sheet-published')
      const target = sheets[pick % sheets.length]?.position
      // The first rate of a body belongs to a change, or to a headline offer that did not change.
      const forge = (body: string) => body.replace('"rate":"', '"rate":"7')
      const forged = stored.map((one) =>
        one.position === target ? { ...one, body: forge(one.body) } : one,
      )
      for (const [batch, isDamage] of [
        [forged, true],
        [rechained(forged), undefined],
      ] as const) {
        const found = await audit(batch)
        const difference = 'difference' in found ? found.difference : undefined
        assert.deepEqual(
          [difference?.position, difference?.isDamage],
          target === undefined ? [undefined, undefined] : [target, isDamage],
        )
      }
    }),
    runs(100),
  )
})

/** Later than every instant of a random book. */
const end = at('2100-01-01T00:00:00Z')

async function* asBatches<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}

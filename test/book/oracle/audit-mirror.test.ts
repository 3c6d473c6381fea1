import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { auditEntries } from '../../../src/book/audit/audit-book.ts'
import type { Market } from '../../../src/book/market/market.ts'
import { storedAfter } from '../../../src/book/store/chain.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { citedFigures } from '../../../src/collect/source/cited-figures.ts'
import { isPrivateKind, type Entry } from '../../../src/domain/entry.ts'
import { canonicalJson, type Json } from '../../../src/domain/json.ts'
import {
  bodyOf,
  bookStart,
  entryOf,
  publicEntry,
  type StoredEntry,
} from '../../../src/domain/stored-entry.ts'
import { runs } from '../../support/generators.ts'
import { rechained } from '../../support/rechain.ts'
import { books } from './books.ts'
import { alterations, approvedAlterations, type Alteration, type Body } from './run-alterations.ts'
import { correctedRunBooks } from './run-books.ts'

const mirror = { mirrorOf: 'https://rates.example' }

/** What a market believes: everything but the entries themselves. */
function beliefOf(market: Market): object {
  const institutions = [...market.institutions.values()]
  return {
    ...market,
    entries: [],
    institutions: institutions.map((book) => ({ ...book, entries: [] })),
  }
}

test('audit accepts the mirror of a sound book, which believes the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(books, correctedRunBooks), async ({ entries, market }) => {
      const found = await audit(storedAfter(bookStart, entries).map(publicEntry), mirror)
      assert.ok('market' in found, JSON.stringify(found))
      assert.deepEqual(beliefOf(found.market), beliefOf(market))
      const withheld = found.market.entries.filter(({ kind }) => kind === 'withheld')
      assert.equal(withheld.length, entries.filter(({ kind }) => isPrivateKind(kind)).length)
    }),
    runs(60),
  )
})

/** The parts of an approved sheet that a mirror cannot know: who approved what, and why. */
const unknown: ReadonlySet<string> = new Set([
  'no hold',
  'another reviewer',
  'another reason',
  'another note',
  'no findings',
  'findings of nobody',
  'another address',
  'another capture',
])

test('audit of a mirror finds each altered public entry, although the digests match', async () => {
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, fc.nat(40), async ({ entries }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const altered = async (ofKind: readonly Entry[], ways: readonly Alteration[]) => {
        const entry = ofKind[pick % ofKind.length]
        if (entry === undefined) return
        const { position } = entry
        for (const [what, alter] of ways) {
          const body = alter(JSON.parse(bodyOf(entry)) as Body, entry)
          const text = body && canonicalJson(body as Json)
          if (text === undefined || text === bodyOf(entry)) continue
          const forged = stored.map((one) =>
            one.position === position ? { ...one, body: text } : one,
          )
          const found = unknown.has(what) ? undefined : position
          assert.equal(await differsAt(forged), found, `${entry.kind}: ${what}`)
        }
      }
      for (const [kind, ways] of Object.entries(alterations))
        if (!isPrivateKind(kind))
          await altered(
            entries.filter((entry) => entry.kind === kind),
            ways,
          )
      await altered(
        entries.filter((one) => one.kind === 'sheet-published' && one.hold),
        approvedAlterations,
      )
    }),
    runs(40),
  )
})

test('audit of a mirror finds a sheet without its decision, and a private entry in a wrong place', async () => {
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, async ({ entries }) => {
      const stored = storedAfter(bookStart, entries)
      for (const { kind, position, institutionId } of entries) {
        const isOfReviewer = institutionId === ''
        const moved = stored.map((one) =>
          one.position === position ? { ...one, institutionId: isOfReviewer ? 'alpha' : '' } : one,
        )
        assert.equal(await differsAt(moved), position, kind)
        const entry = entries[position - 1]
        if (entry?.kind !== 'sheet-published' || entry.hold === undefined) continue
        const lacksDecision = stored
          .filter((one) => one.position !== position - 1)
          .map((one, index) => ({ ...one, position: index + 1 }))
        assert.equal(await differsAt(lacksDecision), position - 1)
      }
    }),
    runs(15),
  )
})

test("audit of the operator's book finds the first private entry without a body", async () => {
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, async ({ entries }) => {
      const stored = storedAfter(bookStart, entries).map(publicEntry)
      const found = await audit(stored, { mirrorOf: undefined })
      assert.deepEqual('difference' in found && found.difference, {
        position: stored.find(({ body }) => body === null)?.position,
        message: 'It is not what was appended: the body of the entry is missing.',
        reason: 'disk',
      })
    }),
    runs(15),
  )
})

test('the cells of a mirror are those of the book, or they are in a held sheet that it lacks', () => {
  fc.assert(
    fc.property(correctedRunBooks, ({ entries }) => {
      const own = new Map(figuresIn(entries))
      const stored = storedAfter(bookStart, entries).map(publicEntry)
      for (const [position, cited] of figuresIn(stored.map(entryOf)))
        if ('isWithheld' in cited) {
          const { repeats = 0 } = cited.origin
          assert.equal(entries[repeats - 1]?.kind, 'sheet-held')
        } else assert.deepEqual(cited, own.get(position))
    }),
    runs(20),
  )
})

const figuresIn = (entries: readonly Entry[]) =>
  [...citedFigures(entries)].map((cited) => [cited.entry.position, cited] as const)

/** The position at which audit finds a difference in the mirror of a book whose digests were computed again. */
async function differsAt(forged: readonly StoredEntry[]): Promise<number | undefined> {
  const found = await audit(rechained(forged).map(publicEntry), mirror)
  return 'difference' in found ? found.difference.position : undefined
}

const audit = (batch: readonly StoredEntry[], book: Pick<Store, 'mirrorOf'>) =>
  auditEntries({ storedEntries: () => asBatches([batch]), ...book }, () => undefined)

async function* asBatches<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}

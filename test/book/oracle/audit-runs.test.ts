import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { auditEntries } from '../../../src/book/audit/audit-book.ts'
import { storedAfter } from '../../../src/book/store/chain.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { canonicalJson, type Json } from '../../../src/domain/json.ts'
import { bodyOf, bookStart, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { runs } from '../../support/generators.ts'
import { rechained } from '../../support/rechain.ts'
import { alterations, approvedAlterations, type Alteration, type Body } from './run-alterations.ts'
import { correctedRunBooks } from './run-books.ts'

test('audit accepts runs, held sheets and decisions, and finds each altered one although the digests match', async () => {
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, fc.nat(40), async ({ entries }, pick) => {
      const stored = storedAfter(bookStart, entries)
      const accepted = await audit(stored)
      assert.deepEqual('market' in accepted && accepted.market.entries, entries)
      const check = async (entry: Entry, [what, alter]: Alteration): Promise<void> => {
        const body = alter(JSON.parse(bodyOf(entry)) as Body, entry)
        const text = body && canonicalJson(body as Json)
        if (text === undefined || text === bodyOf(entry)) return
        await findsAt(
          entry.position,
          stored.map((one) => (one.position === entry.position ? { ...one, body: text } : one)),
          what,
        )
      }
      for (const [kind, ways] of Object.entries(alterations)) {
        const ofKind = entries.filter((entry) => entry.kind === kind)
        const entry = ofKind[pick % ofKind.length]
        if (entry !== undefined) for (const way of ways) await check(entry, way)
      }
      const approved = entries.filter((one) => one.kind === 'sheet-published' && one.hold)
      const sheet = approved[pick % approved.length]
      if (sheet !== undefined) for (const way of approvedAlterations) await check(sheet, way)
    }),
    runs(40),
  )
})

test('audit finds an approval without its sheet, a sheet without its approval, also an edited one, and an entry of another institution', async () => {
  await fc.assert(
    fc.asyncProperty(correctedRunBooks, async ({ entries }) => {
      const stored = storedAfter(bookStart, entries)
      const numbered = (kept: readonly StoredEntry[]) =>
        kept.map((entry, index) => ({ ...entry, position: index + 1 }))
      for (const entry of entries) {
        const { position } = entry
        const institutionId = entry.institutionId === '' ? 'alpha' : ''
        await findsAt(
          position,
          stored.map((one) => (one.position === position ? { ...one, institutionId } : one)),
          `${entry.kind} of ${institutionId || 'nobody'}`,
        )
        if (
          entry.kind === 'sheet-held' &&
          entry.by !== undefined &&
          position + 1 < entries.length
        ) {
          const lacksApproval = numbered(stored.filter((one) => one.position !== position + 1))
          await findsAt(position + 1, lacksApproval, 'an edited or typed sheet without approval')
        }
        if (entry.kind !== 'sheet-published' || entry.hold === undefined) continue
        const lacksDecision = numbered(stored.filter((one) => one.position !== position - 1))
        await findsAt(position - 1, lacksDecision, 'a sheet without its approval')
        const lacksSheet = numbered(stored.filter((one) => one.position !== position))
        if (position < entries.length) await findsAt(position, lacksSheet, 'no sheet')
      }
    }),
    runs(15),
  )
})

async function findsAt(position: number, forged: readonly StoredEntry[], what: string) {
  const found = await audit(rechained(forged))
  assert.equal('difference' in found && found.difference.position, position, what)
}

const audit = (batch: readonly StoredEntry[]) =>
  auditEntries({ storedEntries: () => asBatches([batch]), mirrorOf: undefined }, () => undefined)

async function* asBatches<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches
}

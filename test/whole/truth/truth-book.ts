import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reviewersIn } from '../../../src/book/market/holds.ts'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import { decideOnHold } from '../../../src/book/publish/review/decide-on-hold.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { checkpointText } from '../../../src/domain/checkpoint.ts'
import { isPrivateKind, type Draft } from '../../../src/domain/entry.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { tierOf } from '../../../src/domain/offer.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { instant, offer, registered, sheet, writerFor } from '../../book/store/drafts.ts'
import { printRows } from '../../collect/rounds/printed-rows.ts'
import { checkpointOver, testKey, testSigner } from '../../support/test-signer.ts'

const read = '2026-07-02T03:50:00Z'
const id = 'alpha-bank'
const offers = [
  offer('general 12 maturity', '9.50', '5000'),
  offer('general 24 maturity', '10.25', '5000'),
]

/** Drafts whose private bodies have a salt that does not change, so that the digests in the document are those of the test. */
const salted = (drafts: readonly Draft[]): readonly Draft[] =>
  drafts.map((draft) => (isPrivateKind(draft.kind) ? { ...draft, salt: 'ab'.repeat(16) } : draft))

/**
 * Makes the operator's folder: a book with a rate that was read from a captured page and approved by a reviewer, the captured page,
 * the signing key, and the checkpoint of July, when the book had seven entries.
 */
export async function makeTruthBook(folder: string): Promise<void> {
  mkdirSync(join(folder, 'captures'))
  const { body, cells } = printRows('html', [
    { tenure: '12 Months', rate: '9.50%', minimumDeposit: 'Rs. 5,000' },
    { tenure: '24 Months', rate: '10.25%', minimumDeposit: 'Rs. 5,000' },
  ])
  const digest = await openCapturesFolder(join(folder, 'captures')).put(body)
  const originAt = (at: string): Origin => ({
    source: { file: 'ke/alpha-bank.yaml', digest: '12'.repeat(32) },
    captures: [
      {
        page: 'rates',
        url: `https://${id}.example/rates`,
        at: instant(at),
        digest,
        format: 'html',
      },
    ],
    nextDue: after(instant(at), dayLength),
    cells: cells.map(({ rate, tenure, column, minimumDeposit }) => ({
      rate,
      tenure,
      column,
      ...(minimumDeposit && { minimumDeposit }),
    })),
  })
  const store = await openSqliteStore(join(folder, 'ratebook.db'), { mode: 'create' })
  const writer = writerFor(store)
  const add = (...drafts: readonly Draft[]) => writer.add(...salted(drafts))
  await add(
    registered(id, '2026-07-01T00:00:00Z', { name: 'Alpha Bank' }),
    registered('beta-finance', '2026-07-01T00:00:00Z', { name: 'Beta Finance', type: 'nbfi' }),
    {
      kind: 'reviewer-registered',
      institutionId: '',
      at: instant('2026-07-01T00:00:00Z'),
      reviewer: { id: 'ann', name: 'Ann Kamau' },
    },
  )
  await writer.publish(
    sheet('beta-finance', '2026-07-01T08:00:00Z', [offer('general 12 maturity', '11.00')]),
    '2026-07-01T08:05:00Z',
  )
  await add({
    kind: 'sheet-held',
    institutionId: id,
    at: instant(read),
    sheet: sheet(id, read, offers),
    findings: [
      { rule: 'source-not-accepted', message: 'No reviewer has accepted the source yet.' },
    ],
    origin: originAt(read),
    comparedWith: 0,
    reviewers: 1,
  })
  const context = {
    ...contextFromMarket(writer.market(), id),
    reviewers: reviewersIn(writer.entries()),
  }
  const request = { by: 'ann', hold: 5, decision: 'approved' } as const
  const decided = decideOnHold(context, request, instant('2026-07-02T06:00:00Z'))
  if (decided.kind !== 'decided') throw new Error(JSON.stringify(decided))
  await add(...decided.drafts)
  const digests: string[] = []
  for (let position = 1; position <= 7; position++)
    digests.push((await store.digestAt(position)) ?? '')
  await add({
    kind: 'rates-verified',
    institutionId: id,
    at: instant('2026-08-03T03:50:00Z'),
    tiers: offers.map(tierOf),
    origin: originAt('2026-08-03T03:49:00Z'),
  })
  await writer.publish(
    sheet('beta-finance', '2026-08-04T08:00:00Z', [offer('general 12 maturity', '10.75')]),
    '2026-08-04T08:05:00Z',
  )
  await store.close()
  writeFileSync(join(folder, 'july.txt'), testSigner.sign(checkpointText(checkpointOver(digests))))
  writeFileSync(join(folder, 'signing.key'), testKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
  })
}

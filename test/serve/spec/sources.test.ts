import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evolve } from '../../../src/book/market/evolve.ts'
import type { Market } from '../../../src/book/market/market.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { publicEntry } from '../../../src/domain/stored-entry.ts'
import { apiOf } from '../../support/ask.ts'
import { marketOf, storedEntries } from '../../support/book-entries.ts'
import { openBook, type Book } from '../../support/book.ts'
import { remember } from '../../support/recording.ts'
import { testRefusals } from '../../support/refusals.ts'
import { at } from '../../support/sample-market.ts'

const book = openBook()
for (const id of ['gamma', 'alpha', 'typed', 'beta']) book.register('2026-01-01T00:00:00Z', id)
for (const id of ['alpha', 'typed', 'beta'])
  book.publish('2026-01-05T00:00:00Z', id, ['general 12 maturity 9'])

const origin = (nextDue: string): Origin => ({
  source: { file: 'lk/some.yaml', digest: 'a'.repeat(64) },
  captures: [],
  nextDue: at(nextDue),
})

/** The market of a book after some runs. */
function collected(written: Book, drafts: readonly Draft[]): Market {
  const market = written.market()
  const entries = drafts.map((draft, index) => ({
    ...draft,
    position: market.position + 1 + index,
  }))
  return remember(entries.reduce(evolve, market), [...market.entries, ...entries])
}

const tier = { variant: 'general', tenure: '12', payout: 'maturity' } as never
const held = {
  kind: 'sheet-held',
  institutionId: 'beta',
  at: at('2026-01-10T09:00:00Z'),
  sheet: {
    institutionId: 'beta',
    sourceUrl: 'https://beta.example/rates',
    scrapedAt: at('2026-01-10T09:00:00Z'),
    currency: 'LKR',
    complete: true,
    covers: ['general'],
    offers: [{ variant: 'general', tenure: '12', payout: 'maturity', rate: '77.7' } as never],
  },
  findings: [{ rule: 'rate-out-of-range', message: 'The rate 77.7 % is above 30 %.' }],
  origin: origin('2026-01-11T03:47:00Z'),
  comparedWith: 7,
  reviewers: 1,
} as const satisfies Draft
const runs: readonly Draft[] = [
  {
    kind: 'rates-verified',
    institutionId: 'alpha',
    at: at('2026-01-09T09:00:00Z'),
    tiers: [tier],
    origin: origin('2026-01-10T03:47:00Z'),
  },
  held,
  {
    kind: 'rates-checked',
    institutionId: 'gamma',
    at: at('2026-01-10T10:00:00Z'),
    outcome: 'failed',
    message: 'The page prints 88.8 %.',
    origin: origin('2026-01-11T03:47:00Z'),
  },
]
const market = collected(book, runs)
const { text, lines } = apiOf(market, '2026-01-20T00:00:00Z')

test('Source record: every field, in its order and type', async () => {
  assert.equal(
    await text('/sources?institution_id=beta'),
    '[{"institution_id":"beta","name":"The beta","last_outcome":"held","last_run_at":"2026-01-10T09:00:00Z",' +
      '"next_due_at":"2026-01-11T03:47:00Z","is_held":true,"held_state":"waiting"}]',
  )
})

test('GET /sources lists institutions that were collected, by id; typed rates are no run', async () => {
  assert.deepEqual(await lines('/sources', 'institution_id', 'last_outcome', 'is_held'), [
    'alpha verified false',
    'beta held true',
    'gamma failed false',
  ])
  assert.equal(await text('/sources?institution_id=typed'), '[]')
  assert.equal(await text('/sources?institution_id=nobody'), '[]')
})

test('GET /sources never shows a figure: not a held one, and not one of the message of a failed run', async () => {
  for (const ending of ['', '.csv', '.ndjson'])
    assert.doesNotMatch(await text(`/sources${ending}`), /77\.7|88\.8/)
})

test('a mirror does not know whether rates wait, and says null', async () => {
  const failed: Draft = { ...runs[2], institutionId: 'beta' } as Draft
  const { entries } = collected(book, [...runs, failed])
  const mirror = marketOf(storedEntries(entries).map(publicEntry))
  const fields = ['institution_id', 'last_outcome', 'is_held', 'held_state']
  assert.deepEqual(await apiOf(mirror).lines('/sources', ...fields), [
    'alpha verified false null',
    'beta failed null null',
    'gamma failed false null',
  ])
})

test('an earlier sheet may wait although the last run ended otherwise, until a reviewer rejects it', async () => {
  const failed: Draft = { ...runs[2], institutionId: 'beta' } as Draft
  const later = collected(book, [...runs, failed])
  assert.deepEqual(
    await apiOf(later).lines('/sources?institution_id=beta', 'last_outcome', 'is_held'),
    ['failed true'],
  )
  const rejected: Draft = {
    kind: 'sheet-decided',
    institutionId: 'beta',
    at: at('2026-01-11T00:00:00Z'),
    by: 'ann',
    hold: market.position - 1,
    decision: 'rejected',
  }
  assert.deepEqual(
    await apiOf(collected(book, [...runs, failed, rejected])).lines(
      '/sources?institution_id=beta',
      'last_outcome',
      'is_held',
    ),
    ['failed false'],
  )
})

const heldAt = market.position - 1
const next = market.position + 1
const byAnn = { institutionId: 'beta', at: at('2026-01-11T00:00:00Z'), by: 'ann' } as const
const decided = (decision: 'approved' | 'rejected', hold = heldAt): Draft => ({
  ...byAnn,
  kind: 'sheet-decided',
  hold,
  decision,
})
const published = (hold?: number): Draft => ({
  ...byAnn,
  kind: 'sheet-published',
  sheet: held.sheet,
  changes: [],
  sample: false,
  ...(hold !== undefined && { hold }),
})
const { origin: heldOrigin, ...heldFacts } = held
const edited: Draft = { ...heldFacts, ...byAnn, kind: 'sheet-held', editOf: heldAt }
const retracted = (of: number): Draft => ({
  ...byAnn,
  kind: 'rate-corrected',
  correction: { of, isRetraction: true, cause: 'misread', figures: [] },
  changes: [],
})
const heldAgain: Draft = {
  kind: 'rates-checked',
  institutionId: 'beta',
  at: at('2026-01-12T00:00:00Z'),
  outcome: 'held',
  origin: heldOrigin,
}

/** What reviewers and later entries did, and what `held_state` says then. */
const afterHold: Readonly<Record<string, readonly Draft[]>> = {
  'waiting, nothing': [],
  'waiting, the same figures were read again': [heldAgain],
  'waiting, edited, and the edit waits': [edited],
  'approved, as read': [decided('approved'), published(heldAt)],
  'approved, and another sheet was typed later': [
    decided('approved'),
    published(heldAt),
    published(),
  ],
  'edited, and the edit was approved': [edited, decided('approved', next), published(next)],
  'edited, and the page still lists the figures before the edit': [
    edited,
    decided('approved', next),
    published(next),
    heldAgain,
  ],
  'rejected, as read': [decided('rejected')],
  'rejected, and read again': [decided('rejected'), heldAgain],
  'rejected, as edited': [edited, decided('rejected', next)],
  'overtaken, by a typed sheet': [published()],
  'overtaken, by a retraction of the sheet before': [retracted(7)],
  'retracted, after the approval': [
    decided('approved'),
    published(heldAt),
    retracted(market.position + 2),
  ],
}

for (const [name, drafts] of Object.entries(afterHold)) {
  test(`held_state: ${name}`, async () => {
    const target = '/sources?institution_id=beta'
    const answer = apiOf(collected(book, [...runs, ...drafts]))
    const [state = ''] = name.split(',')
    assert.deepEqual(await answer.lines(target, 'last_outcome', 'held_state', 'is_held'), [
      `held ${state} ${state === 'waiting'}`,
    ])
  })
}

test('held_state says nothing of a typed sheet that is held after the run', async () => {
  const typed: Draft = { ...heldFacts, ...byAnn, kind: 'sheet-held' }
  for (const [drafts, isHeld] of [
    [[typed], true],
    [[typed, decided('approved', next), published(next)], false],
    [[typed, decided('rejected', next)], false],
  ] as const) {
    const answer = apiOf(collected(book, [...runs, ...drafts]))
    assert.deepEqual(
      await answer.lines('/sources?institution_id=beta', 'last_outcome', 'held_state', 'is_held'),
      [`held overtaken ${isHeld}`],
    )
  }
})

test('held_state is null after a run that held nothing', async () => {
  assert.deepEqual(await lines('/sources?institution_id=gamma', 'last_outcome', 'held_state'), [
    'failed null',
  ])
})

test('known_at answers from the runs up to that instant', async () => {
  assert.deepEqual(
    await lines('/sources?known_at=2026-01-10T09:00:00Z', 'institution_id', 'last_outcome'),
    ['alpha verified', 'beta held'],
  )
  assert.equal(await text('/sources?known_at=2026-01-06T00:00:00Z'), '[]')
})

testRefusals(apiOf(market), '/sources', { institution_id: { takes: 'alpha' } })

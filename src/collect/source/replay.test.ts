import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { at } from '../../../test/support/sample-market.ts'
import type { Entry } from '../../domain/entry.ts'
import { tierOf } from '../../domain/offer.ts'
import type { Origin } from '../../domain/origin.ts'
import { earlierRuns } from './replay.ts'

const first = gateSheet(['general 12 maturity 9.35', 'general 24 maturity 9.50'])
const second = gateSheet(['general 12 maturity 9.35', 'general 24 maturity 12.95'])
const time = at('2026-06-01T00:00:00Z')

/** The origin of a run that captured one page with this digest. */
function originOf(digest: string): { readonly origin: Origin } {
  const url = 'https://alpha-bank.example/rates'
  const captures = [{ page: 'rates', url, at: time, digest, format: 'html' as const }]
  return {
    origin: { source: { file: 'lk/alpha-bank.yaml', digest: '0' }, captures, nextDue: time },
  }
}

/** Entries of alpha-bank at positions from 1. */
function entriesOf(drafts: readonly object[]): readonly Entry[] {
  return drafts.map((draft, index) => ({
    position: index + 1,
    at: time,
    institutionId: 'alpha-bank',
    ...draft,
  })) as unknown as readonly Entry[]
}

const published = { kind: 'sheet-published', sheet: first, changes: [], sample: false }
const held = { kind: 'sheet-held', sheet: second, findings: [], comparedWith: 1, reviewers: 1 }
const verified = { kind: 'rates-verified', tiers: first.offers.map(tierOf) }

test('each run has what it read, or why it read nothing', () => {
  const entries = entriesOf([
    { ...published, ...originOf('a') },
    { ...verified, ...originOf('b') },
    { ...held, ...originOf('c') },
    { kind: 'rates-checked', outcome: 'failed', message: 'A captcha.', ...originOf('d') },
    { kind: 'rates-checked', outcome: 'held', ...originOf('e') },
  ])
  assert.deepEqual(
    earlierRuns({ entries }).map(({ position, outcome, offers }) => [
      position,
      outcome,
      offers?.map(({ rate }) => rate),
    ]),
    [
      [1, 'changed', ['9.35', '9.50']],
      [2, 'verified', ['9.35', '9.50']],
      [3, 'held', ['9.35', '12.95']],
      [4, 'failed', undefined],
      [5, 'held', ['9.35', '12.95']],
    ],
  )
})

test('an equal body is listed once, and what people entered is not listed', () => {
  const entries = entriesOf([
    { ...published, ...originOf('a') },
    { ...verified, ...originOf('a') },
    { ...published, by: 'jane' },
    { kind: 'rates-checked' },
    { ...verified, ...originOf('a') },
    { ...verified, ...originOf('b') },
    { ...verified, ...originOf('a') },
  ])
  assert.deepEqual(
    earlierRuns({ entries }).map(({ position }) => position),
    [1, 6, 7],
  )
})

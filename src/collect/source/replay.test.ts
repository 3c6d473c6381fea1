import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { at } from '../../../test/support/sample-market.ts'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import type { Entry } from '../../domain/entry.ts'
import { tierOf } from '../../domain/offer.ts'
import type { Origin } from '../../domain/origin.ts'
import { openCapturesFolder } from '../captures/folder.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { parseSource } from './load-source.ts'
import { earlierRuns, keptPages } from './replay.ts'

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

const folder = mkdtempSync(join(tmpdir(), 'ratebook-kept-'))
after(() => rmSync(folder, { recursive: true }))

function definitionOf(text: string): SourceDefinition {
  const source = parseSource(text, { file: 'alpha-bank.yaml', name: 'lk/alpha-bank.yaml' })
  if ('problems' in source) assert.fail(JSON.stringify(source.problems))
  return source.definition
}

test('a page is found by its name, or by its address after the name has changed', async () => {
  const captures = openCapturesFolder(folder)
  const digest = await captures.put(Buffer.from('a page'))
  const url = 'https://alpha-bank.example/rates'
  const time = at('2026-06-01T00:00:00Z')
  const captured = [{ page: 'rates', url, at: time, digest, format: 'html' as const }]
  const pagesOf = (text: string) => keptPages(captures, definitionOf(text), captured)
  const renamed = await pagesOf(editedSource('name: rates', 'name: deposits'))
  if (typeof renamed === 'string') assert.fail(renamed)
  assert.deepEqual(
    renamed.map(({ capture, body }) => [capture.page, Buffer.from(body).toString()]),
    [['deposits', 'a page']],
  )
  const moved = sourceText
    .replace('name: rates', 'name: deposits')
    .replace('example/rates', 'example')
  assert.equal(await pagesOf(moved), 'The page "deposits" was not captured.')
  const lost = [{ ...captured[0], digest: 'f'.repeat(64) }] as typeof captured
  assert.equal(
    await keptPages(captures, definitionOf(sourceText), lost),
    `The captures have no body ${'f'.repeat(64)}, the page "rates" of that run.`,
  )
})

import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Draft } from '../../domain/entry.ts'
import { Failure } from '../../domain/failure.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { bookStart } from '../../domain/stored-entry.ts'
import { evolve } from '../market/evolve.ts'
import { emptyMarket } from '../market/market.ts'
import { storedAfter } from '../store/chain.ts'
import { withStore } from '../store/open-store.ts'
import { checkEntries } from './append.ts'
import { contextFromMarket } from './context-from-store.ts'
import { decideSheet, passGate } from './decide-sheet.ts'
import { problemLines, readInput } from './input/read-file.ts'
import { readInstitutions } from './input/read-institutions.ts'
import { readSheet, scrapedAtOf, type ParsedSheet } from './input/read-sheet.ts'

/**
 * Fills an empty book with samples: the `institutions.json` and `sheets/*.json` of a folder, each sheet at its `scraped_at`.
 * Uses one transaction, so that an interrupted start does not leave the book half filled.
 */
export async function fillNewBook(
  database: string,
  folder: string,
  now: Instant,
  limits: GateLimits,
): Promise<number> {
  return withStore(database, 'create', async (store) => {
    const entries = await store.append(async (book) => {
      const { position } = await book.head()
      if (position > 0) return []
      const drafts = await sampleDrafts(folder, now, limits)
      await checkEntries(book, {}, storedAfter(bookStart, drafts))
      return drafts
    })
    return entries.length
  })
}

async function sampleDrafts(folder: string, now: Instant, limits: GateLimits): Promise<Draft[]> {
  const sheets = await readSheets(globSync(join(folder, 'sheets', '*.json')).toSorted())
  const first = sheets[0]?.head.scrapedAt
  if (first === undefined)
    throw new Failure('configuration', `There is no rate sheet in ${join(folder, 'sheets')}.`)
  const drafts = await registrations(join(folder, 'institutions.json'), first)
  let market = emptyMarket
  const add = (draft: Draft): void => {
    market = evolve(market, { ...draft, position: market.position + 1 })
  }
  for (const draft of drafts) add(draft)
  for (const { name, ...parsed } of sheets) {
    const at = Math.min(parsed.head.scrapedAt ?? first, now) as Instant
    const context = contextFromMarket(market, parsed.head.institutionId)
    const decided = decideSheet(context, parsed, { at, sample: true, reason: 'sample' })
    const verdict = passGate(context, decided, limits)
    if (verdict.kind === 'refused')
      throw new Failure('refused', problemLines(name, verdict.problems))
    if (verdict.kind !== 'published') continue
    drafts.push(verdict.draft)
    add(verdict.draft)
  }
  return drafts
}

type SheetFile = ParsedSheet & { readonly name: string }

/** Sorted by `scraped_at`, and then by name. */
async function readSheets(paths: readonly string[]): Promise<SheetFile[]> {
  const files: SheetFile[] = []
  for (const path of paths) files.push({ name: path, ...readSheet(await read(path)) })
  return files.toSorted((a, b) => scrapedAtOf(a) - scrapedAtOf(b))
}

async function registrations(path: string, at: Instant): Promise<Draft[]> {
  const { institutions, problems } = readInstitutions(await read(path))
  if (problems.length > 0) throw new Failure('refused', problemLines(path, problems))
  return institutions.map((institution) => ({
    at,
    institutionId: institution.id,
    kind: 'institution-registered',
    institution,
  }))
}

async function read(path: string): Promise<Uint8Array> {
  const input = await readInput(path)
  if ('code' in input) throw new Failure('configuration', problemLines(path, [input]))
  return input
}

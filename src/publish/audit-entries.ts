import { bodyOf, entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { Entry, Publishing } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { evolve } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { groundIn } from './ground-in.ts'
import { problemLine } from './problem.ts'
import { decide } from './publish.ts'
import { readInstitutions } from './read-institutions.ts'
import { readSheet } from './read-sheet.ts'
import { institutionFile, sheetFile } from './written-file.ts'

/** The first thing in a log that is not as it should be. */
export type Difference = { readonly position: number; readonly message: string }

/** Goes through a log again, batch by batch: its order, its canonical texts, and every sheet read and decided anew. */
export async function auditEntries(
  batches: AsyncIterable<readonly StoredEntry[]>,
  now: () => Instant,
  onBatch: (position: number) => void,
): Promise<{ readonly entries: readonly Entry[] } | { readonly difference: Difference }> {
  const entries: Entry[] = []
  let market = emptyMarket
  for await (const batch of batches) {
    for (const stored of batch) {
      const { position } = stored
      try {
        const entry = entryOf(stored)
        const next = evolve(market, entry)
        const message = differenceIn(market, stored, entry, now())
        if (message !== undefined) return { difference: { position, message } }
        market = next
        entries.push(entry)
      } catch (error) {
        // What cannot be read, or does not follow, is a difference too.
        return { difference: { position, message: messageOf(error) } }
      }
    }
    onBatch(market.position)
  }
  return { entries }
}

function messageOf(error: unknown): string {
  // What the engine says of a body that lacks what it should have helps nobody.
  if (!(error instanceof Error) || error instanceof TypeError) return 'Its body cannot be read.'
  return error.message
}

function differenceIn(
  market: Market,
  { body }: StoredEntry,
  entry: Entry,
  now: Instant,
): string | undefined {
  if (entry.at > now) return `It stands at ${instantText(entry.at)}, which is in the future.`
  if (bodyOf(entry) !== body) return 'Its body is not the canonical text of what it says.'
  switch (entry.kind) {
    case 'institution-registered':
      return differenceInInstitution(entry.institution)
    case 'sheet-published':
      return differenceInSheet(market, entry, body)
    case 'rates-checked':
    case 'rates-verified':
      return undefined
    default:
      throw entry satisfies never
  }
}

function differenceInInstitution(institution: Institution): string | undefined {
  const { institutions, problems } = readInstitutions(institutionFile(institution))
  if (problems[0] !== undefined) return problemLine(problems[0])
  return canonicalJson(institutions[0] ?? null) === canonicalJson(institution)
    ? undefined
    : 'The record is not one that is registered.'
}

/** Reads and decides a sheet as if it were published now: what comes of it has to be what stands. */
function differenceInSheet(market: Market, entry: Publishing, body: string): string | undefined {
  const ground = groundIn(market, entry.institutionId)
  const verdict = decide(ground, readSheet(sheetFile(entry.sheet)), entry.at, entry.sample)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (verdict.kind === 'published' && bodyOf(verdict.draft) === body) return undefined
  return verdict.kind === 'published' &&
    canonicalJson(verdict.draft.changes) !== canonicalJson(entry.changes)
    ? 'The changes are not those that the sheet makes to what stood before it.'
    : 'The sheet is not as it would be entered: a value is printed anew, or something was added.'
}

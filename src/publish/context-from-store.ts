import type { Entry, Publishing } from '../domain/entry.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { BookReader } from '../store/store.ts'
import { findDuplicate } from './duplicate.ts'
import { institutionStateFrom, type InstitutionState } from './institution-state.ts'
import type { PublicationContext } from './publication-context.ts'

/**
 * Reads the context of a sheet from the book, newest entry first, and stops as soon as it knows enough. The last sheet usually
 * suffices. Terms that are new to the institution, and institutions that publish only partial sheets, need all entries.
 */
export async function contextFromStore(
  reader: BookReader,
  institutionId: string | undefined,
  sheet?: Sheet,
): Promise<PublicationContext> {
  let institution: InstitutionState | undefined
  let isRegistered = false
  const newestFirst: Publishing[] = []
  if (institutionId !== undefined) {
    for await (const entries of reader.entriesOf(institutionId)) {
      isRegistered = true
      newestFirst.push(...entries.filter(isPublishing))
      if (mustBeRefused(newestFirst, sheet)) break
      if (sheet === undefined || isOlderThanLast(newestFirst, sheet)) continue
      if (!coversAllVariants(newestFirst, sheet)) continue
      // All standing offers are known; older entries can only add the last rates of withdrawn terms.
      institution ??= institutionStateFrom(newestFirst)
      if (sheet.offers.every(institution.lastKnownRate)) break
    }
  }
  if (isRegistered) institution ??= institutionStateFrom(newestFirst)
  const context = { head: await reader.head(), currency: await reader.currency(), institution }
  const duplicate = sheet && findDuplicate(newestFirst, sheet)
  // Another sheet with the same `scraped_at` replaced the duplicate, so this sheet is a change (decision 007).
  if (duplicate !== newestFirst[0] && !isOlderThanLast(newestFirst, sheet)) return context
  return { ...context, duplicateOf: duplicate?.position }
}

function isPublishing(entry: Entry): entry is Publishing {
  switch (entry.kind) {
    case 'sheet-published':
      return true
    case 'institution-registered':
    case 'rates-checked':
    case 'rates-verified':
      return false
    default:
      throw entry satisfies never
  }
}

/**
 * True once the sheet must be refused, so reading can stop: it is invalid, or it is older than the institution's last sheet and
 * all publications with its `scraped_at`, where a duplicate would be, have been read.
 */
function mustBeRefused(newestFirst: readonly Publishing[], sheet: Sheet | undefined): boolean {
  const oldestRead = newestFirst.at(-1)
  if (oldestRead === undefined) return false
  if (sheet === undefined) return true
  return isOlderThanLast(newestFirst, sheet) && oldestRead.sheet.scrapedAt < sheet.scrapedAt
}

/** Whether each variant of the sheet is covered by a complete sheet: no older sheet can then have a standing offer of it. */
function coversAllVariants(publications: readonly Publishing[], { covers }: Sheet): boolean {
  return covers.every((variant) =>
    publications.some(({ sheet }) => sheet.complete && sheet.covers.includes(variant)),
  )
}

function isOlderThanLast([last]: readonly Publishing[], sheet: Sheet | undefined): boolean {
  return sheet !== undefined && last !== undefined && sheet.scrapedAt < last.sheet.scrapedAt
}

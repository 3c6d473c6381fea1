import { bookStart, digestOf, type BookPosition } from '../domain/digest.ts'
import { bodyOf, entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { Attribution, Override } from '../domain/attribution.ts'
import { causes, type CorrectedFigure } from '../domain/correction.ts'
import { emptyHead, type Correcting, type Entry, type Publishing } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { buildMarket } from '../market/evolve.ts'
import { emptyMarket } from '../market/market.ts'
import { differenceInDetails } from './audit-details.ts'
import { describeValue } from './fields.ts'
import { problemLine } from './problem.ts'
import { depositOf, tierOf } from '../domain/offer.ts'
import type { RightFigure } from './correct/correction-result.ts'
import { decideCorrection } from './correct/decide-correction.ts'
import type { PublicationContext } from './publication-context.ts'
import { decide } from './publish.ts'
import { readInstitutions } from './read-institutions.ts'
import { readSheet } from './read-sheet.ts'
import { serializeInstitution, serializeSheet } from './serialize.ts'

/** The first entry that is wrong, and why. `isDamage`: its digest does not match, so it was changed after it was appended. */
export type Difference = {
  readonly position: number
  readonly message: string
  readonly isDamage?: boolean
}

/** Checks every entry: its digest, its order, its canonical body, and that publishing its sheet again gives the same entry. */
export async function auditEntries(
  batches: AsyncIterable<readonly StoredEntry[]>,
  now: () => Instant,
  onBatch: (position: number) => void,
): Promise<{ readonly entries: readonly Entry[] } | { readonly difference: Difference }> {
  const entries: Entry[] = []
  // One builder for the whole book: a market for each entry would copy everything again.
  const builder = buildMarket(emptyMarket)
  let currency: string | undefined
  let last = bookStart
  for await (const batch of batches) {
    for (const stored of batch) {
      const { position, digest } = stored
      const damage = damageIn(last, stored)
      if (damage !== undefined) return { difference: { position, message: damage, isDamage: true } }
      last = { position, digest }
      try {
        const entry = entryOf(stored)
        const context = {
          head: entries.at(-1) ?? emptyHead,
          currency,
          book: builder.bookOf(entry.institutionId),
        }
        const message = differenceIn(context, stored, entry, now())
        if (message !== undefined) return { difference: { position, message } }
        builder.add(entry)
        entries.push(entry)
        if (entry.kind === 'sheet-published') currency ??= entry.sheet.currency
      } catch (error) {
        // `entryOf` and the builder throw on an unreadable or misplaced entry.
        return { difference: { position, message: messageOf(error) } }
      }
    }
    onBatch(last.position)
  }
  return { entries }
}

function damageIn(last: BookPosition, stored: StoredEntry): string | undefined {
  if (stored.position !== last.position + 1)
    return `It does not follow position ${last.position}: an entry was removed or added.`
  return digestOf(last.digest, stored) === stored.digest
    ? undefined
    : 'It does not match its digest: this entry, or one before it, was changed after it was appended.'
}

function messageOf(error: unknown): string {
  // The message of a TypeError is about JavaScript, not about the entry.
  if (!(error instanceof Error) || error instanceof TypeError) return 'Its body cannot be read.'
  return error.message
}

function differenceIn(
  context: PublicationContext,
  { body }: StoredEntry,
  entry: Entry,
  now: Instant,
): string | undefined {
  if (entry.at > now) return `Its time, ${instantText(entry.at)}, is in the future.`
  if (entry.at < context.head.at)
    return `Its time, ${instantText(entry.at)}, is before that of the entry before it.`
  if (bodyOf(entry) !== body) return 'Its body is not canonical JSON, or it has an unknown key.'
  const details = differenceInDetails(entry)
  if (details !== undefined) return details
  switch (entry.kind) {
    case 'institution-registered':
      return differenceInInstitution(entry.institution)
    case 'sheet-published':
      return differenceInSheet(context, entry, body)
    case 'rates-checked':
    case 'rates-verified':
      return undefined
    case 'rate-corrected':
      return differenceInCorrection(context, entry, body)
    default:
      throw entry satisfies never
  }
}

function differenceInInstitution(institution: Institution): string | undefined {
  const { institutions, problems } = readInstitutions(serializeInstitution(institution))
  if (problems[0] !== undefined) return problemLine(problems[0])
  return canonicalJson(institutions[0] ?? null) === canonicalJson(institution)
    ? undefined
    : '`register` would not enter this record.'
}

/** Makes the correction again on the book before it; the result must equal the entry. */
function differenceInCorrection(
  { book }: PublicationContext,
  entry: Correcting,
  body: string,
): string | undefined {
  if (book === undefined) return 'Its institution is not registered.'
  const { of, cause, isRetraction, figures } = entry.correction
  if (!causes.includes(cause)) return `${describeValue(cause)} is not the cause of a correction.`
  const figure = isRetraction ? undefined : figures[0]
  const request = {
    ...detailsOf(entry),
    of,
    cause,
    ...(figure !== undefined && { figure: rightFigureOf(figure) }),
  }
  const verdict = decideCorrection(book, request, entry.at)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  return verdict.kind === 'corrected' && bodyOf(verdict.draft) === body
    ? undefined
    : 'It is not the correction that `ratebook correct` would enter.'
}

function rightFigureOf(figure: CorrectedFigure): RightFigure {
  const tier = { ...tierOf(figure), minimumDeposit: depositOf(figure) }
  return { tier, ...(figure.now !== undefined && { rate: figure.now }) }
}

/** Publishes the sheet again on the book before it; the result must equal the entry. */
function differenceInSheet(
  context: PublicationContext,
  entry: Publishing,
  body: string,
): string | undefined {
  const details = { ...detailsOf(entry), at: entry.at, sample: entry.sample }
  const verdict = decide(context, readSheet(serializeSheet(entry.sheet)), details)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (verdict.kind === 'published' && bodyOf(verdict.draft) === body) return undefined
  return verdict.kind === 'published' &&
    canonicalJson(verdict.draft.changes) !== canonicalJson(entry.changes)
    ? 'Its changes are not the differences between the sheet and the offers that stood before it.'
    : 'Publishing the sheet would enter it differently: a value has another printing, or a field was added.'
}

function detailsOf({ by, note, reason, findings }: Attribution & Override): Attribution & Override {
  return {
    ...(by !== undefined && { by }),
    ...(note !== undefined && { note }),
    ...(reason !== undefined && { reason }),
    ...(findings !== undefined && { findings }),
  }
}

import { canonicalJson } from '../../../domain/json.ts'
import { bodyOf, entryOf, storedInstant, type StoredEntry } from '../../../domain/entry-body.ts'
import {
  clockOf,
  emptyHead,
  isPrivateKind,
  type Entry,
  type Holding,
  type Reviewer,
} from '../../../domain/entry.ts'
import { isBodyValue, notABodyValue } from '../../../domain/log-line.ts'
import type { Institution } from '../../../domain/institution.ts'
import { earliestInstant, instantText } from '../../../domain/instant.ts'
import { reviewersAfter } from '../../market/holds.ts'
import { buildMarket, type MarketBuilder } from '../../market/evolve.ts'
import type { Market } from '../../market/market.ts'
import { problemLine } from '../input/problem.ts'
import { readInstitutions } from '../input/read-institutions.ts'
import { serializeInstitution } from '../input/serialize.ts'
import { holdAt } from '../review/decide-on-hold.ts'
import { problemInCorrection } from './correction.ts'
import { problemInDetails } from './details.ts'
import { emptyEdit, problemInHold } from './hold.ts'
import {
  problemInAcceptance,
  problemInDecision,
  problemInReviewer,
  problemInWithheld,
  type EntryContext,
} from './review.ts'
import { problemInCheck, problemInVerification } from './run.ts'
import { problemInSheet } from './sheet.ts'

/** Why an entry does not follow. Known: earlier builds entered it, so `audit` accepts it, and nothing depends on it. */
export type EntryProblem = { readonly message: string; readonly isKnown: boolean }

/** Checks entries one after another: before they are appended, and when `audit` reads them. */
export type EntryChecker = {
  /**
   * Checks the order and the canonical body of the next entry, and that deciding it again gives the same entry. Throws if it
   * cannot be read or placed. After that, or after a problem that is not known, the checker must not be used any more.
   */
  readonly add: (stored: Omit<StoredEntry, 'digest'>) => EntryProblem | undefined
  /** Whether the last entry needs another one that was appended with it: an unfinished copy may end between the two. */
  readonly isUnfinished: () => boolean
  /** The market after the entries so far. The checker must not be used after that. */
  readonly market: () => Market
}

/** The book before the first entry that is checked: of the market, only what the check of the next entries depends on. */
export type BookBefore = {
  readonly market: Market
  /** The last entry; `undefined` in an empty book. */
  readonly last: Entry | undefined
  readonly reviewers: ReadonlyMap<string, Reviewer>
}

/** Starts to check entries. */
export function createEntryChecker({ market, last, ...start }: BookBefore): EntryChecker {
  // One builder for all entries: a market for each would copy everything again.
  const builder = buildMarket(market)
  let [before, reviewers, currency] = [last, start.reviewers, market.currency]
  return {
    add(stored) {
      const entry = entryOf(stored)
      const context = {
        head: before ?? emptyHead,
        before,
        currency,
        book: builder.bookOf(entry.institutionId),
        reviewers,
        ...requiredAfter(before, builder),
        ...clockOf(entry),
      }
      const message = problemIn(context, stored, entry)
      const isKnown = message !== undefined && message === knownProblem(context, entry)
      if (message !== undefined && !isKnown) return { message, isKnown }
      builder.add(entry)
      before = entry
      reviewers = reviewersAfter(reviewers, entry)
      if (entry.kind === 'sheet-published') currency ??= entry.sheet.currency
      return message === undefined ? undefined : { message, isKnown }
    },
    isUnfinished: () =>
      Object.values(requiredAfter(before, builder)).some((required) => required !== undefined),
    market: () => builder.build(),
  }
}

/** What must follow an entry. The last approval of a held sheet and the sheet are one append, and so are an edit and its approval. */
function requiredAfter(
  entry: Entry | undefined,
  builder: MarketBuilder,
): Pick<EntryContext, 'approved' | 'unapproved'> {
  return { approved: approvedBy(entry, builder), unapproved: heldByPerson(entry) }
}

function approvedBy(entry: Entry | undefined, { bookOf }: MarketBuilder): number | undefined {
  if (entry?.kind !== 'sheet-decided' || entry.decision !== 'approved') return undefined
  const book = bookOf(entry.institutionId)
  const hold = book && holdAt({ book }, entry.hold)
  return hold?.state === 'approved' ? entry.hold : undefined
}

function heldByPerson(entry: Entry | undefined): Holding | undefined {
  return entry?.kind === 'sheet-held' && entry.by !== undefined ? entry : undefined
}

/** Why an entry does not follow from the book before it, as a sentence. */
function problemIn(
  context: EntryContext,
  { at, body }: Omit<StoredEntry, 'digest'>,
  entry: Entry,
): string | undefined {
  if (storedInstant(entry.at) !== at)
    return `Its time is not written as ${storedInstant(entry.at)}.`
  if (entry.at < earliestInstant) return 'Its time is before 1900.'
  if (entry.at < context.head.at)
    return `Its time, ${instantText(entry.at)}, is before that of the entry before it.`
  if (entry.kind === 'withheld' || body === null) return problemInWithheld(entry)
  if (bodyOf(entry) !== body) return 'Its body is not canonical JSON, or it has an unknown key.'
  if (!isBodyValue(entry)) return notABodyValue
  const salt = 'salt' in entry ? entry.salt : undefined
  if (isPrivateKind(entry.kind) && !/^[0-9a-f]{32}$/.test(salt ?? ''))
    return 'It is private, but has no salt of 32 hexadecimal digits.'
  const details = problemInDetails(entry)
  if (details !== undefined) return details
  if (entry.clock === undefined) return problemInDecided(context, body, entry)
  // `append` adds the clock to what a decider returns, so the entry is compared without it.
  const { clock, ...rest } = entry
  if (clock >= entry.at) return 'It keeps a clock that was not behind its time.'
  const decided = rest as typeof entry
  return problemInDecided(context, bodyOf(decided), decided)
}

function problemInDecided(
  context: EntryContext,
  body: string,
  entry: Exclude<Entry, { kind: 'withheld' }>,
): string | undefined {
  const { approved, unapproved } = context
  // A copy of a book may end between an approval and its sheet, so only another entry there is a difference.
  if (approved !== undefined && !(entry.kind === 'sheet-published' && entry.hold === approved))
    return `The entry before it approves the sheet held at position ${approved}, so that sheet must follow.`
  if (unapproved !== undefined && !isApprovalOf(unapproved, entry))
    return `The entry before it is a sheet that ${unapproved.by} edited or typed, so the approval of ${unapproved.by} must follow.`
  switch (entry.kind) {
    case 'institution-registered':
      return problemInInstitution(entry.institution)
    case 'sheet-published':
      return problemInSheet(context, entry, body)
    case 'rates-checked':
      return problemInCheck(context, entry)
    case 'rates-verified':
      return problemInVerification(context, entry)
    case 'rate-corrected':
      return problemInCorrection(context, entry, body)
    case 'sheet-held':
      return problemInHold(context, entry)
    case 'sheet-decided':
      return problemInDecision(context, entry)
    case 'source-accepted':
      return problemInAcceptance(context, entry)
    case 'reviewer-registered':
    case 'reviewer-removed':
      return problemInReviewer(context, entry)
    default:
      throw entry satisfies never
  }
}

/** The problem of an entry that earlier builds entered; `undefined` for every other entry. */
function knownProblem(context: EntryContext, entry: Entry): string | undefined {
  return entry.kind === 'sheet-held' ? emptyEdit(context, entry) : undefined
}

function isApprovalOf({ position, by }: Holding, entry: Entry): boolean {
  return (
    entry.kind === 'sheet-decided' &&
    entry.decision === 'approved' &&
    entry.hold === position &&
    entry.by === by
  )
}

function problemInInstitution(institution: Institution): string | undefined {
  const { institutions, problems } = readInstitutions(serializeInstitution(institution))
  if (problems[0] !== undefined) return problemLine(problems[0])
  return canonicalJson(institutions[0] ?? null) === canonicalJson(institution)
    ? undefined
    : '`register` would not enter this record.'
}

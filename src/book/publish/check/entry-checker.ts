import { causes, type CorrectedFigure } from '../../../domain/change.ts'
import {
  bodies,
  checkOutcomes,
  clockOf,
  emptyHead,
  removedReviewer,
  reviewer as reviewerSchema,
  siteRefusals,
  type Correcting,
  type Deciding,
  type Entry,
  type Holding,
  type Reviewer,
} from '../../../domain/entry.ts'
import { earliestInstant, instantText } from '../../../domain/instant.ts'
import type { Institution } from '../../../domain/institution.ts'
import { canonicalJson } from '../../../domain/json.ts'
import { compareTiers, depositOf, keyOf, tierOf } from '../../../domain/offer.ts'
import { sourceRef } from '../../../domain/origin.ts'
import {
  bodyOf,
  entryOf,
  isBodyValue,
  lacksSalt,
  notABodyValue,
  storedInstant,
  type StoredEntry,
} from '../../../domain/stored-entry.ts'
import { buildMarket, type MarketBuilder } from '../../market/evolve.ts'
import { lastReadHold, reviewersAfter } from '../../market/holds.ts'
import type { Market } from '../../market/market.ts'
import { offersIn } from '../../market/standing.ts'
import { isNamedBy } from '../../market/verifications.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { decideCorrection, type RightFigure } from '../decide-correction.ts'
import { describeValue } from '../input/fields.ts'
import { problemLine } from '../input/problem.ts'
import { readInstitutions } from '../input/read-institutions.ts'
import { serializeInstitution } from '../input/serialize.ts'
import { decisionProblem, holdAt, notRegistered } from '../review/decide-on-hold.ts'
import { checkOf, problemInDetails, problemInOrigin } from './entry-values.ts'
import { problemInHold, problemInSheet, type EntryContext } from './sheets.ts'

/** Checks entries one after another: before they are appended, and when `audit` reads them. */
type EntryChecker = {
  /**
   * Checks the order and the canonical body of the next entry, and that deciding it again gives the same entry. Returns the
   * problem as a sentence; throws if the entry cannot be read or placed. After either the checker must not be used any more.
   */
  readonly add: (stored: Omit<StoredEntry, 'digest'>) => string | undefined
  /** Whether the last entry needs another one that was appended with it: an unfinished copy may end between the two. */
  readonly isUnfinished: () => boolean
  /** The market after the entries so far. The checker must not be used after that. */
  readonly market: () => Market
}

/** The book before the first entry that is checked: of the market, only what the check of the next entries depends on. */
type BookBefore = {
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
      const problem = problemIn(context, stored, entry)
      if (problem !== undefined) return problem
      builder.add(entry)
      before = entry
      reviewers = reviewersAfter(reviewers, entry)
      if (entry.kind === 'sheet-published') currency ??= entry.sheet.currency
      return undefined
    },
    isUnfinished: () =>
      Object.values(requiredAfter(before, builder)).some((required) => required !== undefined),
    market: () => builder.build(),
  }
}

/** The approval or the held sheet that the next entry must complete. The last approval of a held sheet and the sheet are one append, and so are an edit and its approval. */
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
  if (lacksSalt(entry)) return 'It is private, but has no salt of 32 hexadecimal digits.'
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

/** Makes the correction again on the book before it; the result must equal the entry. */
function problemInCorrection(
  { book }: PublicationContext,
  entry: Correcting,
  body: string,
): string | undefined {
  if (book === undefined) return 'Its institution is not registered.'
  const { of, cause, isRetraction, figures } = entry.correction
  if (!causes.includes(cause)) return `${describeValue(cause)} is not the cause of a correction.`
  const figure = isRetraction ? undefined : figures[0]
  // Correcting one sheet alone gives the same entry where no later sheet repeats the figure.
  const only = !isRetraction && figures.length === 1
  const request = {
    ...entry,
    of,
    cause,
    only,
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

/** Checks a run that failed or held nothing new. A check by a person says nothing more. */
function problemInCheck(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-checked' }>,
): string | undefined {
  const { outcome, message, refusal, origin } = entry
  if ([outcome, origin, message, refusal].every((part) => part === undefined)) return undefined
  if (outcome === undefined || !checkOutcomes.includes(outcome))
    return `${describeValue(outcome)} is not the outcome of a run.`
  if ((message !== undefined) !== (outcome === 'failed'))
    return 'A run that failed has a message, and no other run has one.'
  if (message !== undefined && (typeof message !== 'string' || message.trim() === ''))
    return `${describeValue(message)} is not a message.`
  if (refusal !== undefined && (outcome !== 'failed' || !siteRefusals.includes(refusal)))
    return `${describeValue(refusal)} is not how a site refused a run that failed.`
  return problemInOrigin(context, entry) ?? (outcome === 'held' ? withoutHold(context) : undefined)
}

/** A run that held nothing new read what the last held sheet says. A mirror knows only that there was one. */
function withoutHold({ book }: PublicationContext): string | undefined {
  const isWithheld = book?.entries.some(
    (entry) => entry.kind === 'withheld' && entry.of === 'sheet-held',
  )
  return isWithheld === true || (book && lastReadHold(book))
    ? undefined
    : 'Its institution has no held sheet that is open, or was rejected or edited.'
}

/** Checks that the tiers of a verification stand, and that they are all tiers of their terms. */
function problemInVerification(
  context: PublicationContext,
  entry: Extract<Entry, { kind: 'rates-verified' }>,
): string | undefined {
  const { tiers, origin } = entry
  if (tiers === undefined)
    return origin === undefined
      ? undefined
      : 'It has an origin, but does not say which tiers it verifies.'
  if (tiers.length === 0) return 'It verifies nothing.'
  const isNamed = isNamedBy(entry)
  const stand = offersIn(context.book?.standing ?? new Map())
    .filter((offer) => isNamed(keyOf(offer)))
    .toSorted(compareTiers)
    .map(tierOf)
  if (canonicalJson(stand) !== canonicalJson(tiers))
    return 'Its tiers are not all standing offers of their terms, in tier order.'
  return problemInOrigin(context, entry, tiers)
}

const checkDecision = checkOf(bodies['sheet-decided'])
const checkSource = checkOf(sourceRef)
const checkReviewer = checkOf(reviewerSchema)
const checkRemoved = checkOf(removedReviewer)

/** Checks that a registered reviewer could decide about the held sheet. */
function problemInDecision(context: EntryContext, entry: Deciding): string | undefined {
  const { by, hold, decision } = entry
  return (
    checkDecision({ by, hold, decision }) ?? decisionProblem(context, holdAt(context, hold), entry)
  )
}

/** Checks that a registered reviewer accepted a source definition. */
function problemInAcceptance(
  { reviewers }: EntryContext,
  { source, by }: Extract<Entry, { kind: 'source-accepted' }>,
): string | undefined {
  const problem = checkSource(source)
  if (problem !== undefined) return problem
  return reviewers.has(by) ? undefined : notRegistered(by)
}

/** Checks the record of a reviewer. */
function problemInReviewer(
  { reviewers }: EntryContext,
  entry: Extract<Entry, { kind: 'reviewer-registered' | 'reviewer-removed' }>,
): string | undefined {
  const { kind, reviewer } = entry
  const problem = ofAnInstitution(entry)
  if (problem !== undefined) return problem
  if (kind === 'reviewer-registered') return checkReviewer(reviewer)
  return (
    checkRemoved(reviewer) ?? (reviewers.has(reviewer.id) ? undefined : notRegistered(reviewer.id))
  )
}

/** Checks what a mirror knows of a private entry: its digests match already. */
function problemInWithheld(entry: Entry): string | undefined {
  const isOfReviewer =
    entry.kind === 'withheld' &&
    (entry.of === 'reviewer-registered' || entry.of === 'reviewer-removed')
  return isOfReviewer ? ofAnInstitution(entry) : undefined
}

function ofAnInstitution({ institutionId }: Entry): string | undefined {
  return institutionId === ''
    ? undefined
    : `It is about a reviewer, but has the institution ${describeValue(institutionId)}.`
}

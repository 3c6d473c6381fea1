import { checkCollected, consequenceOf } from '../../../src/book/gate/gate.ts'
import type { InstitutionBook } from '../../../src/book/market/market.ts'
import type { RunOutcome } from '../../../src/book/market/runs.ts'
import type { RunInput } from '../../../src/collect/rounds/decide-run.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { Correcting, Entry, Holding, Publishing } from '../../../src/domain/entry.ts'
import { defaultGateLimits, type Finding } from '../../../src/domain/gate-limits.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import type { Offer, Sheet } from '../../../src/domain/offer.ts'
import { keptSheets } from '../../book/oracle/slow-believed.ts'
import { pastOf, standingIn } from '../../book/oracle/slow-past.ts'
import { isSame, isSameTerms, leastDeposit } from '../../book/oracle/slow.ts'

// How a run must end, straight from the table of outcomes in docs/collecting.md, over the raw list of entries.

/** The outcome, the kind of the entry, and the rules of the findings. */
export type SlowOutcome = {
  readonly outcome: RunOutcome
  readonly kind: Entry['kind']
  readonly rules: readonly string[]
}

const isSameOffer = (a: Offer, b: Offer): boolean =>
  isSameTerms(a, b) && isSame(leastDeposit(a), leastDeposit(b)) && isSame(a.rate, b.rate)

const hasSameOffers = (some: readonly Offer[], others: readonly Offer[]): boolean =>
  some.every((one) => others.some((other) => isSameOffer(one, other))) &&
  others.every((one) => some.some((other) => isSameOffer(one, other)))

/** The outcome of a run for an institution that has these entries. */
export function slowOutcome(
  input: RunInput,
  sheet: Sheet,
  own: readonly Entry[],
  book: InstitutionBook,
): SlowOutcome {
  const { result, source } = input
  if ('failure' in result) return { outcome: 'failed', kind: 'rates-checked', rules: [] }
  const { findings: doubts } = result
  const covered = standingIn(pastOf(own))
    .map(({ offer }) => offer)
    .filter(({ variant }) => sheet.covers.includes(variant))
  const today = dayInNairobi(input.at)
  const last = printedDates(own).at(-1)
  const isEqual = hasSameOffers(covered, sheet.offers)
  const dateDoubt = doubtOfDate(result.printedDate?.day, today, last)
  if (
    isEqual &&
    wereAccepted(own, doubts) &&
    (dateDoubt === undefined || wasDateAccepted(own, input, dateDoubt))
  )
    return { outcome: 'verified', kind: 'rates-verified', rules: [] }

  const isSourceAccepted = own.some(
    (entry) => entry.kind === 'source-accepted' && entry.source.digest === source.ref.digest,
  )
  const found = checkCollected({
    sheet,
    book,
    reading: result,
    source: source.rules,
    limits: defaultGateLimits,
    isSourceAccepted,
    today,
    lastPrintedDate: last,
  })
  const findings = [...found, ...replacedSince(own, sheet)]
  const rules = findings.map(({ rule }) => rule)
  const consequence = consequenceOf(findings)
  if (consequence === 'fail') return { outcome: 'failed', kind: 'rates-checked', rules }

  const needed = consequence === 'hold-for-two' ? 2 : 1
  const hold = lastHold(own)
  const isHeldAlready =
    hold !== undefined &&
    hold.read.origin?.source.digest === source.ref.digest &&
    hold.read.sheet.covers.join() === sheet.covers.join() &&
    hasSameOffers(hold.read.sheet.offers, sheet.offers) &&
    !own.some((entry) => entry.position > hold.since && isPublication(entry))
  const isRefused = hold?.end === 'rejected' || consequence !== 'publish'
  if (
    isHeldAlready &&
    (hold.end === 'published an edit' || (isRefused && hold.read.reviewers >= needed))
  )
    return { outcome: 'held', kind: 'rates-checked', rules }
  return consequence === 'publish'
    ? { outcome: 'changed', kind: 'sheet-published', rules: [] }
    : { outcome: 'held', kind: 'sheet-held', rules }
}

const replaced: Finding = { rule: 'replaced-since', message: '' }

const isPublication = (entry: Entry): entry is Entry & (Publishing | Correcting) =>
  entry.kind === 'sheet-published' || entry.kind === 'rate-corrected'

/** The last held sheet as it was read. Publications after `since` end it. */
type LastHold = {
  readonly read: Holding
  readonly since: number
  readonly end: 'open' | 'rejected' | 'published an edit'
}

/** The last held sheet, unless it was approved as it was read, or its edit was rejected. */
function lastHold(own: readonly Entry[]): LastHold | undefined {
  const last = own.findLast((one) => one.kind === 'sheet-held')
  if (last === undefined) return undefined
  const decisions = own.filter((one) => one.kind === 'sheet-decided' && one.hold === last.position)
  const isRejected = decisions.some((one) => 'decision' in one && one.decision === 'rejected')
  const published = own.find((one) => one.kind === 'sheet-published' && one.hold === last.position)
  const read = asRead(own, last)
  if (published !== undefined)
    return read === last ? undefined : { read, since: published.position, end: 'published an edit' }
  if (isRejected) return read === last ? { read, since: last.position, end: 'rejected' } : undefined
  // The page listed the standing offers again meanwhile.
  const isReplaced = own.some(
    (one) =>
      one.kind === 'rates-verified' && one.origin !== undefined && one.position > last.position,
  )
  return isReplaced ? undefined : { read, since: last.position, end: 'open' }
}

/** The sheet that a run held, from which reviewers made this one. */
function asRead(own: readonly Entry[], held: Holding): Holding {
  const earlier = own.find(({ position }) => position === held.editOf)
  return earlier?.kind === 'sheet-held' ? asRead(own, earlier) : held
}

/** A doubt about the page was accepted if the sheet that stands was published in spite of it. */
function wereAccepted(own: readonly Entry[], doubts: readonly Finding[]): boolean {
  const known = lastKept(own)?.findings ?? []
  return doubts.every((doubt) => known.some(({ message }) => message === doubt.message))
}

/** The last sheet that was not retracted. */
function lastKept(own: readonly Entry[]): (Entry & Publishing) | undefined {
  return keptSheets(own).at(-1)
}

/** Nairobi is three hours ahead of UTC all year. */
function dayInNairobi(at: Instant): Day {
  return new Date(at + 3 * 3_600_000).toISOString().slice(0, 10) as Day
}

/** The dates that were printed on published and verified pages, oldest first. */
function printedDates(own: readonly Entry[]): readonly Day[] {
  const kept = new Set(keptSheets(own).map(({ position }) => position))
  return own.flatMap((entry) => {
    if (entry.kind !== 'rates-verified' && !kept.has(entry.position)) return []
    const date = 'origin' in entry ? entry.origin?.printedDate : undefined
    return date?.day ?? []
  })
}

/** The rule that the printed date breaks. */
function doubtOfDate(printed: Day | undefined, today: Day, last: Day | undefined) {
  if (printed === undefined) return undefined
  if (printed > today) return 'printed-date-in-future'
  return last !== undefined && printed < last ? 'printed-date-older' : undefined
}

/** A person has approved the sheet that stands with this doubt about this date. */
function wasDateAccepted(own: readonly Entry[], { result }: RunInput, rule: string): boolean {
  const sheet = lastKept(own)
  return (
    'offers' in result &&
    sheet?.origin?.printedDate?.day === result.printedDate?.day &&
    (sheet?.findings ?? []).some((finding) => finding.rule === rule)
  )
}

/** "A run must not undo what a person entered": figures that the page prints as the last run read them, while others stand. */
function replacedSince(own: readonly Entry[], { covers, offers }: Sheet): readonly Finding[] {
  const last = own.findLast(
    (entry) =>
      (entry.kind === 'sheet-published' || entry.kind === 'rates-verified') &&
      entry.origin !== undefined,
  )
  if (last === undefined) return []
  const covered = (entries: readonly Entry[]): readonly Offer[] =>
    standingIn(pastOf(entries))
      .map(({ offer }) => offer)
      .filter(({ variant }) => covers.includes(variant))
  const hold = own.find(({ position }) => 'hold' in last && position === last.hold)
  const read = hold?.kind === 'sheet-held' ? asRead(own, hold) : undefined
  const then =
    read !== undefined && read !== hold
      ? read.sheet.offers.filter(({ variant }) => covers.includes(variant))
      : covered(own.filter(({ position }) => position <= last.position))
  const now = covered(own)
  const has = (some: readonly Offer[], offer: Offer): boolean =>
    some.some((one) => isSameOffer(one, offer))
  const lists = (some: readonly Offer[], offer: Offer): boolean =>
    some.some((one) => isSameTerms(one, offer) && isSame(leastDeposit(one), leastDeposit(offer)))
  const printed = offers.filter((offer) => has(then, offer) && !has(now, offer))
  const missing = now.filter((offer) => !lists(then, offer) && !lists(offers, offer))
  const left = last.kind === 'sheet-published' ? (last.sheet.leaves ?? []) : []
  return [...printed, ...missing]
    .filter((offer) => !left.some((terms) => isSameTerms(terms, offer)))
    .map(() => replaced)
}

import {
  causes,
  directions,
  type Change,
  type CorrectedFigure,
  type Correction,
  type RateChange,
  type Withdrawal,
} from './change.ts'
import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'
import { finding, tierKeys } from './gate-limits.ts'
import { dayLength, instantText, type Instant } from './instant.ts'
import {
  institutionTypes,
  insuranceStatuses,
  type Institution,
  type Insurance,
} from './institution.ts'
import { variants, type Offer, type Sheet, type Terms, type Tier } from './offer.ts'
import { capturedPage, origin, sourceRef } from './origin.ts'
import {
  either,
  list,
  object,
  objectLike,
  optional,
  text,
  value,
  word,
  type ObjectOf,
  type Schema,
  type TypeOf,
} from './schema.ts'

/** The outcomes of a run that published and confirmed nothing. */
export const checkOutcomes = ['failed', 'held'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** How a site refused a run: robots.txt disallows a page, or the status of a response was 401, 403, 429 or 451. */
export const siteRefusals = ['robots', 'status'] as const
export type SiteRefusal = (typeof siteRefusals)[number]

/** The decisions about a held sheet. */
export const decisions = ['approved', 'rejected'] as const
export type Decision = (typeof decisions)[number]

/** The name of the person who made an entry by hand, and a remark. */
export const attribution = { by: optional(text()), note: optional(text()) }
export type Attribution = ObjectOf<typeof attribution>

/** The findings of the gate, and the reason why a person entered the figures in spite of them. */
export const override = { reason: optional(text()), findings: optional(list(finding)) }
export type Override = ObjectOf<typeof override>

/** The keys of private bodies. The salt is 32 hexadecimal digits; the store adds it to a draft without one. */
const kept = { ...attribution, salt: optional(text()) }

/** A person who may decide about held sheets. The id has the form of an institution's id. */
export const reviewer = object({ id: text('identifier'), name: text() })
export type Reviewer = TypeOf<typeof reviewer>

export const removedReviewer = object({ id: text('identifier') })

const decimal = value<Decimal>('decimal')
const number = value<number>('unchecked')
const boolean = value<boolean>('unchecked')

/** The record of an institution, whose id has a column of its own. */
const institution = {
  name: text(),
  type: word('type', institutionTypes),
  website: text('url'),
  active: boolean,
  licenseType: text(),
  creditRating: value<string | null>('unchecked'),
  ratingAgency: value<string | null>('unchecked'),
  ratingUpdated: value<Day | null>('unchecked'),
  staleAfterDays: number,
  insurance: optional(
    objectLike<Insurance>({
      status: word('status', insuranceStatuses),
      amount: optional(decimal),
      currency: optional(text()),
      scheme: optional(text()),
      address: optional(text()),
      since: optional(value<Day>('day')),
    }),
  ),
}
objectLike<Omit<Institution, 'id'>>(institution)

const { minimumDeposit: _, ...terms } = tierKeys
const tiers = list(objectLike<Tier>(tierKeys))

/** The institution of a sheet has a column of its own. */
const sheet = objectLike<Omit<Sheet, 'institutionId'>>({
  sourceUrl: text('url'),
  scrapedAt: value<Instant>('instant'),
  currency: text(),
  complete: boolean,
  covers: list(word('variant', variants)),
  leaves: optional(list(objectLike<Terms>(terms))),
  offers: list(
    objectLike<Offer>({
      ...tierKeys,
      tenureDays: optional(number),
      tenureToDays: optional(number),
      rate: decimal,
      annualEffectiveRate: optional(decimal),
      product: optional(text()),
    }),
  ),
}) as Schema<Sheet>

const changeKeys = { ...tierKeys, previous: decimal }

const changes = list(
  either<Change>(
    objectLike<RateChange>({
      ...changeKeys,
      direction: word('direction', directions),
      rate: decimal,
      previousMinimumDeposit: optional(decimal),
    }),
    objectLike<Withdrawal>({ ...changeKeys, direction: word('direction', ['withdrawn']) }),
  ),
)

const correction = objectLike<Correction>({
  of: number,
  isRetraction: boolean,
  cause: word('cause', causes),
  figures: list(
    objectLike<CorrectedFigure>({
      ...tierKeys,
      of: number,
      was: optional(decimal),
      now: optional(decimal),
    }),
  ),
})

const typedFrom = optional(list(capturedPage))

/** The kinds of entry, and the schemas of their bodies. Each kind has its meaning in `book/market/fold.ts`. */
export const bodies = {
  'institution-registered': object(institution),
  'sheet-published': object({
    ...attribution,
    ...override,
    sheet,
    changes,
    /** Whether the sheet is sample data. Answers from such a book say so. */
    sample: value<boolean>('unchecked'),
    /** Where the figures come from; absent if a person typed them. */
    origin: optional(origin),
    /** The captured pages that a person typed the sheet from; absent if nothing was captured. */
    typedFrom,
    /** The position of the held sheet that reviewers approved. */
    hold: optional(value<number>('position')),
  }),
  'rates-checked': object({
    ...attribution,
    /** Absent if a person checked the rates. `held`: the same figures are held already, or were rejected. */
    outcome: optional(word('outcome', checkOutcomes)),
    /** Why the run failed, in one sentence; present if it failed. */
    message: optional(text()),
    /** Present if the run failed because the site refused it. */
    refusal: optional(word('refusal', siteRefusals)),
    origin: optional(origin),
  }),
  'rates-verified': object({
    ...attribution,
    /** The tiers that were found unchanged, all tiers of their terms; absent for all standing offers. */
    tiers: optional(tiers),
    origin: optional(origin),
  }),
  'rate-corrected': object({
    ...attribution,
    ...override,
    correction,
    /** The changes of the standing offers; none if later sheets have changed all of them. */
    changes,
  }),
  /** `by` and `reason` are absent if a run made it, and are there if a reviewer edited or typed it. */
  'sheet-held': object({
    ...kept,
    reason: override.reason,
    findings: list(finding),
    sheet,
    /** Where a run read the figures; absent if a person typed the sheet. */
    origin: optional(origin),
    /** The captured pages that a person typed the sheet from. */
    typedFrom,
    /** The position of the held sheet that the reviewer `by` edited into this one. */
    editOf: optional(value<number>('position')),
    /** The position of the institution's last sheet or correction, which the sheet was compared with; 0 if there is none. */
    comparedWith: value<number>('unchecked'),
    /** How many reviewers must approve the sheet. */
    reviewers: value<1 | 2>('unchecked'),
  }),
  'sheet-decided': object({
    ...kept,
    /** The id of the reviewer. */
    by: text('identifier'),
    /** The position of the held sheet. */
    hold: value<number>('position'),
    decision: word('decision', decisions),
  }),
  'source-accepted': object({
    ...kept,
    /** The id of the reviewer. */
    by: text('identifier'),
    source: sourceRef,
  }),
  'reviewer-registered': object({ ...kept, reviewer }),
  'reviewer-removed': object({ ...kept, reviewer: removedReviewer }),
}

export type EntryKind = keyof typeof bodies
export const entryKinds = Object.keys(bodies) as readonly EntryKind[]

/** Whether a text names a kind of entry. */
export function isEntryKind(kind: string): kind is EntryKind {
  return Object.hasOwn(bodies, kind)
}

/** The kinds whose bodies are not public. Their bodies have a random salt, so that nobody guesses them from their digests. */
export const privateKinds = [
  'sheet-held',
  'sheet-decided',
  'source-accepted',
  'reviewer-registered',
  'reviewer-removed',
] as const satisfies readonly EntryKind[]
export type PrivateKind = (typeof privateKinds)[number]

/** Whether the bodies of a kind are not public. */
export function isPrivateKind(kind: string): kind is PrivateKind {
  return privateKinds.includes(kind as PrivateKind)
}

type OtherKind = Exclude<EntryKind, 'institution-registered'>

/** An entry before the book has given it a position. The institution of an entry about a reviewer is the empty text. */
export type Draft = {
  readonly at: Instant
  readonly institutionId: string
  /** The clock or `--at`, if it was before the last entry. The entry then has the instant of the last one (decision 075). */
  readonly clock?: Instant
} & (
  | { readonly kind: 'institution-registered'; readonly institution: Institution }
  | { [K in OtherKind]: { readonly kind: K } & TypeOf<(typeof bodies)[K]> }[OtherKind]
  /** A private entry of a mirrored book, which has its digests and not its body. Nothing but a mirror and its copy appends it. */
  | { readonly kind: 'withheld'; readonly of: PrivateKind; readonly bodyDigest: string }
)

/** The draft of a published sheet. */
export type SheetDraft = Extract<Draft, { kind: 'sheet-published' }>

/** The draft of a correction or retraction. */
export type CorrectionDraft = Extract<Draft, { kind: 'rate-corrected' }>

/** The draft of a reviewer's decision about a held sheet. */
export type DecisionDraft = Extract<Draft, { kind: 'sheet-decided' }>

/** An entry of the book. Positions run 1, 2, 3 … without gaps. */
export type Entry = Draft & { readonly position: number }

/** The entries of drafts that are appended after a position. */
export function entriesAfter(position: number, drafts: readonly Draft[]): readonly Entry[] {
  return drafts.map((draft, index) => ({ ...draft, position: position + 1 + index }))
}

/** The entry of a published sheet. */
export type Publishing = Extract<Entry, { kind: 'sheet-published' }>

/** The entry of a correction or retraction. */
export type Correcting = Extract<Entry, { kind: 'rate-corrected' }>

/** The entry of a held sheet. */
export type Holding = Extract<Entry, { kind: 'sheet-held' }>

/** The entry of a reviewer's decision about a held sheet. */
export type Deciding = Extract<Entry, { kind: 'sheet-decided' }>

/** When an entry was made, as far as it says so. */
export function timeOf({ at, clock }: Pick<Draft, 'at' | 'clock'>): Instant {
  return clock ?? at
}

/** The `clock` of an entry that was moved to the instant of the last one, to be spread into a draft or a context. */
export function clockOf({ clock }: Pick<Draft, 'clock'>): Pick<Draft, 'clock'> {
  return clock === undefined ? {} : { clock }
}

/** The last position of a book, and its instant. */
export type Head = { readonly position: number; readonly at: Instant }

/** The head of an empty book: position 0, at the earliest instant that a date can name. */
export const emptyHead: Head = { position: 0, at: -8.64e15 as Instant }

/** The records in the registrations among entries. */
export function institutionsOf(entries: readonly Entry[]): readonly Institution[] {
  return entries.flatMap((entry) =>
    entry.kind === 'institution-registered' ? [entry.institution] : [],
  )
}

/** The milliseconds by which the clocks of two machines may differ. */
export const clockTolerance = 60_000

/** Whether an instant is in the future: later than a difference of two clocks explains. */
export function isAhead(at: Instant, now: Instant): boolean {
  return at - now > clockTolerance
}

/** Names a last entry that is in the future, as a sentence; `undefined` if it is not. */
export function futureText({ position, at }: Head, now: Instant): string | undefined {
  return isAhead(at, now)
    ? `The last entry of the book, position ${position}, is at ${instantText(at)}, ${durationText(at - now)} after this machine's clock: this clock is slow, or that of the machine that appended the entry was fast.`
    : undefined
}

const units = [
  ['days', dayLength],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const

/** A duration in the largest unit of which there are at least two, so that the unit is always plural: `36 hours`. */
export function durationText(milliseconds: number): string {
  for (const [name, length] of units) {
    if (milliseconds >= 2 * length) return `${Math.floor(milliseconds / length)} ${name}`
  }
  return `${milliseconds} ms`
}

import type { Change, Correction } from './change.ts'
import type { Institution } from './institution.ts'
import { type Instant, dayLength, instantText } from './instant.ts'
import type { Tier, Sheet } from './offer.ts'
import type { CapturedPage, Origin, SourceRef } from './origin.ts'
import type { Finding } from './gate-limits.ts'

/** The kinds of entry. Each has its meaning in `book/market/fold.ts` and its text in `domain/entry-body.ts`. */
export const entryKinds = [
  'institution-registered',
  'sheet-published',
  'rates-checked',
  'rates-verified',
  'rate-corrected',
  'sheet-held',
  'sheet-decided',
  'source-accepted',
  'reviewer-registered',
  'reviewer-removed',
] as const
export type EntryKind = (typeof entryKinds)[number]

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

/** The outcomes of a run that published and confirmed nothing. */
export const checkOutcomes = ['failed', 'held'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** How a site refused a run: robots.txt disallows a page, or the status of a response was 401, 403, 429 or 451. */
export const siteRefusals = ['robots', 'status'] as const
export type SiteRefusal = (typeof siteRefusals)[number]

/** The decisions about a held sheet. */
export const decisions = ['approved', 'rejected'] as const
export type Decision = (typeof decisions)[number]

/** The salt of a private body: 32 hexadecimal digits. The store adds it to a draft without one. */
type Salted = { readonly salt?: string }

/** The findings of a held sheet. `by` and `reason` are absent if a run made it, and are there if a reviewer edited or typed it. */
type HeldDetails = Attribution & Required<Pick<Override, 'findings'>> & Pick<Override, 'reason'>

/** An entry before the book has given it a position. The institution of an entry about a reviewer is the empty text. */
export type Draft = {
  readonly at: Instant
  readonly institutionId: string
  /** The clock or `--at`, if it was before the last entry. The entry then has the instant of the last one (decision 075). */
  readonly clock?: Instant
} & (
  | { readonly kind: 'institution-registered'; readonly institution: Institution }
  | (Attribution &
      Override & {
        readonly kind: 'sheet-published'
        readonly sheet: Sheet
        readonly changes: readonly Change[]
        /** Whether the sheet is sample data. Answers from such a book say so. */
        readonly sample: boolean
        /** Where the figures come from; absent if a person typed them. */
        readonly origin?: Origin
        /** The captured pages that a person typed the sheet from; absent if nothing was captured. */
        readonly typedFrom?: readonly CapturedPage[]
        /** The position of the held sheet that reviewers approved. */
        readonly hold?: number
      })
  | (Attribution & {
      readonly kind: 'rates-checked'
      /** Absent if a person checked the rates. `held`: the same figures are held already, or were rejected. */
      readonly outcome?: CheckOutcome
      /** Why the run failed, in one sentence; present if it failed. */
      readonly message?: string
      /** Present if the run failed because the site refused it. */
      readonly refusal?: SiteRefusal
      readonly origin?: Origin
    })
  | (Attribution & {
      readonly kind: 'rates-verified'
      /** The tiers that were found unchanged, all tiers of their terms; absent for all standing offers. */
      readonly tiers?: readonly Tier[]
      readonly origin?: Origin
    })
  | (Attribution &
      Override & {
        readonly kind: 'rate-corrected'
        readonly correction: Correction
        /** The changes of the standing offers; none if later sheets have changed all of them. */
        readonly changes: readonly Change[]
      })
  | (Salted &
      HeldDetails & {
        readonly kind: 'sheet-held'
        readonly sheet: Sheet
        /** Where a run read the figures; absent if a person typed the sheet. */
        readonly origin?: Origin
        /** The captured pages that a person typed the sheet from. */
        readonly typedFrom?: readonly CapturedPage[]
        /** The position of the held sheet that the reviewer `by` edited into this one. */
        readonly editOf?: number
        /** The position of the institution's last sheet or correction, which the sheet was compared with; 0 if there is none. */
        readonly comparedWith: number
        /** How many reviewers must approve the sheet. */
        readonly reviewers: 1 | 2
      })
  | (Salted &
      Attribution & {
        readonly kind: 'sheet-decided'
        /** The id of the reviewer. */
        readonly by: string
        /** The position of the held sheet. */
        readonly hold: number
        readonly decision: Decision
      })
  | (Salted &
      Attribution & {
        readonly kind: 'source-accepted'
        /** The id of the reviewer. */
        readonly by: string
        readonly source: SourceRef
      })
  | (Salted & Attribution & { readonly kind: 'reviewer-registered'; readonly reviewer: Reviewer })
  | (Salted &
      Attribution & {
        readonly kind: 'reviewer-removed'
        readonly reviewer: Pick<Reviewer, 'id'>
      })
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

/** The name of the person who made an entry by hand, and a remark. */
export type Attribution = {
  readonly by?: string
  readonly note?: string
}

/** The findings of the gate, and the reason why a person entered the figures in spite of them. */
export type Override = {
  readonly reason?: string
  readonly findings?: readonly Finding[]
}

/** A person who may decide about held sheets. The id has the form of an institution's id. */
export type Reviewer = { readonly id: string; readonly name: string }

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

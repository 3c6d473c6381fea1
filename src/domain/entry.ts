import type { Attribution, Override } from './attribution.ts'
import type { Change } from './change.ts'
import type { Correction } from './correction.ts'
import type { Institution } from './institution.ts'
import type { Instant } from './instant.ts'
import type { Sheet } from './sheet.ts'

/** The kinds of entry. Each has its meaning in `market/evolve.ts` and its text in `domain/entry-body.ts`. */
export const entryKinds = [
  'institution-registered',
  'sheet-published',
  'rates-checked',
  'rates-verified',
  'rate-corrected',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry before the book has given it a position. */
export type Draft = { readonly at: Instant; readonly institutionId: string } & (
  | { readonly kind: 'institution-registered'; readonly institution: Institution }
  | (Attribution &
      Override & {
        readonly kind: 'sheet-published'
        readonly sheet: Sheet
        readonly changes: readonly Change[]
        /** Whether the sheet is sample data. Answers from such a book say so. */
        readonly sample: boolean
      })
  | (Attribution & { readonly kind: 'rates-checked' | 'rates-verified' })
  | (Attribution &
      Override & {
        readonly kind: 'rate-corrected'
        readonly correction: Correction
        /** The changes of the standing offers; none if later sheets have changed all of them. */
        readonly changes: readonly Change[]
      })
)

/** The draft of a published sheet. */
export type SheetDraft = Extract<Draft, { kind: 'sheet-published' }>

/** The draft of a correction or retraction. */
export type CorrectionDraft = Extract<Draft, { kind: 'rate-corrected' }>

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

import type { Change } from './change.ts'
import type { Institution } from './institution.ts'
import type { Instant } from './instant.ts'
import type { Sheet } from './sheet.ts'

/** The kinds of entry. Each has its meaning in `market/evolve.ts` and its text in `domain/entry-body.ts`. */
export const entryKinds = [
  'institution-registered',
  'sheet-published',
  'rates-checked',
  'rates-verified',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What happened, before the book has given it a position. */
export type Draft = { readonly at: Instant; readonly institutionId: string } & (
  | { readonly kind: 'institution-registered'; readonly institution: Institution }
  | {
      readonly kind: 'sheet-published'
      readonly sheet: Sheet
      readonly changes: readonly Change[]
      /** Whether the sheet came with the samples: such a book never passes for a real market. */
      readonly sample: boolean
    }
  | { readonly kind: 'rates-checked' }
  | { readonly kind: 'rates-verified' }
)

/** One line of the book. Positions run 1, 2, 3 … without gaps. */
export type Entry = Draft & { readonly position: number }

/** The entry that a sheet makes. */
export type Publishing = Extract<Entry, { kind: 'sheet-published' }>

/** The last position of a book and its instant; no book has a later one. */
export type Head = { readonly position: number; readonly at: Instant }

/** The book before its first entry: position 0, at the earliest instant that there is. */
export const emptyHead: Head = { position: 0, at: -8.64e15 as Instant }

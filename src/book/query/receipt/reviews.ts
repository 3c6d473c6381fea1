import type { Decision, Publishing } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Market } from '../../market/market.ts'

/** A decision about a held sheet. Its note is private. */
export type Review = {
  /** The id of the reviewer, and the name at that time. */
  readonly by: string
  readonly name: string
  readonly decision: Decision
  readonly at: Instant
}

/** The work of reviewers on a sheet before it was published. */
export type SheetReview = {
  /** The decisions about the held sheet, oldest first. The first one of an edited or typed sheet is that of its maker. */
  readonly decisions: readonly Review[]
  /** Whether a reviewer edited figures that the collector had read. */
  readonly isEdited: boolean
}

/** How reviewers came to publish a sheet; `undefined` if the held sheet is not in this book: a mirror has no private entries. */
export function reviewOf(
  market: Market,
  { institutionId, hold }: Publishing,
): SheetReview | undefined {
  if (hold === undefined) return { decisions: [], isEdited: false }
  const held = market.entries[hold - 1]
  if (held?.kind !== 'sheet-held') return undefined
  const own = market.institutions.get(institutionId)?.entries ?? []
  const decisions = own
    .filter((entry) => entry.kind === 'sheet-decided')
    .filter((entry) => entry.hold === hold)
    .map(({ by, decision, at, position }) => {
      const name = reviewerName(market, by, position) ?? by
      return { by, name, decision, at }
    })
  return { decisions, isEdited: held.editOf !== undefined }
}

/** The name of a reviewer at a position of the book; `undefined` if nobody is registered with that id, and on a mirror. */
export function reviewerName(
  { entries }: Market,
  id: string,
  position: number,
): string | undefined {
  const last = entries.findLast(
    (entry) => entry.position <= position && 'reviewer' in entry && entry.reviewer.id === id,
  )
  return last?.kind === 'reviewer-registered' ? last.reviewer.name : undefined
}

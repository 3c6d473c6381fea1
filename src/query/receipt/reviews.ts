import type { Deciding, Publishing } from '../../domain/entry.ts'
import type { Market } from '../../market/market.ts'

/** A decision about a held sheet, and the name of the reviewer at that time. */
export type Review = { readonly decision: Deciding; readonly name: string }

/** The decisions about the held sheet that was published, oldest first. */
export function reviewsOf(market: Market, { institutionId, hold }: Publishing): readonly Review[] {
  if (hold === undefined) return []
  const own = market.institutions.get(institutionId)?.entries ?? []
  return own
    .filter((entry) => entry.kind === 'sheet-decided')
    .filter((decision) => decision.hold === hold)
    .map((decision) => {
      const { by, position } = decision
      return { decision, name: reviewerName(market, by, position) ?? by }
    })
}

/** The person who typed a published sheet, or edited what the collector had read, with the remarks of that person. */
export type Maker = {
  /** The id of a reviewer, or the name that another person gave; absent if nobody is named. */
  readonly by?: string
  /** The name of the reviewer with that id at that time. */
  readonly name?: string
  readonly reason?: string
  readonly note?: string
  /** Whether the person edited figures that the collector had read. */
  readonly isEdit: boolean
}

/** Who made a published sheet; `undefined` if a run of the collector read it as it is. Nothing else of earlier held sheets is public. */
export function makerOf(market: Market, entry: Publishing): Maker | undefined {
  const held = entry.hold === undefined ? undefined : market.entries[entry.hold - 1]
  const made = held?.kind === 'sheet-held' ? held : entry
  const isEdit = made.kind === 'sheet-held' && made.editOf !== undefined
  if (entry.origin !== undefined && !isEdit) return undefined
  const { by, reason, note, position } = made
  const name = by === undefined ? undefined : reviewerName(market, by, position)
  return {
    ...(by !== undefined && { by }),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
    isEdit,
  }
}

/** The name of a reviewer at a position of the book; `undefined` if nobody is registered with that id. */
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

import { gapWarning } from '../../../domain/change.ts'
import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Holding } from '../../../domain/entry.ts'
import { tierOf, type Tier } from '../../../domain/offer.ts'
import type { OfferCells } from '../../../domain/origin.ts'
import { basisPointsBetween } from '../../../domain/yield.ts'
import { compareWithStanding } from '../../gate/checked-sheet.ts'
import { foldInstitution } from '../../market/evolve.ts'
import type { Hold } from '../../market/holds.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { confirmationOf } from '../../market/standing.ts'

/** One figure of a held sheet beside the figure that stood when it was read. */
export type HeldFigure = {
  readonly tier: Tier
  /** The standing rate; absent if no such offer stood. */
  readonly standing?: Decimal
  /** The rate that was read; absent if the sheet withdraws the offer. */
  readonly read?: Decimal
  /** How far the rate moves, without a sign, in basis points; absent if one of the rates is. */
  readonly basisPoints?: Decimal
  readonly isCut: boolean
  /** The warning of a rate that moves after a long time without a reading; empty for others. */
  readonly warning: string
  /** Where the figure was read. */
  readonly cells?: OfferCells
}

/** The figures of a held sheet in its order, and after them the offers that it withdraws. */
export function heldFigures(
  { entries }: Pick<InstitutionBook, 'entries'>,
  { position, sheet, origin }: Holding,
): readonly HeldFigure[] {
  const earlier = entries.filter((entry) => entry.position < position)
  const standing = foldInstitution(undefined, earlier)?.standing ?? new Map()
  const { rows, withdrawn } = compareWithStanding(sheet, standing)
  const before = new Map(rows.map((row) => [row.offer, row.before]))
  return [
    ...sheet.offers.map((offer, index) => {
      const stood = before.get(offer)
      const figure = figureOf(tierOf(offer), stood?.rate, offer.rate, origin?.cells?.[index])
      const seenAt = stood && confirmationOf(standing, stood)
      if (seenAt === undefined || figure.basisPoints === '0') return figure
      return { ...figure, warning: gapWarning({ seenAt, readAt: sheet.scrapedAt }) }
    }),
    ...withdrawn.map((offer) => figureOf(tierOf(offer), offer.rate, undefined)),
  ]
}

/** The largest move of a rate, in basis points; `undefined` if no offer of the sheet stood. */
export function largestMove(figures: readonly HeldFigure[]): Decimal | undefined {
  return figures
    .flatMap(({ basisPoints }) => basisPoints ?? [])
    .toSorted(compareDecimals)
    .at(-1)
}

function figureOf(
  tier: Tier,
  standing: Decimal | undefined,
  read: Decimal | undefined,
  cells?: OfferCells,
): HeldFigure {
  const isBoth = standing !== undefined && read !== undefined
  return {
    tier,
    ...(standing !== undefined && { standing }),
    ...(read !== undefined && { read }),
    ...(isBoth && { basisPoints: basisPointsBetween(standing, read) }),
    isCut: isBoth && compareDecimals(read, standing) < 0,
    warning: '',
    ...(cells !== undefined && { cells }),
  }
}

/** How many more reviewers must approve a held sheet. */
export function reviewersNeeded({ entry, decisions }: Hold): number {
  return entry.reviewers - decisions.filter(({ decision }) => decision === 'approved').length
}

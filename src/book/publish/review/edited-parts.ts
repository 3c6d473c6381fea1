import type { OfferCells } from '../../../domain/origin.ts'
import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Holding } from '../../../domain/entry.ts'
import {
  compareTerms,
  keyOf,
  termsOf,
  tierKeyOf,
  tierText,
  type Offer,
  type Terms,
  type Tier,
} from '../../../domain/offer.ts'

/** A reviewer's change of one figure of a held sheet. */
export type FigureEdit = {
  /** The tier in the held sheet. */
  readonly tier: Tier
  /** The right rate; absent if the page does not list the offer. */
  readonly rate?: Decimal
  /** Where the right rate stands on the page. Required for a rate of a sheet that a run read. */
  readonly cells?: OfferCells
}

/** What an edit changes in a held sheet. */
export type SheetChanges = {
  readonly edits: readonly FigureEdit[]
  /** The terms whose offers stay as they stand, with all their tiers, whatever the held sheet says of them. */
  readonly leaves?: readonly Terms[]
}

/** The parts of a held sheet that an edit changes. */
export type EditedParts = Pick<Holding, 'sheet' | 'origin'>

/** The sheet and the cells after an edit, or why it cannot be made, as a sentence. `audit` makes edits again with it. */
export function editedParts(held: Holding, changes: SheetChanges): EditedParts | string {
  const { sheet, origin } = held
  const { edits } = changes
  const problem = editsProblem(held, changes)
  if (problem !== undefined) return problem
  const left = new Map(
    [...(sheet.leaves ?? []), ...(changes.leaves ?? [])].map((one) => [keyOf(one), one]),
  )
  const leaves = [...left.values()].map(termsOf).toSorted(compareTerms)
  const byOffer = new Map(edits.map((edit) => [offerMeant(held, edit.tier), edit]))
  const rows = sheet.offers.flatMap((offer, index) => {
    const cells = origin?.cells?.[index]
    const edit = byOffer.get(offer)
    if (left.has(keyOf(offer))) return []
    if (edit === undefined) return [{ offer, cells }]
    if (edit.rate === undefined) return []
    return [{ offer: { ...offer, rate: edit.rate }, cells: edit.cells ?? cells }]
  })
  if (rows.length === 0) return 'The edit leaves no offer in the sheet; reject the sheet instead.'
  const cells = rows.flatMap((row) => row.cells ?? [])
  return {
    sheet: {
      ...sheet,
      ...(leaves.length > 0 && { leaves }),
      offers: rows.map(({ offer }) => offer),
    },
    ...(origin !== undefined && {
      origin: origin.cells === undefined ? origin : { ...origin, cells },
    }),
  }
}

/** The offer of a held sheet that a reviewer means, or why there is none. The only tier of its terms needs no minimum deposit. */
export function offerMeant(
  { position, sheet }: Pick<Holding, 'position' | 'sheet'>,
  tier: Tier,
): Offer | string {
  const exact = sheet.offers.find((offer) => tierKeyOf(offer) === tierKeyOf(tier))
  if (exact !== undefined) return exact
  const text = tierText(tier)
  const ofTerms = sheet.offers.filter((offer) => keyOf(offer) === keyOf(tier))
  const [only] = ofTerms
  if (only === undefined)
    return `The sheet held at position ${position} does not list ${text}; see: ratebook review show ${position}.`
  if (ofTerms.length === 1 && tier.minimumDeposit === undefined) return only
  const tiers = ofTerms.map((offer) => `"${tierText(offer)}"`).join(', ')
  return `The sheet held at position ${position} does not list ${text}; it lists ${tiers}.`
}

function editsProblem(held: Holding, { edits, leaves = [] }: SheetChanges): string | undefined {
  const { position, origin } = held
  const left = new Set(leaves.map(keyOf))
  if (edits.length === 0 && leaves.length === 0)
    return 'The edit changes no figure; approve the sheet instead.'
  const seen = new Set<Offer>()
  for (const { tier, rate, cells } of edits) {
    const offer = offerMeant(held, tier)
    if (typeof offer === 'string') return offer
    const text = tierText(offer)
    if (seen.has(offer)) return `${text} is edited twice; give each figure once.`
    seen.add(offer)
    if (left.has(keyOf(offer))) return `${text} is edited and left as it stands; do one of the two.`
    if (rate === undefined) continue
    if (compareDecimals(rate, offer.rate) === 0)
      return `The sheet held at position ${position} lists ${text} at ${rate} % already.`
    if (origin !== undefined && cells === undefined)
      return `Name the cell of the page in which ${rate} % of ${text} stands.`
  }
  return undefined
}

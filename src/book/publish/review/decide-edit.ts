import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Holding } from '../../../domain/entry.ts'
import type { Finding, GateLimits } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import { canonicalJson } from '../../../domain/json.ts'
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
import type { OfferCells } from '../../../domain/origin.ts'
import { checkSheet, isOfTypedSheets, needsTwoReviewers } from '../../gate/gate.ts'
import { holdsOf, type Hold } from '../../market/holds.ts'
import { decideSheet } from '../decide-sheet.ts'
import { problemLine } from '../input/problem.ts'
import { validateSheet } from '../input/read-sheet.ts'
import {
  decisionProblem,
  holdApproved,
  holdAt,
  notAHold,
  textRefusal,
  type ReviewContext,
  type ReviewVerdict,
} from './decide-on-hold.ts'

/** The request of a reviewer to publish a held sheet with other figures. */
export type EditRequest = SheetChanges & {
  /** The id of the reviewer. */
  readonly by: string
  /** The position of the held sheet. */
  readonly hold: number
  /** Why the figures are other ones. */
  readonly reason: string
  readonly note?: string
  /** The findings about edited figures of a typed sheet that do not stand on its pages. */
  readonly pageFindings?: readonly Finding[]
}

export type ReviewRules = {
  /** Whether one reviewer alone may approve any sheet that is not held for two already. */
  readonly isOneReviewerEnough: boolean
  /** The limits of the gate. */
  readonly limits: GateLimits
}

/**
 * Computes the entries of an edit: the edited sheet as a held one, which takes the place of the other, the approval of the reviewer,
 * and the published sheet if no other reviewer has to approve it. The gate checks the edited figures.
 */
export function decideEdit(
  context: ReviewContext,
  request: EditRequest,
  at: Instant,
  { isOneReviewerEnough, limits }: ReviewRules,
): ReviewVerdict {
  const { by, note, reason, hold: position } = request
  const refuse = (problem: string): ReviewVerdict => ({ kind: 'refused', problem })
  const hold = holdAt(context, position)
  const parts = hold && editedParts(hold.entry, request)
  const earlier = earlierEdit(context, request, parts)
  if (earlier !== undefined) return { kind: 'unchanged', position: earlier.position }
  const problem =
    decisionProblem(context, hold, request) ??
    textRefusal(request) ??
    leavesProblem(context, hold, request)
  if (problem !== undefined || hold === undefined || parts === undefined)
    return refuse(problem ?? notAHold(position))
  if (typeof parts === 'string') return refuse(parts)
  const verdict = decideSheet(context, validateSheet(parts.sheet), { at, sample: false })
  if (verdict.kind === 'refused') return refuse(verdict.problems.map(problemLine).join(' '))
  const findings = findingsOfEdit({ ...context, limits }, hold.entry, request, parts)
  const isSecondNeeded = needsTwoReviewers(findings) && !isOneReviewerEnough
  const { typedFrom, institutionId } = hold.entry
  return holdApproved(context, {
    at,
    institutionId,
    ...parts,
    ...(typedFrom !== undefined && { typedFrom }),
    findings,
    by,
    reason,
    editOf: position,
    ...(note !== undefined && { note }),
    // An edit must not be a way around the second reviewer of the held sheet.
    reviewers: hold.entry.reviewers === 2 || isSecondNeeded ? 2 : 1,
  })
}

/** The same edit by the same reviewer, if the book has it. */
function earlierEdit(
  { book }: ReviewContext,
  { by, hold }: EditRequest,
  parts: EditedParts | string | undefined,
): Holding | undefined {
  if (book === undefined || parts === undefined || typeof parts === 'string') return undefined
  return holdsOf(book)
    .map(({ entry }) => entry)
    .find(
      (entry) =>
        entry.editOf === hold &&
        entry.by === by &&
        canonicalJson(entry.sheet) === canonicalJson(parts.sheet),
    )
}

/** A reviewer may leave alone what the held sheet lists, and what it would withdraw; once. */
function leavesProblem(
  { book }: ReviewContext,
  hold: Hold | undefined,
  { leaves = [] }: EditRequest,
): string | undefined {
  if (hold === undefined) return undefined
  const { position, sheet } = hold.entry
  const left = new Set(sheet.leaves?.map(keyOf))
  const again = leaves.find((terms) => left.has(keyOf(terms)))
  if (again !== undefined)
    return `The sheet held at position ${position} already leaves ${tierText(again)} as it stands; approve the sheet, or edit another figure.`
  const known = new Set([...(book?.standing.keys() ?? []), ...sheet.offers.map(keyOf)])
  const unknown = leaves.find((terms) => !known.has(keyOf(terms)))
  return (
    unknown &&
    `${tierText(termsOf(unknown))} does not stand, and the sheet held at position ${position} does not list it.`
  )
}

/** The findings of the gate about the edited sheet, and the doubts of the run that are not about a figure edited or left alone. */
function findingsOfEdit(
  { book, limits }: ReviewContext & Pick<ReviewRules, 'limits'>,
  held: Holding,
  { edits, leaves = [], pageFindings = [] }: EditRequest,
  { sheet }: EditedParts,
): readonly Finding[] {
  const left = new Set(leaves.map(keyOf))
  const edited = new Set(
    edits.flatMap(({ tier }) => {
      const offer = offerMeant(held, tier)
      return typeof offer === 'string' ? [] : [tierKeyOf(offer)]
    }),
  )
  const kept = held.findings.filter(
    (finding) =>
      !isOfTypedSheets(finding) &&
      (finding.tier === undefined ||
        !(edited.has(tierKeyOf(finding.tier)) || left.has(keyOf(finding.tier)))),
  )
  return [...kept, ...pageFindings, ...checkSheet({ sheet, book, limits })]
}

/** A reviewer's change of one figure of a held sheet. */
export type FigureEdit = {
  /** The tier in the held sheet. */
  readonly tier: Tier
  /** The right rate; absent if the page does not list the offer. */
  readonly rate?: Decimal
  /** Where the right rate stands on the page. Required for a rate of a sheet that a run read. */
  readonly cells?: OfferCells
}

/** The changes that an edit makes in a held sheet. */
type SheetChanges = {
  readonly edits: readonly FigureEdit[]
  /** The terms whose offers stay as they stand, with all their tiers, whatever the held sheet says of them. */
  readonly leaves?: readonly Terms[]
}

/** The parts of a held sheet that an edit changes. */
type EditedParts = Pick<Holding, 'sheet' | 'origin'>

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

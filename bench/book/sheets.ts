import type { Change } from '../../src/domain/change.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Draft } from '../../src/domain/entry.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { variants, type Offer } from '../../src/domain/offer.ts'
import type { Random } from './random.ts'
import type { Line } from './terms.ts'

type Publishing = Extract<Draft, { kind: 'sheet-published' }>

/** A line with its rate in hundredths of a percent, the last one known if it does not stand. */
type Rated = { readonly line: Line; readonly rate: number; readonly isOffered: boolean }

/** The rates of one institution, in terms order; `opening` before its first sheet. */
export type SheetState = { readonly isOpening: boolean; readonly rated: readonly Rated[] }

/** What is to be published. */
export type Order = {
  readonly institutionId: string
  readonly sourceUrl: string
  readonly at: Instant
  readonly scrapedAt: Instant
  /** How many records of the history it makes. */
  readonly moves: number
  /** The last sheet makes exactly those. */
  readonly isLast: boolean
}

const lowest = 400
const highest = 1600
/** More with every further minimum deposit. */
const tierPremium = 15

/** The rates that an institution opens with: longer tenures give more. */
export function openingOf(lines: readonly Line[], random: Random): SheetState {
  const level = 700 + 25 * random.below(12)
  const rated = lines.map((line) => {
    const premium = Math.round(Number(line.tenure) / 3) * 5 + 5 * random.below(8)
    return { line, rate: level + premium, isOffered: true }
  })
  return { isOpening: true, rated }
}

/**
 * The next publication and what it leaves. The changes are stated as they are made, which `ratebook audit` confirms by
 * deciding all of them again; deciding here too would take longer than everything else.
 */
export function publicationOf(
  { isOpening, rated }: SheetState,
  order: Order,
  random: Random,
): { readonly draft: Publishing; readonly state: SheetState; readonly records: number } {
  const chosen = new Set(random.some(rated, order.moves))
  const isRaise = random.fraction() < 0.5
  const isPartial = !isOpening && !order.isLast && random.below(20) === 0
  const mayWithdraw = !isOpening && !isPartial && !order.isLast && random.below(6) === 0
  const changes: Change[] = []
  const next = rated.map((before): Rated => {
    const isWithdrawn = mayWithdraw && before.isOffered && random.below(60) === 0
    const after = isWithdrawn
      ? { ...before, isOffered: false }
      : chosen.has(before)
        ? moved(before, isRaise, random)
        : before
    const change = isOpening ? opened(before) : changeOf(before, after)
    if (change !== undefined) changes.push(change)
    return after
  })
  const offered = next.filter(({ isOffered }) => isOffered)
  // A partial sheet lists what moved, if anything did.
  const movedOnly = isPartial ? offered.filter((now) => !rated.includes(now)) : []
  const records = changes.filter(({ direction }) => direction !== 'withdrawn').length
  return {
    draft: draftOf(order, movedOnly.length > 0 ? movedOnly : offered, changes, !isPartial),
    state: { isOpening: false, rated: next },
    records,
  }
}

/** One step up or down within the bounds; a line that was withdrawn comes back, sometimes at its old rate. */
function moved({ line, rate, isOffered }: Rated, isRaise: boolean, random: Random): Rated {
  if (!isOffered && random.below(3) === 0) return { line, rate, isOffered: true }
  const size = random.one([5, 5, 25, 25, 50])
  const step = isRaise === random.below(8) > 0 ? size : -size
  const isInside = rate + step >= lowest && rate + step <= highest
  return { line, rate: isInside ? rate + step : rate - step, isOffered: true }
}

function opened({ line, rate }: Rated): Change {
  const { variant, tenure, payout } = line
  const text = textOf(rate)
  return { variant, tenure, payout, direction: 'initial', previous: text, rate: text }
}

function changeOf(before: Rated, after: Rated): Change | undefined {
  if (before === after) return undefined
  const { variant, tenure, payout } = before.line
  const previous = textOf(before.rate)
  if (!after.isOffered) return { variant, tenure, payout, direction: 'withdrawn', previous }
  const step = after.rate - before.rate
  const direction = step > 0 ? 'up' : step < 0 ? 'down' : 'flat'
  return { variant, tenure, payout, direction, previous, rate: textOf(after.rate) }
}

function draftOf(
  { institutionId, sourceUrl, at, scrapedAt }: Order,
  listed: readonly Rated[],
  changes: readonly Change[],
  complete: boolean,
): Publishing {
  const offers = listed.flatMap(offersOf)
  const sheet = { institutionId, sourceUrl, scrapedAt, currency: 'LKR', complete }
  return {
    at,
    institutionId,
    kind: 'sheet-published',
    sheet: { ...sheet, covers: variants, offers },
    changes,
    sample: false,
  }
}

function offersOf({ line, rate }: Rated): Offer[] {
  const { deposits, ...terms } = line
  if (deposits.length === 0) return [{ ...terms, rate: textOf(rate) }]
  return deposits.map((minimumDeposit, i) => ({
    ...terms,
    rate: textOf(rate + i * tierPremium),
    minimumDeposit,
  }))
}

const texts = new Map<number, Decimal>()

/** Hundredths as a decimal in its usual printing; 850 is `8.50`. */
function textOf(hundredths: number): Decimal {
  let text = texts.get(hundredths)
  if (text === undefined) {
    text = (hundredths / 100).toFixed(2) as Decimal
    texts.set(hundredths, text)
  }
  return text
}

import type { Decimal } from '../domain/decimal.ts'
import type { Draft } from '../domain/entry.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { depositOf, type Tier } from '../domain/offer.ts'
import { tenureWords } from '../domain/tenure.ts'
import type { HeldFigure } from '../book/publish/review/held-figures.ts'
import { html, type Html } from './html.ts'
import { visible } from '../domain/text.ts'

const hour = 3_600_000

/**
 * A text of a page or of a person. Invisible characters and those that turn the direction of texts are shown as escapes, so that
 * no text looks like another one.
 */
export function foreign(text: string): Html {
  return html`<bdi>${visible(text)}</bdi>`
}

/** A tier in words: `General, 12 months, at maturity, from 5000`. */
export function tierWords(tier: Tier): string {
  const { variant, payout, minimumDeposit } = tier
  const name = variant.replace('_', ' ')
  const paid = payout === 'maturity' ? 'at maturity' : payout
  const from = minimumDeposit === undefined ? '' : `, from ${depositOf(tier)}`
  return `${name[0]?.toUpperCase()}${name.slice(1)}, ${tenureWords(tier)}, ${paid}${from}`
}

/** How far a figure moves, in basis points with a sign; a dash if one of the rates is absent. */
export function moveText({ basisPoints, isCut }: HeldFigure): string {
  if (basisPoints === undefined) return '–'
  return basisPoints === ('0' as Decimal) ? '0' : `${isCut ? '−' : '+'}${basisPoints}`
}

/** The whole hours since an entry was made. */
export function hoursSince({ at, clock = at }: Pick<Draft, 'at' | 'clock'>, now: Instant): number {
  return Math.max(0, Math.floor((now - clock) / hour))
}

/** An instant, for people and programs. */
export function timeOf(at: Instant): Html {
  const text = instantText(at)
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`
}

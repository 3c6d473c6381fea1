import type { HeldFigure } from '../book/publish/review/held-figures.ts'
import type { Draft } from '../domain/entry.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { depositOf, type Tier } from '../domain/offer.ts'
import { tenureWords } from '../domain/tenure.ts'
import { escapeHtml, visible } from '../domain/text.ts'

/** A piece of HTML that is safe to insert: only `html` makes it, and it escapes every text. */
export type Html = { readonly html: string }

/** What a template may contain. Nothing is written for `undefined` and `false`. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[]

/** Writes HTML. Texts are escaped, for content and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + textOf(values[index]))
  return { html: parts.join('') }
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map(textOf).join('')
}

/** The attributes of an element: `true` has no value, `undefined` is left out. */
type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** A text field and its label. Its name is its id, unless it is given. */
export function textField(
  label: string,
  { id, ...more }: Attributes & { readonly id: string },
): Html {
  const given: Attributes = { name: id, ...more }
  const attributes = Object.entries(given).map(([name, value]) =>
    value === true ? html` ${name}` : value !== undefined && html` ${name}="${value}"`,
  )
  return html`<label for="${id}">${label}</label>
    <input id="${id}" autocomplete="off" ${attributes} />`
}

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
  return basisPoints === '0' ? '0' : `${isCut ? '−' : '+'}${basisPoints}`
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

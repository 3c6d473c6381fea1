import type { Correction } from '../domain/change.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Entry, Reviewer } from '../domain/entry.ts'
import type { Market } from '../book/market/market.ts'
import { html, type Html } from './html.ts'
import { counted } from '../domain/text.ts'
import { foreign, tierWords } from './text.ts'

/** Says what a reviewer has just entered at a position. Nothing is said about entries of others, so no link can make up a message. */
export function messageAfter(
  market: Market,
  position: number | undefined,
  { id }: Reviewer,
): Html | undefined {
  const entry = position === undefined ? undefined : market.entries[position - 1]
  if (entry === undefined || !('by' in entry) || entry.by !== id) return undefined
  const text = entered(entry, market.entries[entry.position])
  if (text === undefined) return undefined
  const name = market.institutions.get(entry.institutionId)?.institution.name ?? ''
  return html`<p class="message" role="status">${foreign(name)}: ${text}</p>`
}

function entered(entry: Entry, following: Entry | undefined): string | undefined {
  if (entry.kind === 'sheet-published')
    return `the sheet that you entered is published at position ${entry.position}.`
  if (entry.kind === 'rate-corrected') {
    const { of, isRetraction } = entry.correction
    return isRetraction ? `you retracted the sheet at position ${of}.` : corrected(entry.correction)
  }
  if (entry.kind !== 'sheet-decided') return undefined
  if (entry.decision === 'rejected')
    return `you rejected the sheet at position ${entry.hold}. The old figures stay.`
  const isPublished = following?.kind === 'sheet-published' && following.hold === entry.hold
  return isPublished
    ? `you approved the sheet at position ${entry.hold}. It is published at position ${following.position}.`
    : `you approved the sheet at position ${entry.hold}. It waits for another reviewer.`
}

function corrected({ of, figures: [first, ...later] }: Correction): string | undefined {
  if (first === undefined) return undefined
  const rate = (one: Decimal | undefined): string => (one === undefined ? 'no offer' : `${one} %`)
  const repeating =
    later.length === 0
      ? ''
      : ` and in ${counted(later.length, 'later sheet')} that ${later.length === 1 ? 'repeats' : 'repeat'} it`
  return `you corrected ${tierWords(first)}: ${rate(first.now)} instead of ${rate(first.was)}, in the sheet at position ${of}${repeating}.`
}

/** A sentence about why something was not entered. */
export function problemMessage(...sentences: readonly string[]): Html {
  return html`<div class="problem" role="alert">
    ${sentences.map((one) => html`<p>${foreign(one)}</p>`)}
  </div>`
}

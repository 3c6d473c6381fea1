import { sameDecimal } from '../../../domain/decimal.ts'
import { tierKeyOf, tierOf, tierText, type Offer } from '../../../domain/offer.ts'
import { refuse } from '../refusal.ts'
import type { ReadOffer } from './read-row.ts'
import type { ReadingNotes } from './reading-notes.ts'

/** Ends the read if the same terms and minimum deposit stand twice. */
export function refuseDuplicates(offers: readonly ReadOffer[]): void {
  const seen = new Map<string, ReadOffer>()
  for (const one of offers) {
    const key = tierKeyOf(one.offer)
    if (seen.has(key)) {
      const sentence = `The terms ${tierText(tierOf(one.offer))} stand twice. A book has one offer for each terms and minimum deposit: give them different minimum deposits, or ignore one of the rows by its name, with a reason.`
      refuse(sentence, one.cells.rate.address)
    }
    seen.set(key, one)
  }
}

/** A finding for each figure in which copies of a table, or pages that must agree, differ. */
export function noteDifferences(
  offers: readonly ReadOffer[],
  copy: readonly ReadOffer[],
  {
    rule,
    isComplete,
  }: { readonly rule: 'copies-disagree' | 'pages-disagree'; readonly isComplete: boolean },
  { findings }: ReadingNotes,
): void {
  const places = rule === 'copies-disagree' ? 'copies of a table' : 'pages'
  const copied = new Map(copy.map(({ offer }) => [tierKeyOf(offer), offer]))
  for (const { offer } of offers) {
    const other = copied.get(tierKeyOf(offer))
    copied.delete(tierKeyOf(offer))
    if (other === undefined ? !isComplete : isSameFigure(offer, other)) continue
    const [tier, text] = [tierOf(offer), tierText(tierOf(offer))]
    const message =
      other === undefined
        ? `Only one of two ${places} lists ${text}.`
        : `Two ${places} disagree about ${text}: ${figuresOf(offer)} and ${figuresOf(other)}.`
    findings.push({ rule, tier, message })
  }
  for (const offer of copied.values()) {
    const message = `Only one of two ${places} lists ${tierText(tierOf(offer))}.`
    findings.push({ rule, tier: tierOf(offer), message })
  }
}

/** Whether rate and AER are the same; an AER that only one of the two prints does not count. */
function isSameFigure(offer: Offer, other: Offer): boolean {
  const [aer, otherAer] = [offer.annualEffectiveRate, other.annualEffectiveRate]
  if (!sameDecimal(offer.rate, other.rate)) return false
  return aer === undefined || otherAer === undefined || sameDecimal(aer, otherAer)
}

function figuresOf({ rate, annualEffectiveRate: aer }: Offer): string {
  return aer === undefined ? `${rate} %` : `${rate} % (AER ${aer} %)`
}

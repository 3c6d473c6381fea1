import type { Entry } from '../../domain/entry.ts'
import { keyOf, tierKeyOf, type TermsKey, type Tier } from '../../domain/offer.ts'
import { believedSheet, correctedFiguresIn, correctionsIn, isAbout } from './believed-sheets.ts'

/** An entry that found published rates unchanged. */
export type Verifying = Extract<Entry, { kind: 'rates-verified' }>

/** Says of a verification whether it counts for an offer that the believed sheet at a position lists; the key is that of its terms. */
export type Confirms = (
  verification: Verifying,
) => (key: TermsKey, offer: Tier, of: number) => boolean

/** A verification that names a tier names all tiers of its terms that stood. Without tiers, it names all offers. */
export function isNamedBy({ tiers }: Verifying): (key: TermsKey) => boolean {
  const keys = tiers && new Set(tiers.map(keyOf))
  return (key) => keys === undefined || keys.has(key)
}

/**
 * A verification counts for an offer if its sheet was then the last one that was about the terms, and listed it. A sheet that was
 * retracted since may have been the last one; a correction since may have added the offer or taken it out. `entries` are all of an institution.
 */
export function confirmations(entries: readonly Entry[]): Confirms {
  const corrections = correctionsIn(entries)
  const retractions = corrections.flatMap(({ position, correction: { of, isRetraction } }) => {
    const entry = isRetraction ? entries.find((one) => one.position === of) : undefined
    return entry?.kind === 'sheet-published'
      ? [{ sheet: believedSheet(entry), until: position }]
      : []
  })
  const comesOrGoes = new Set(
    correctedFiguresIn(entries)
      .filter(({ was, now }) => (was === undefined) !== (now === undefined))
      .map((figure) => `${figure.of} ${tierKeyOf(figure)}`),
  )
  const wasListed = (offer: Tier, of: number, before: number): boolean => {
    if (comesOrGoes.size === 0) return true
    const key = tierKeyOf(offer)
    if (!comesOrGoes.has(`${of} ${key}`)) return true
    const sheet = entries.find(({ position }) => position === of)
    const figures = correctedFiguresIn(corrections.filter(({ position }) => position < before))
    return (
      sheet?.kind === 'sheet-published' &&
      believedSheet(
        sheet,
        figures.filter((figure) => figure.of === of),
      ).sheet.offers.some((one) => tierKeyOf(one) === key)
    )
  }
  /** Most verifications of a loaded book share their lists of tiers. */
  const namedBy = new Map<Verifying['tiers'], (key: TermsKey) => boolean>()
  return (verification) => {
    const { position, tiers } = verification
    const isNamed = namedBy.get(tiers) ?? isNamedBy(verification)
    namedBy.set(tiers, isNamed)
    const retractedLater = retractions.filter(
      ({ sheet, until }) => sheet.entry.position < position && position < until,
    )
    return (key, offer, of) =>
      isNamed(key) &&
      wasListed(offer, of, position) &&
      !retractedLater.some(({ sheet }) => of < sheet.entry.position && isAbout(sheet, offer))
  }
}

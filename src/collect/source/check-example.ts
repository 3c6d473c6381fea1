import { checkCollected } from '../../gate/collected.ts'
import type { Finding } from '../../domain/finding.ts'
import { localDay } from '../local-day.ts'
import { readExample } from './example.ts'
import { offerDifferences, type OfferDifference } from './offer-differences.ts'
import type { LoadedSource } from './parse-source.ts'
import type { PageReader } from './try-pages.ts'

/** Whether the example page of a source gives the expected sheet. */
export type ExampleResult =
  /** The source has no example. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  /** Other figures were read, or the gate would hold the sheet. */
  | {
      readonly kind: 'different'
      readonly differences: readonly OfferDifference[]
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'same'; readonly offers: number; readonly unmatched: readonly string[] }

/** Reads the example page of a source, and compares it with the expected sheet. */
export async function checkExample(source: LoadedSource, read: PageReader): Promise<ExampleResult> {
  const example = readExample(source)
  if (example === undefined) return { kind: 'none' }
  if (typeof example === 'string') return { kind: 'failed', message: example }
  const { pages, expected } = example
  const reading = await read(source.definition, pages)
  if ('failure' in reading) {
    const { failure, place } = reading
    return { kind: 'failed', message: place === undefined ? failure : `${failure} (${place})` }
  }
  const { offers, covers, unmatched } = reading
  const differences = offerDifferences(expected.offers, offers)
  const findings = checkCollected({
    sheet: { ...expected, offers, covers },
    book: undefined,
    reading,
    source: source.rules,
    isSourceAccepted: true,
    today: localDay(source.definition.timezone, expected.scrapedAt),
  })
  return differences.length + findings.length > 0
    ? { kind: 'different', differences, findings }
    : { kind: 'same', offers: offers.length, unmatched }
}

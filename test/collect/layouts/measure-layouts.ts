import { checkCollected, consequenceOf } from '../../../src/book/gate/gate.ts'
import { standingAfter } from '../../../src/book/market/standing.ts'
import { readPages } from '../../../src/collect/read/read-pages.ts'
import type { ReadResult } from '../../../src/collect/read/reading.ts'
import { parseSource, type LoadedSource } from '../../../src/collect/source/load-source.ts'
import { startOf, type Day } from '../../../src/domain/day.ts'
import { unitsOf } from '../../../src/domain/decimal.ts'
import { defaultGateLimits, type Finding } from '../../../src/domain/gate-limits.ts'
import { tierKeyOf, variants, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import { faults, type FaultName } from '../practice/faults.ts'
import { earlierPage } from '../practice/faults/figure-faults.ts'
import { faultyPages, writtenPages } from '../practice/generate.ts'
import type { Layout, PracticeBody } from '../practice/layout.ts'
import { offersOf } from '../practice/practice-page.ts'
import { sourceText } from '../practice/source-text.ts'

/** The day of all captures. */
const today = '2026-11-09' as Day

/** How the run for a page ends, and why. */
export type PageResult = {
  readonly ending: 'passed' | 'held' | 'failed'
  /** The sentence of the failure, or the rules that found something. */
  readonly why: string
  readonly offers: readonly Offer[]
}

/** The source definition of a layout. Throws if it has problems. */
export function loadedSource(layout: Layout): LoadedSource {
  const { institutionId } = layout
  const text = sourceText(layout, `https://${institutionId}.example/rates`)
  const loaded = parseSource(text, { file: layout.id, name: `practice/${institutionId}.yaml` })
  if ('problems' in loaded) throw new Error(`${layout.id}: ${JSON.stringify(loaded.problems)}`)
  return loaded
}

/** Reads the pages of a layout as a run does. */
async function readLayout(
  { definition }: LoadedSource,
  bodies: readonly PracticeBody[],
  read: typeof readPages,
): Promise<ReadResult> {
  return read(
    definition,
    bodies.map((body) => ({ ...body, day: today })),
  )
}

/** Reads pages, and asks the gate about the sheet while the true earlier sheet stands. */
export async function runLayout(
  layout: Layout,
  source: LoadedSource,
  bodies: readonly PracticeBody[],
  read: typeof readPages = readPages,
): Promise<PageResult> {
  const result = await readLayout(source, bodies, read)
  if ('failure' in result) return { ending: 'failed', why: result.failure, offers: [] }
  const findings = findingsOf(layout, source, result)
  const consequence = consequenceOf(findings)
  const ending = consequence === 'publish' ? 'passed' : consequence === 'fail' ? 'failed' : 'held'
  return { ending, why: findings.map(({ rule }) => rule).join(', '), offers: result.offers }
}

function findingsOf(
  layout: Layout,
  { definition, rules }: LoadedSource,
  reading: Exclude<ReadResult, { failure: string }>,
): readonly Finding[] {
  const earlier = earlierPage(layout.page)
  const sheet = (offers: readonly Offer[]): Sheet => ({
    institutionId: definition.institution,
    sourceUrl: definition.pages[0]?.url ?? '',
    scrapedAt: startOf(today),
    currency: definition.currency,
    complete: true,
    covers: variants.filter((variant) => reading.covers.includes(variant)),
    offers,
  })
  return checkCollected({
    sheet: sheet(reading.offers),
    book: { standing: standingAfter(new Map(), sheet(offersOf(earlier)), 1) },
    reading,
    source: rules,
    limits: defaultGateLimits,
    isSourceAccepted: true,
    today,
    lastPrintedDate: earlier.date,
  })
}

/** The result of one faulty page. */
export type FaultResult = PageResult &
  Partial<SmallMove> & {
    readonly layout: Layout
    readonly fault: FaultName
    /** The index among the faulty pages of the layout and the fault. */
    readonly version: number
  }

/** A false reading that passed: the tiers are those of the true page, and some rates differ. */
type SmallMove = {
  /** The largest difference from a true rate, in basis points. */
  readonly smallMove: number
  /** Whether the page prints an AER for one of the false rates. */
  readonly changedWithAer: boolean
}

/** The results of a layout: of its true page, of all faulty ones, and the faults that it cannot have with the reason. */
export type LayoutResults = {
  readonly layout: Layout
  readonly clean: PageResult
  readonly faulty: readonly FaultResult[]
  readonly impossible: Readonly<Partial<Record<FaultName, string>>>
}

/** Runs the true page of a layout and every faulty one. */
export async function measureLayout(layout: Layout): Promise<LayoutResults> {
  const source = loadedSource(layout)
  const clean = await runLayout(layout, source, writtenPages(layout))
  const faulty: FaultResult[] = []
  const impossible: Partial<Record<FaultName, string>> = {}
  for (const fault of Object.keys(faults) as FaultName[]) {
    const made = faultyPages(layout, fault)
    if ('impossible' in made) {
      impossible[fault] = made.impossible
      continue
    }
    for (const [version, bodies] of made.entries()) {
      const result = await runLayout(layout, source, bodies)
      const move = result.ending === 'passed' ? smallMoveOf(layout, result.offers) : undefined
      faulty.push({ layout, fault, version, ...result, ...move })
    }
  }
  return { layout, clean, faulty, impossible }
}

/** The small move of a reading that passed; `undefined` if other things differ, or nothing. */
function smallMoveOf({ page }: Layout, offers: readonly Offer[]): SmallMove | undefined {
  const truth = new Map(offersOf(page).map((offer) => [tierKeyOf(offer), offer]))
  if (truth.size !== offers.length) return undefined
  const moves = offers.flatMap((offer) => {
    const { rate } = truth.get(tierKeyOf(offer)) ?? {}
    const basisPoints =
      rate === undefined ? Infinity : Number(unitsOf(offer.rate, 6) - unitsOf(rate, 6)) / 1e4
    return basisPoints === 0 ? [] : [{ offer, size: Math.abs(basisPoints) }]
  })
  const smallMove = Math.max(0, ...moves.map(({ size }) => size))
  if (smallMove === 0 || smallMove === Infinity) return undefined
  const changedWithAer = moves.some(({ offer }) => offer.annualEffectiveRate !== undefined)
  return { smallMove, changedWithAer }
}

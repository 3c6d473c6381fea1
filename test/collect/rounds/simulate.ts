import { evolve } from '../../../src/book/market/evolve.ts'
import { holdsOf, reviewersIn } from '../../../src/book/market/holds.ts'
import { emptyMarket, type InstitutionBook, type Market } from '../../../src/book/market/market.ts'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import { decideCorrection } from '../../../src/book/publish/decide-correction.ts'
import { decideSheet } from '../../../src/book/publish/decide-sheet.ts'
import { validateSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { decideEdit, type EditRequest } from '../../../src/book/publish/review/decide-edit.ts'
import { decideOnHold } from '../../../src/book/publish/review/decide-on-hold.ts'
import {
  decideRun,
  type RunDecision,
  type RunInput,
} from '../../../src/collect/rounds/decide-run.ts'
import { parseSource, type LoadedSource } from '../../../src/collect/source/load-source.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Draft, Entry } from '../../../src/domain/entry.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import type { Sheet } from '../../../src/domain/offer.ts'
import { unrated } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { sourceText } from '../../support/source-text.ts'
import {
  bodyDigest,
  coversOf,
  offersOn,
  readingOf,
  type CollectEvent,
  type PrintedPage,
} from './page-histories.ts'

/** The institution whose page is collected. */
export const id = 'alpha-bank'
const url = 'https://alpha-bank.example/rates'

/** A run as it was decided: the input, the sheet that it read, and the market before and after it. */
export type SimulatedRun = {
  readonly input: RunInput
  readonly sheet: Sheet
  readonly decision: RunDecision
  readonly before: Market
  readonly after: Market
}

/** A book that a history makes, and its runs. */
export type SimulatedBook = {
  readonly entries: readonly Entry[]
  readonly market: Market
  readonly runs: readonly SimulatedRun[]
}

/** Lets a history happen, an event every two days, with the decisions of the commands. Refused ones are left out. */
export function simulate(events: readonly CollectEvent[]): SimulatedBook {
  let market = emptyMarket
  // In the time zone of the source the next day has begun.
  let now = at('2026-06-01T20:00:00Z')
  const runs: SimulatedRun[] = []
  const enter = (draft: Draft): void => {
    market = evolve(market, { ...draft, position: market.position + 1 })
  }
  enter({ kind: 'institution-registered', institutionId: id, at: now, institution: unrated(id) })
  for (const name of ['ann', 'zoe']) {
    const reviewer = { id: name, name }
    enter({ kind: 'reviewer-registered', institutionId: '', at: now, reviewer })
  }
  let lastPage: PrintedPage | undefined
  for (const event of events) {
    now = after(now, 2 * dayLength)
    if (event.kind === 'run') lastPage = event.page
    if (event.kind === 'run-again' && event.printed !== undefined && lastPage !== undefined)
      lastPage = { ...lastPage, printed: event.printed }
    const input = inputOf(event, lastPage, now)
    if (input === undefined) {
      for (const draft of byHand(event, market, now)) enter(draft)
      continue
    }
    const book = market.institutions.get(id) as InstitutionBook
    const before = market
    const decision = decideRun(input, { book, currency: market.currency })
    enter(decision.draft)
    const sheet = sheetOn(lastPage ?? emptyPage, now)
    runs.push({ input, sheet, decision, before, after: market })
  }
  return { entries: market.entries, market, runs }
}

const emptyPage: PrintedPage = { general: [], senior: [], isDoubtful: false, body: 0 }

function sheetOn(page: PrintedPage, scrapedAt: Instant): Sheet {
  const offers = offersOn(page)
  const covers = coversOf(page)
  const head = { institutionId: id, sourceUrl: url, scrapedAt, currency: 'KES' }
  return { ...head, complete: true, covers, offers }
}

function inputOf(
  event: CollectEvent,
  page: PrintedPage | undefined,
  now: Instant,
): RunInput | undefined {
  if (event.kind === 'failing-run') return { ...inputWith('one', [], now), result: failure }
  if ((event.kind !== 'run' && event.kind !== 'run-again') || page === undefined) return undefined
  const format = 'html' as const
  const capture = { page: 'rates', url, at: now, digest: bodyDigest(page), format }
  return { ...inputWith(event.source, [capture], now), result: readingOf(page) }
}

const failure = { failure: 'The page cannot be reached.' }

function inputWith(
  source: 'one' | 'two',
  captures: RunInput['captures'],
  now: Instant,
): Omit<RunInput, 'result'> {
  const nextDue = after(now, dayLength)
  return {
    source: sources[source],
    captures,
    at: now,
    nextDue,
    isOneReviewerEnough: false,
    limits: defaultGateLimits,
  }
}

/** Two versions of a source definition. */
const sources = { one: sourceWith('a'), two: sourceWith('b') }

function sourceWith(digit: string): LoadedSource {
  const text = sourceText.replace(/expects:[^]*/, 'expects:\n  maturity: [3]\n')
  const loaded = parseSource(text.replace(/misprints:\n.*\n/, ''), {
    file: 'alpha-bank.yaml',
    name: 'lk/alpha-bank.yaml',
  })
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems))
  return { ...loaded, ref: { ...loaded.ref, digest: digit.repeat(64) } }
}

/** The entries of what a person does; none if the command would refuse it. */
function byHand(event: CollectEvent, market: Market, now: Instant): readonly Draft[] {
  const book = market.institutions.get(id) as InstitutionBook
  const head = { institutionId: id, at: now }
  const last = book.publication?.position
  switch (event.kind) {
    case 'publish': {
      const parsed = validateSheet(sheetOn(event.page, now))
      const verdict = decideSheet(contextFromMarket(market, id), parsed, { at: now, sample: false })
      return verdict.kind === 'published' ? [verdict.draft] : []
    }
    case 'check':
      return [{ ...head, kind: 'rates-checked' }]
    case 'verify':
      return [{ ...head, kind: 'rates-verified' }]
    case 'correct':
    case 'retract': {
      if (last === undefined) return []
      const tier = { variant: 'general', tenure: '3' as Decimal, payout: 'maturity' } as const
      const figure = event.kind === 'correct' && { figure: { tier, rate: event.rate as Decimal } }
      const request = { of: last, cause: 'misread' as const, ...figure }
      const verdict = decideCorrection(book, request, now)
      return verdict.kind === 'corrected' ? [verdict.draft] : []
    }
    case 'accept':
      return [{ ...head, kind: 'source-accepted', by: 'ann', source: sources[event.source].ref }]
    case 'decide':
    case 'edit': {
      const hold = holdsOf(book).at(-1)?.entry.position ?? 0
      const context = {
        ...contextFromMarket(market, id),
        reviewers: reviewersIn(market.entries),
      }
      const { by } = event
      const verdict =
        event.kind === 'decide'
          ? decideOnHold(context, { by, hold, decision: event.decision }, now)
          : decideEdit(context, editOf(event, hold), now, {
              isOneReviewerEnough: false,
              limits: defaultGateLimits,
            })
      return verdict.kind === 'decided' ? verdict.drafts : []
    }
    case 'run':
    case 'run-again':
    case 'failing-run':
      return []
    default:
      throw event satisfies never
  }
}

function editOf({ rate, by }: Extract<CollectEvent, { kind: 'edit' }>, hold: number): EditRequest {
  const tier = { variant: 'general', tenure: '3' as Decimal, payout: 'maturity' } as const
  if (rate === undefined) return { by, hold, reason: 'not on the page', edits: [{ tier }] }
  if (rate === 'leave') return { by, hold, reason: 'in doubt', edits: [], leaves: [tier] }
  const cells = {
    rate: { address: '#char=700,705', text: `${rate}%` },
    tenure: { address: '#char=20,25', text: '3 months' },
    column: { address: '#char=1,9', text: 'general' },
  }
  const edit = { tier, rate: rate as Decimal, cells }
  return { by, hold, reason: 'another row', edits: [edit] }
}

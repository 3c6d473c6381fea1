import * as fc from 'fast-check'
import { holdsOf } from '../../../src/book/market/holds.ts'
import { offersIn } from '../../../src/book/market/standing.ts'
import { append } from '../../../src/book/publish/append.ts'
import { readBook } from '../../../src/book/publish/context-from-store.ts'
import { appendCorrection } from '../../../src/book/publish/correct.ts'
import type { EntryClock } from '../../../src/book/publish/entry-instant.ts'
import { validateSheet, type ParsedSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { appendConfirmation, publish } from '../../../src/book/publish/publish.ts'
import { register } from '../../../src/book/publish/register.ts'
import { acceptSource } from '../../../src/book/publish/review/accept-source.ts'
import { appendDecision, appendEdit } from '../../../src/book/publish/review/append-review.ts'
import type { FigureEdit } from '../../../src/book/publish/review/decide-edit.ts'
import { appendReviewer } from '../../../src/book/publish/review/reviewers.ts'
import { appendTypedSheet } from '../../../src/book/publish/review/typed-sheet.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { decideRun } from '../../../src/collect/rounds/decide-run.ts'
import { parseSource, type LoadedSource } from '../../../src/collect/source/load-source.ts'
import { causes, type Cause } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Decision, Entry } from '../../../src/domain/entry.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { tierOf, type Sheet, type Tier } from '../../../src/domain/offer.ts'
import type { OfferCells } from '../../../src/domain/origin.ts'
import { unrated } from '../../support/book.ts'
import { few } from '../../support/offer-generators.ts'
import { tierSheet, type SheetContent } from '../../support/sheet-generators.ts'
import { sourceText } from '../../support/source-text.ts'

/** A command with random arguments. Numbers choose among what the book has, modulo their count. */
export type SomeCommand = {
  readonly days: number
  readonly id: 'alpha-bank' | 'beta-bank'
  readonly by: string
  readonly act:
    | { readonly kind: 'register'; readonly name: string; readonly active: boolean }
    | { readonly kind: 'reviewer'; readonly isRemoved: boolean; readonly name: string }
    | { readonly kind: 'publish' | 'run' | 'type'; readonly sheet: SheetContent }
    | { readonly kind: 'check' | 'verify' | 'accept' | 'run-again' | 'failing-run' }
    | SomeFigure
    | { readonly kind: 'decide'; readonly hold: number; readonly decision: Decision }
    | SomeEdit
}

type SomeFigure = {
  readonly kind: 'correct' | 'retract'
  readonly sheet: number
  readonly tier: number
  readonly rate?: Decimal | undefined
  readonly only: boolean
  readonly cause: Cause
}

type SomeEdit = {
  readonly kind: 'edit'
  readonly hold: number
  readonly figures: readonly { readonly tier: number; readonly rate?: Decimal | undefined }[]
  readonly leaves: readonly { readonly tier: number; readonly isReprinted: boolean }[]
  readonly isOneEnough: boolean
}

const by = fc.constantFrom('ann', 'ann', 'zoe-2')
const rate = fc.option(fc.constantFrom(...(['9.10', '9.1', '9.40', '22.00'] as Decimal[])), {
  nil: undefined,
  freq: 4,
})
const isReprinted = fc.constantFrom(false, false, true)
/** Mostly the first one of a list, or the last one of a book. */
const pick = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(5))
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 2 })
const figures = some(fc.record({ tier: fc.nat(7), rate }))
const leaves = some(fc.record({ tier: pick, isReprinted }))
/** An edit changes figures or leaves terms alone, and rarely both. */
const changes = fc.oneof(
  fc.record({ figures, leaves: fc.constant([]) }),
  fc.record({ figures: fc.constant([]), leaves }),
  fc.record({ figures, leaves }),
)
const constant = <T>(kind: T) => fc.constant({ kind })
const ofSheet = <T>(kind: T) => fc.record({ kind: fc.constant(kind), sheet: tierSheet })

const act: fc.Arbitrary<SomeCommand['act']> = fc.oneof(
  fc.record({
    kind: fc.constant('register' as const),
    name: fc.constantFrom('First “Bank” 🏦', 'Second, Ltd'),
    active: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('reviewer' as const),
    isRemoved: fc.boolean(),
    name: fc.constantFrom('Ann', 'Zoë 🏦'),
  }),
  { weight: 3, arbitrary: ofSheet('publish' as const) },
  { weight: 3, arbitrary: ofSheet('run' as const) },
  { weight: 2, arbitrary: ofSheet('type' as const) },
  { weight: 3, arbitrary: constant('run-again' as const) },
  fc.constantFrom(...(['check', 'verify', 'failing-run'] as const).map((kind) => ({ kind }))),
  { weight: 2, arbitrary: constant('accept' as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('correct' as const, 'correct' as const, 'retract' as const),
      sheet: pick,
      tier: fc.nat(7),
      rate,
      only: fc.boolean(),
      cause: fc.constantFrom(...causes),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      hold: pick,
      decision: fc.constantFrom('approved' as const, 'approved' as const, 'rejected' as const),
    }),
  },
  {
    weight: 7,
    arbitrary: fc
      .record({ hold: pick, changes, isOneEnough: fc.constantFrom(false, false, true) })
      .map(({ changes, ...rest }) => ({ kind: 'edit' as const, ...rest, ...changes })),
  },
)

/** Random commands for a book with two institutions and two reviewers. Most begin with a sheet and a held one. */
export const someCommands: fc.Arbitrary<readonly SomeCommand[]> = fc
  .tuple(
    fc.constantFrom(['publish', 'run'] as const, ['publish', 'accept', 'run'] as const, []),
    few(
      fc.record({
        days: fc.constantFrom(0, 1, 1),
        id: fc.constantFrom(...Array<'alpha-bank'>(6).fill('alpha-bank'), 'beta-bank'),
        by,
        act,
      }),
      16,
    ),
    fc.tuple(tierSheet, tierSheet),
  )
  .map(([first, others, [published, read]]) => [
    ...first.map((kind): SomeCommand => {
      const act = kind === 'accept' ? { kind } : { kind, sheet: kind === 'run' ? read : published }
      return { days: 1, id: 'alpha-bank', by: 'ann', act }
    }),
    ...others,
  ])

const limits = defaultGateLimits
const reason = 'It is so.'
const url = 'https://bank.example/rates'

/** A book, the last sheet that a run read, and the time. */
export type CommandedBook = { readonly store: Store; last: SheetContent | undefined; at: Instant }

/** Enters two institutions and two reviewers. */
export async function beginBook({ store, at }: CommandedBook): Promise<void> {
  const clock = clockAt(at)
  await register(store, [unrated('alpha-bank'), unrated('beta-bank')], clock)
  for (const id of ['ann', 'zoe-2'])
    await appendReviewer(store, { kind: 'reviewer-registered', reviewer: { id, name: id } }, clock)
}

/** Runs a command as the command line does. A refusal enters nothing. */
export async function perform(
  commanded: CommandedBook,
  { days, id, by, act }: SomeCommand,
): Promise<unknown> {
  const { store } = commanded
  commanded.at = after(commanded.at, days * dayLength)
  const clock = clockAt(commanded.at)
  const parsed = (content: SheetContent): ParsedSheet =>
    validateSheet({ ...content, currency: 'KES', institutionId: id, scrapedAt: commanded.at })
  switch (act.kind) {
    case 'register':
      return register(
        store,
        [{ ...unrated(id), name: `${act.name} ${id}`, active: act.active }],
        clock,
      )
    case 'reviewer':
      return appendReviewer(
        store,
        act.isRemoved
          ? { kind: 'reviewer-removed', reviewer: { id: by } }
          : { kind: 'reviewer-registered', reviewer: { id: by, name: act.name } },
        clock,
      )
    case 'publish':
      return publish(store, parsed(act.sheet), clock, { limits }, { by, reason })
    case 'type':
      return appendTypedSheet(store, { by, parsed: parsed(act.sheet), reason }, clock, rules(false))
    case 'check':
    case 'verify': {
      const kind = act.kind === 'check' ? 'rates-checked' : 'rates-verified'
      return appendConfirmation(store, { kind, institutionId: id, by }, clock, () => undefined)
    }
    case 'accept':
      return acceptSource(store, { institutionId: id, by, source: source.ref }, clock)
    case 'run':
      commanded.last = act.sheet
      return collect(commanded, id, act.sheet)
    case 'run-again':
    case 'failing-run':
      return collect(commanded, id, act.kind === 'run-again' ? commanded.last : undefined)
    case 'correct':
    case 'retract':
      return correct(store, id, act, clock)
    case 'decide': {
      const hold = await holdAt(store, id, act.hold)
      return appendDecision(store, { by, hold: hold?.position ?? 1, decision: act.decision }, clock)
    }
    case 'edit':
      return edit(store, { id, by, act }, clock)
    default:
      throw act satisfies never
  }
}

function clockAt(at: Instant): EntryClock {
  return { from: 'sheet', read: () => at }
}

function rules(isOneReviewerEnough: boolean) {
  return { isOneReviewerEnough, limits }
}

const source = sourceOf(
  sourceText
    .replace(/misprints:\n.*\n/, '')
    .replace(/ {2}maturity: \[.*/, '  maturity: [12]')
    .replace(/ {2}monthly: \[.*\n/, ''),
)

function sourceOf(text: string): LoadedSource {
  const loaded = parseSource(text, { file: 'bank.yaml', name: 'lk/bank.yaml' })
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems))
  return loaded
}

/** Enters a run that read a sheet, or failed. */
async function collect(
  { store, at }: CommandedBook,
  id: string,
  content: SheetContent | undefined,
): Promise<unknown> {
  const digest = (content?.offers.length ?? 0).toString(16).padStart(64, '0')
  const capture = { page: 'rates', url, at, digest, format: 'html' } as const
  const result = content === undefined ? { failure: 'It is away.' } : readingOf(content)
  const definition = { ...source.definition, institution: id }
  const nextDue = after(at, dayLength)
  const found = { source: { ...source, definition }, captures: [capture], result, at, nextDue }
  return append(
    store,
    clockAt(at),
    async (reader) => ({ book: await readBook(reader, id), currency: await reader.currency() }),
    ({ book, currency }) => {
      if (book === undefined) throw new Error(`${id} is not registered.`)
      const { draft } = decideRun({ ...found, ...rules(false) }, { book, currency })
      return { drafts: [draft] }
    },
  )
}

function readingOf({ offers, covers }: Pick<Sheet, 'offers' | 'covers'>) {
  const counts = { total: 0, read: 0, empty: 0, ignored: 0 }
  const account = { rows: counts, figures: counts, hidden: { rows: 0 } }
  const cells = offers.map((offer) => cellsOf(offer, offer.rate))
  return { offers, covers, cells, findings: [], account, leftOut: [], unmatched: [] }
}

function cellsOf({ tenure }: Tier, text: string): OfferCells {
  return {
    rate: { address: '#char=210,215', text },
    tenure: { address: '#char=200,202', text: tenure },
    column: { address: '#char=100,111', text: 'At maturity' },
  }
}

/** The last held sheet of an institution, or one of those before it. */
async function holdAt(store: Store, id: string, pick: number) {
  const book = await readBook(store, id)
  const holds = book === undefined ? [] : holdsOf(book).toReversed()
  return holds[pick % holds.length]?.entry
}

async function edit(
  store: Store,
  { id, by, act }: Pick<SomeCommand, 'id' | 'by'> & { readonly act: SomeEdit },
  clock: EntryClock,
): Promise<unknown> {
  const held = await holdAt(store, id, act.hold)
  const book = await readBook(store, id)
  if (held === undefined || book === undefined) return undefined
  const { offers, leaves: left = [] } = held.sheet
  const edits = act.figures.flatMap(({ tier: index, rate }): FigureEdit[] => {
    const offer = offers[index % offers.length]
    if (offer === undefined) return []
    const tier = tierOf(offer)
    const cells = held.origin === undefined ? {} : { cells: cellsOf(tier, rate ?? '') }
    return [{ tier, ...(rate !== undefined && { rate, ...cells }) }]
  })
  const known = [...left, ...offers, ...offersIn(book.standing)]
  const leaves = act.leaves.flatMap(({ tier: index, isReprinted }) => {
    const terms = known[index % known.length]
    if (terms === undefined) return []
    const { variant, tenure, payout } = terms
    return [{ variant, tenure: (isReprinted ? `${tenure}.0` : tenure) as Decimal, payout }]
  })
  const request = { by, hold: held.position, reason, edits, leaves }
  return appendEdit(store, request, clock, rules(act.isOneEnough))
}

async function correct(
  store: Store,
  id: string,
  { kind, sheet, tier: index, rate, only, cause }: SomeFigure,
  clock: EntryClock,
): Promise<unknown> {
  const entries: readonly Entry[] = (await readBook(store, id))?.entries ?? []
  const sheets = entries.filter((entry) => entry.kind === 'sheet-published').toReversed()
  const published = sheets[sheet % sheets.length]
  if (published === undefined) return undefined
  const tiers = [...published.sheet.offers, ...published.changes].map(tierOf)
  const tier = tiers[index % tiers.length]
  if (tier === undefined) return undefined
  const figure = { tier, ...(rate !== undefined && { rate }) }
  const request = { of: published.position, cause, reason, only }
  return appendCorrection(
    store,
    kind === 'retract' ? request : { ...request, figure },
    clock,
    limits,
  )
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { appendDecision } from '../../../src/book/publish/review/append-review.ts'
import { startDemoBank, writeDemoSources } from '../../../src/cli/demo-bank.ts'
import { loadBook } from '../../../src/cli/load-book.ts'
import { digestOfBody } from '../../../src/collect/captures/captures.ts'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { checkCells, textsOf } from '../../../src/collect/read/evidence.ts'
import type { RunReport } from '../../../src/collect/rounds/run-report.ts'
import { loadSources } from '../../../src/collect/source/load-source.ts'
import { dayOf } from '../../../src/domain/day.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import type { Cell, PageFormat, ReadCell } from '../../../src/domain/origin.ts'
import { receive } from '../../support/ask.ts'
import { unrated } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'
import { collecting } from '../rounds/collecting.ts'

type WireCell = Cell & { readonly decimal: ',' | null; readonly means: string | null }
type WireCells = Readonly<Record<'rate' | 'tenure', WireCell>> &
  Readonly<Record<'aer' | 'min_deposit', WireCell | null>> & {
    readonly column: Cell
    readonly capture: number
    readonly factor: string | null
  }
type WireReceipt = {
  readonly id: string
  readonly rate_pa: string
  readonly aer: string | null
  readonly tenure_days: number | null
  readonly tenure_months: string
  readonly min_deposit: string
  readonly by_hand: boolean
  readonly stands: boolean
  readonly verification_count: number
  readonly decisions: readonly { readonly reviewer_name: string }[]
  readonly captures: readonly {
    readonly page: string
    readonly digest: string
    readonly format: PageFormat
    readonly capture_url: string | null
  }[]
  readonly cells: WireCells | null
}

test('the receipt of each collected figure leads to a captured page on which its cells stand', async (t) => {
  const { folder, store, collect } = await collecting(t)
  const bank = await startDemoBank(dayOf(at('2026-06-02T00:00:00Z')))
  t.after(() => bank.close())
  writeDemoSources(bank, join(folder, 'sources'))
  const { sources } = loadSources(join(folder, 'sources'))
  await store.append(async () =>
    sources.flatMap(({ definition: { institution: id }, ref }) => {
      const head = { institutionId: id, at: at('2026-06-01T00:00:00Z') }
      return [
        { ...head, kind: 'institution-registered', institution: unrated(id) } as const,
        { ...head, kind: 'source-accepted', by: 'ann', source: ref } as const,
      ]
    }),
  )
  const reports = await collect('2026-06-02T09:00:00Z')
  assert.deepEqual(endingsOf(reports), {
    'banyan-bank': 'changed',
    'cedar-bank': 'changed',
    'harbour-bank': 'held',
    'lagoon-bank': 'changed',
    'lotus-finance': 'held',
    'meridian-bank': 'changed',
  })
  const { market: waiting } = await loadBook(store)
  const hold = waiting.entries.findLast(
    ({ kind, institutionId }) => kind === 'sheet-held' && institutionId === 'harbour-bank',
  )
  const when = { from: 'option', read: () => at('2026-06-02T10:00:00Z') } as const
  const request = { by: 'ann', hold: hold?.position ?? 0, decision: 'approved' } as const
  const decided = await appendDecision(store, request, when)
  assert.equal(decided.kind === 'decided' && decided.published?.kind, 'sheet-published')
  bank.setDay(2)
  assert.deepEqual(endingsOf(await collect('2026-06-03T09:00:00Z')), {
    'banyan-bank': 'failed',
    'cedar-bank': 'verified',
    'harbour-bank': 'verified',
    'lagoon-bank': 'verified',
    'lotus-finance': 'held',
    'meridian-bank': 'verified',
  })

  // As a server does: the market has no cells, and the book is read for each receipt.
  const { market } = await loadBook(store)
  const captures = openCapturesFolder(join(folder, 'captures'))
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => at('2026-06-04T00:00:00Z'),
    readEntry: async (position: number) => {
      const [entry, digest] = [await store.entryAt(position), await store.digestAt(position)]
      return entry === undefined || digest === undefined ? undefined : { entry, digest }
    },
  }
  const app = createTestApp(source, { captures })
  const rows = JSON.parse((await receive(app, 'GET', '/evidence')).body) as readonly WireReceipt[]
  const formats = new Set<string>()
  let verified = 0
  for (const { id, rate_pa: rate } of rows) {
    const { body } = await receive(app, 'GET', `/evidence/${id}`)
    const receipt = JSON.parse(body) as WireReceipt
    const { cells } = receipt
    assert.deepEqual([receipt.rate_pa, receipt.by_hand, receipt.stands], [rate, false, true], id)
    assert.ok(cells, id)
    const capture = receipt.captures[cells.capture]
    assert.ok(capture?.capture_url, id)
    const page = (await app.inject({ url: capture.capture_url })).rawPayload
    assert.equal(digestOfBody(page), capture.digest)
    const bytes = { name: capture.page, format: capture.format, day: dayOf(market.at), body: page }
    const textAt = await textsOf(bytes)
    assert.ok(typeof textAt === 'function')
    for (const cell of [cells.rate, cells.tenure, cells.column, cells.aer, cells.min_deposit])
      if (cell !== null) assert.equal(textAt(cell.address), cell.text, id)
    assert.deepEqual(await checkCells(citedIn(receipt, cells), [bytes]), [], id)
    formats.add(capture.format)
    if (receipt.verification_count > 0) verified++
  }
  assert.ok(rows.length > 20 && verified > 5, `${rows.length} receipts, ${verified} verified`)
  assert.deepEqual([...formats].toSorted(), ['html', 'json', 'pdf', 'xlsx'])
  const [approved] = JSON.parse(
    (await receive(app, 'GET', '/evidence?institution_id=harbour-bank')).body,
  ) as readonly WireReceipt[]
  const { body } = await receive(app, 'GET', `/evidence/${approved?.id}`)
  assert.deepEqual(
    (JSON.parse(body) as WireReceipt).decisions.map(({ reviewer_name: name }) => name),
    ['Ann'],
  )
})

/** How the runs ended, by institution. */
function endingsOf(reports: readonly RunReport[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    reports.map((report) => [
      report.institutionId,
      report.kind === 'entered' ? report.outcome : report.kind,
    ]),
  )
}

/** The figure of a receipt with its cells, for the check that the collector and `audit` make. */
function citedIn(receipt: WireReceipt, cells: WireCells) {
  const offer = {
    tenure: receipt.tenure_months,
    rate: receipt.rate_pa,
    minimumDeposit: receipt.min_deposit,
    ...(receipt.aer !== null && { annualEffectiveRate: receipt.aer as Decimal }),
    ...(receipt.tenure_days !== null && { tenureDays: receipt.tenure_days }),
  } as Offer
  const { rate, tenure, column, aer, min_deposit: minimumDeposit, factor } = cells
  const cellOf = ({ address, text, decimal, means }: WireCell): ReadCell => ({
    address,
    text,
    ...(decimal !== null && { decimal }),
    ...(means !== null && { means }),
  })
  return {
    offers: [offer],
    cells: [
      {
        rate: cellOf(rate),
        tenure: cellOf(tenure),
        column,
        ...(aer !== null && { annualEffectiveRate: cellOf(aer) }),
        ...(minimumDeposit !== null && { minimumDeposit: cellOf(minimumDeposit) }),
        ...(factor !== null && { factor }),
      },
    ],
  }
}

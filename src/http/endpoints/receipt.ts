import type { Market } from '../../market/market.ts'
import { parseEvidenceId } from '../../query/ids.ts'
import { cellsOf, positionsOfCells } from '../../query/receipt/receipt-cells.ts'
import { receiptOf, type Receipt } from '../../query/receipt/receipt.ts'
import { endpoint, type BookEntry } from '../endpoint.ts'
import { quoted } from '../problems.ts'
import { receiptRecord } from '../records/receipt.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'getEvidence',
  path: '/evidence/{id}',
  recordName: 'Receipt',
  summary: 'The receipt of one published figure',
  description:
    'Where a published rate comes from: the captured pages with their digests, the cells that it was read from, the source definition, the person who typed or approved it, later verifications and corrections. A receipt goes on to exist when another sheet replaces the figure; `stands` says whether it is current. Held rates have no receipt.',
  query: Type.Object({ known_at: Type.Optional(parameters.knownAt) }),
  response: receiptRecord.schema,
  fromMarket: true,
  isTool: true,
  bookPositions(market, id) {
    const receipt = find(market, id)
    return receipt === undefined ? [] : positionsOfCells(receipt.entry)
  },
  answer({ market, id, bookEntries = noEntries, capturesPath }) {
    const receipt = find(market, id)
    if (receipt === undefined) return { kind: 'not-found', detail: noFigure(id) }
    const { entry } = receipt
    const own = bookEntries.get(entry.position)
    if (own === undefined || positionsOfCells(entry).some((one) => !bookEntries.has(one)))
      return { kind: 'unavailable', detail: unreadable }
    const entries = new Map(Array.from(bookEntries, ([position, one]) => [position, one.entry]))
    const cells = cellsOf(entry, receipt.id, entries)
    const row = receiptRecord.write({ ...receipt, cells, digest: own.digest, capturesPath })
    return { kind: 'record', value: row }
  },
})

const noEntries: ReadonlyMap<number, BookEntry> = new Map()

function find(market: Market, text: string): Receipt | undefined {
  const id = parseEvidenceId(text)
  return id && receiptOf(market, id)
}

const unreadable =
  'The book, which has the cells of the figure, cannot be read at this moment; try again.'

function noFigure(id: string): string {
  return `There is no published figure ${quoted(id)}; /evidence lists the ids of the current ones.`
}

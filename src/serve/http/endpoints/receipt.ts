import { Type } from 'typebox'
import type { Market } from '../../../book/market/market.ts'
import { withoutCells } from '../../../book/market/share-sheets.ts'
import { confirmationAgeSpan } from '../../../book/query/freshness.ts'
import { evidenceIdText, parseEvidenceId } from '../../../book/query/ids.ts'
import { cellsOf, positionsOfCells, receiptOf } from '../../../book/query/receipt/receipt.ts'
import { isAhead, type Entry } from '../../../domain/entry.ts'
import { isOwnPage } from '../../../domain/institution.ts'
import { bodyOf } from '../../../domain/stored-entry.ts'
import { quoted } from '../../../domain/text.ts'
import { endpoint, unreadableBook, type BookEntry, type EndpointResult } from '../endpoint.ts'
import { receiptRecord } from '../records/receipt.ts'
import * as parameters from '../schema/parameters.ts'
import { capturesAddress } from '../site.ts'
import { checkpointCovering } from './checkpoint.ts'

export default endpoint({
  name: 'getEvidence',
  path: '/evidence/{id}',
  tag: 'Evidence',
  recordName: 'Receipt',
  summary: 'The receipt of one published figure',
  description:
    'Where a published rate comes from: the captured pages with their digests, the cells that it was read from, the source definition, the person who typed or approved it, later verifications and corrections. A receipt goes on to exist when another sheet replaces the figure; `stands` says whether it is current. Held rates have no receipt.',
  query: Type.Object({ known_at: Type.Optional(parameters.knownAt) }),
  response: receiptRecord.schema,
  async answer(state) {
    const { market, id, now, site, book } = state
    const receiptId = parseEvidenceId(id)
    const receipt = receiptId && receiptOf(market, receiptId, now)
    if (receipt === undefined) return noFigure(id)
    const { entry } = receipt
    // A market leaves the cells out, so they are read from the book.
    const positions = positionsOfCells(entry)
    const reads = book === undefined ? [] : await Promise.all(positions.map(book.readEntry))
    const read = reads.filter((one) => one !== undefined)
    const own = read.find((one) => one.entry.position === entry.position)
    if (
      own === undefined ||
      read.length < positions.length ||
      !read.every((one) => isEntryOf(market, one))
    )
      return unreadableBook
    const entries = new Map(read.map((one) => [one.entry.position, one.entry]))
    const cells = cellsOf(entry, receipt.id, entries)
    const isProven =
      site.checkpointSigner !== undefined ||
      !('kind' in (await checkpointCovering(state, entry.position)))
    const proofPath = isProven
      ? `${site.basePath}/evidence/${evidenceIdText(receipt.id)}/proof`
      : undefined
    const { digest } = own
    const page = receipt.captures[cells?.capture ?? 0]
    const address = cells === undefined || page === undefined ? entry.sheet.sourceUrl : page.url
    const isOwn = isOwnPage(address, receipt.institution.website)
    const capturesPath = capturesAddress(site)
    const row = receiptRecord.write({ ...receipt, cells, isOwn, digest, capturesPath, proofPath })
    // Without a key, the book may keep a checkpoint that covers the entry later.
    // Time alone brings in what entries from the future verify.
    const isVolatile = site.checkpointSigner === undefined || isAhead(market.at, now)
    const { confirmation, institution } = receipt
    const span = confirmation && confirmationAgeSpan(confirmation, institution, now)
    return { kind: 'record', value: row, isVolatile, span }
  },
})

/** Whether an entry is that of the market. The database may hold another book since the market was read. */
function isEntryOf({ entries }: Market, { entry }: BookEntry): boolean {
  const known = entries[entry.position - 1]
  return known !== undefined && textOf(known) === textOf(entry)
}

function textOf(entry: Entry): string {
  const { at, kind, institutionId } = entry
  const body = kind === 'withheld' ? entry.bodyDigest : bodyOf(withoutCells(entry))
  return [at, kind, institutionId, body].join('\n')
}

/** The result for an id that no published figure has. */
export function noFigure(id: string): EndpointResult {
  const detail = `There is no published figure ${quoted(id)}; /evidence lists the ids of the current ones.`
  return { kind: 'not-found', detail }
}

import { Type } from 'typebox'
import { parseEvidenceId } from '../../../book/query/ids.ts'
import { receiptOf } from '../../../book/query/receipt/receipt.ts'
import {
  bodyDigestOf,
  bodyOf,
  bookStart,
  digestOf,
  logLine,
  storedInstant,
  type StoredEntry,
} from '../../../domain/stored-entry.ts'
import { endpoint, type BookEntry, unreadableBook } from '../endpoint.ts'
import { checkpointCovering } from './checkpoint.ts'
import { noFigure } from './receipt.ts'

export default endpoint({
  name: 'getEvidenceProof',
  path: '/evidence/{id}/proof',
  tag: 'Evidence',
  recordName: 'EvidenceProof',
  summary: 'The proof that a published figure stands in the book',
  description:
    'A text file (c2sp.org/tlog-proof) that proves itself offline: `extra` is the Base64 of the digest of the entry before, a line feed, and the entry as a line of the log; then the index of the entry, the hashes of its inclusion proof (RFC 6962), an empty line, and a signed checkpoint, with the signatures of witnesses if there is one that covers the entry. `verify_proof.py` verifies it. 404 if no figure has this id, or the server has no checkpoint that covers it. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'Lines of text, then a signed note.' }),
  async answer(state) {
    const { market, id, book } = state
    const figure = parseEvidenceId(id)
    const receipt = figure && receiptOf(market, figure, state.now)
    if (receipt === undefined) return noFigure(id)
    const { position } = receipt.entry
    const note = await checkpointCovering(state, position)
    if ('kind' in note) return note
    const own = await book?.readEntry(position)
    const before = position === 1 ? bookStart : await book?.readEntry(position - 1)
    const path = own && book?.tree().inclusion(position, own.digest, note.size)
    const stored = own && storedEntryOf(own)
    if (before === undefined || path === undefined || stored === undefined) return unreadableBook
    // The database may hold another book since the market was read.
    if (digestOf(before.digest, stored) !== stored.digest) return unreadableBook
    const extra = `${before.digest}\n${logLine(stored)}`
    const lines = [
      'c2sp.org/tlog-proof@v1',
      `extra ${Buffer.from(extra).toString('base64')}`,
      `index ${position - 1}`,
      ...path,
      '',
      note.text,
    ]
    return { kind: 'text', text: lines.join('\n'), isVolatile: true }
  },
})

/** An entry as the store keeps it. */
function storedEntryOf({ entry, digest }: BookEntry): StoredEntry | undefined {
  if (entry.kind === 'withheld') return undefined
  const body = bodyOf(entry)
  return {
    position: entry.position,
    at: storedInstant(entry.at),
    kind: entry.kind,
    institutionId: entry.institutionId,
    bodyDigest: bodyDigestOf(body),
    body,
    digest,
  }
}

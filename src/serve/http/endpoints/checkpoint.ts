import { Type } from 'typebox'
import { checkpointText, readKeptNote } from '../../../domain/checkpoint.ts'
import { counted } from '../../../domain/text.ts'
import {
  endpoint,
  unreadableBook,
  type BookReader,
  type EndpointResult,
  type ServerState,
} from '../endpoint.ts'
import type { Site } from '../site.ts'

/** A checkpoint of the sample market, signed with a key that everybody knows (RFC 8032, section 7.1, test 1). */
const example = `rates.example
79
9c2qo7eInPbpKC1AqClwVp96mAOveVCzq0NipNLQTDI=

— rates.example cOmQR/Hgkj1ivFgfqPlhr3lGAslvnd6lRWR1kOlXxjUiNyk9ID4gnUaHvSuqgYUMsmvst4/Y7cVjBuJeIAhnxrZ7IQA=
`

export default endpoint({
  name: 'getCheckpoint',
  path: '/checkpoint',
  tag: 'Book',
  recordName: 'Checkpoint',
  summary: 'The present state of the book, signed',
  description:
    'A signed note (c2sp.org/tlog-checkpoint, Ed25519) with three lines: the origin, the number of entries of the book, and the root of the Merkle tree (RFC 6962) over their digests, in Base64. Keep it: `ratebook audit --checkpoint FILE` proves later that the book still contains this past. A server without a signing key, such as a mirror, answers with the checkpoint that its book keeps. 404 if there is none, or the book has no entry. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'A signed note.', examples: [example] }),
  async answer(state) {
    const note = await newestCheckpoint(state)
    // Without a key, the book may keep another note later.
    return 'kind' in note
      ? note
      : { kind: 'text', text: note.text, isVolatile: state.site.checkpointSigner === undefined }
  },
})

/** A checkpoint of the served book, as a signed note. */
export type CheckpointNote = {
  readonly text: string
  /** The number of entries that it covers. */
  readonly size: number
  /** Whether somebody other than its publisher has signed it too. */
  readonly isCosigned: boolean
}

/** The parts of the server's state that checkpoints depend on. */
type CheckpointState = Pick<ServerState, 'market' | 'head'> & {
  readonly site: Pick<Site, 'checkpointSigner'>
  readonly book?: Pick<BookReader, 'tree' | 'readKeptCheckpoint'>
}

/** The server signs the present state of the book; `undefined` without a key, and for an empty book. */
function signedHead({ market, site, book }: CheckpointState): CheckpointNote | undefined {
  const [size, signer] = [market.position, site.checkpointSigner]
  if (signer === undefined || book === undefined || size === 0) return undefined
  const checkpoint = { origin: signer.name, size, root: book.tree().root(size) }
  return { text: signer.sign(checkpointText(checkpoint)), size, isCosigned: false }
}

/** The checkpoint that the book keeps. One that is not of the served book, such as one that the server has not reached, does not count. */
export async function keptCheckpoint({
  market,
  head = market.position,
  book,
}: CheckpointState): Promise<CheckpointNote | 'none' | 'unreadable'> {
  const kept = await book?.readKeptCheckpoint()
  if (kept === undefined) return 'unreadable'
  const read = readKeptNote(kept.note)
  if (kept.note === undefined || read === undefined || read.checkpoint.size > head) return 'none'
  const { note, checkpoint } = read
  if (book?.tree().root(checkpoint.size) !== checkpoint.root) return 'none'
  const isCosigned = note.signatures.some(({ name }) => name !== checkpoint.origin)
  return { text: kept.note, size: checkpoint.size, isCosigned }
}

/** The newest checkpoint: the server signs one, or else the book keeps one. */
export async function newestCheckpoint(
  state: CheckpointState,
): Promise<CheckpointNote | EndpointResult> {
  const head = signedHead(state)
  if (head !== undefined) return head
  const kept = await keptCheckpoint(state)
  if (kept === 'unreadable') return unreadableBook
  if (kept !== 'none') return kept
  return { kind: 'not-found', detail: noCheckpoint(state) }
}

/** The checkpoint for the proof of an entry: the kept one if others have signed it and it covers the entry, else the newest. */
export async function checkpointCovering(
  state: CheckpointState,
  position: number,
): Promise<CheckpointNote | EndpointResult> {
  const kept = await keptCheckpoint(state)
  if (kept === 'unreadable') return unreadableBook
  const covering = kept !== 'none' && kept.size >= position ? kept : undefined
  const note = covering?.isCosigned === true ? covering : (signedHead(state) ?? covering)
  if (note !== undefined) return note
  const detail =
    kept === 'none'
      ? noCheckpoint(state)
      : `The checkpoint of this server covers ${counted(kept.size, 'entry', 'entries')}, and the figure is in entry ${position}. A mirror gets a later one from its publisher.`
  return { kind: 'not-found', detail }
}

/** Why there is no checkpoint at all. */
function noCheckpoint({ market, site }: CheckpointState): string {
  return market.position === 0 && site.checkpointSigner !== undefined
    ? 'The book is empty, so it has no checkpoint yet.'
    : 'This server has no key to sign checkpoints with, and its book keeps no checkpoint.'
}

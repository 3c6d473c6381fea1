import { checkpointText } from '../../domain/checkpoint.ts'
import { endpoint } from '../endpoint.ts'
import { Type } from 'typebox'

/** A checkpoint of the sample market, signed with a key that everybody knows (RFC 8032, section 7.1, test 1). */
const example = `rates.example
79
iC2eoEy3tg5WX6WX6a1jKrR89hmVIZnwPpkDqFrrFuI=

— rates.example cOmQRzFpnOMRC2GnvLishXO03KCTb9aKcqO20AspbcrJNDGf7TtubxziZL2/k8c+csBrgVSVQ8vqgJUJo3MzqEfzLgM=
`

export default endpoint({
  name: 'getCheckpoint',
  path: '/checkpoint',
  recordName: 'Checkpoint',
  summary: 'The present state of the book, signed',
  description:
    'A signed note (c2sp.org/tlog-checkpoint, Ed25519) with three lines: the origin, the number of entries of the book, and the root of the Merkle tree (RFC 6962) over their digests, in Base64. Keep it: `ratebook audit --checkpoint FILE` proves later that the book still contains this past. 404 if the server has no signing key, or the book no entry. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'A signed note.', examples: [example] }),
  fromMarket: true,
  answer({ market: { position }, signer, tree }) {
    if (signer === undefined || tree === undefined)
      return { kind: 'not-found', detail: 'This server has no key to sign checkpoints with.' }
    if (position === 0)
      return { kind: 'not-found', detail: 'The book is empty, so it has no checkpoint yet.' }
    const checkpoint = { origin: signer.name, size: position, root: tree.root(position) }
    return {
      kind: 'text',
      text: signer.sign(checkpointText(checkpoint)),
      // Another key gives another text at the same position.
      etagLabel: `checkpoint-${signer.id}`,
    }
  },
})

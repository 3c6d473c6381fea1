import { newestCheckpoint } from '../checkpoints.ts'
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
  tag: 'Book',
  recordName: 'Checkpoint',
  summary: 'The present state of the book, signed',
  description:
    'A signed note (c2sp.org/tlog-checkpoint, Ed25519) with three lines: the origin, the number of entries of the book, and the root of the Merkle tree (RFC 6962) over their digests, in Base64. Keep it: `ratebook audit --checkpoint FILE` proves later that the book still contains this past. A server without a signing key, such as a mirror, answers with the checkpoint that its book keeps. 404 if there is none, or the book has no entry. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'A signed note.', examples: [example] }),
  fromMarket: true,
  async answer(state) {
    const note = await newestCheckpoint(state)
    // Without a key, the book may keep another note later.
    return 'kind' in note
      ? note
      : { kind: 'text', text: note.text, isVolatile: state.site.checkpointSigner === undefined }
  },
})

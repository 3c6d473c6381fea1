import { checkpointText } from '../../domain/checkpoint.ts'
import { endpoint } from '../endpoint.ts'
import { Type } from 'typebox'

/** A checkpoint of the sample market, signed with a key that everybody knows (RFC 8032, section 7.1, test 1). */
const example = `rates.example
79
f62ae540c5f32815c9a03b76db3935e102ffaaf0bc9451a103797a3c5b57680f
2026-07-20T00:00:00Z

— rates.example cOmQRxa28Gf6m8J4srgFwsDZjolZwtL0NI9cxD1APUUFVhKEXmru6tW09WID6YQ2zz/DLvHKVqPjflzb1iQrtM1zBAk=
`

export default endpoint({
  name: 'getCheckpoint',
  path: '/checkpoint',
  recordName: 'Checkpoint',
  summary: 'The present state of the book, signed',
  description:
    'A signed note (c2sp.org/signed-note, Ed25519) with four lines: the origin, the position of the last entry, the digest of the book up to there, and the time of that entry. Keep it: `ratebook audit --checkpoint FILE` proves later that the book still contains this past. 404 if the server has no signing key, or the book no entry. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'A signed note.', examples: [example] }),
  fromMarket: true,
  answer({ market: { position, at }, signing }) {
    if (signing === undefined)
      return { kind: 'not-found', detail: 'This server has no key to sign checkpoints with.' }
    if (position === 0)
      return { kind: 'not-found', detail: 'The book is empty, so it has no checkpoint yet.' }
    const { signer, digest } = signing
    return {
      kind: 'text',
      text: signer.sign(checkpointText({ origin: signer.name, position, digest, at })),
      // Another key gives another text at the same position.
      etagLabel: `checkpoint-${signer.id}`,
    }
  },
})

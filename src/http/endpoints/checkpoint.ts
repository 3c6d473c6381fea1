import { checkpointText } from '../../domain/checkpoint.ts'
import { endpoint } from '../endpoint.ts'
import { Type } from 'typebox'

/** A checkpoint of the sample market, signed with a key that everybody knows (RFC 8032, section 7.1, test 1). */
const example = `rates.example
79
9ab14894d22c17b0046f1efb8a4c32fed34dffb6ef1abd58d47bee85bb50f4cb
2026-07-20T00:00:00Z

— rates.example cOmQR688u5Ge5b8TTrp/Nm6YdII6m/FqQZKeMu3GE8Zlih2w9FIzCqR/3jPvLMfea0NTm+0lFUBY8RPfrL71pkkTCAo=
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

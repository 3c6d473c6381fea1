import { Type } from 'typebox'
import { counted } from '../../../domain/text.ts'
import { endpoint } from '../endpoint.ts'
import * as parameters from '../schema/parameters.ts'
import { newestCheckpoint } from './checkpoint.ts'

export default endpoint({
  name: 'getConsistencyProof',
  path: '/checkpoint/consistency',
  tag: 'Book',
  recordName: 'ConsistencyProof',
  summary: 'The proof that the book only grew since an earlier checkpoint',
  description:
    'The body of a request to a witness (`add-checkpoint` of c2sp.org/tlog-witness): a line with the earlier number of entries, the hashes of the consistency proof (RFC 6962) in Base64, an empty line, and the checkpoint of `/checkpoint`. A reader who kept the earlier checkpoint sees with it that the book still contains that past, and needs no entries. The specification does not have this endpoint.',
  query: Type.Object({
    from: parameters.withDefault(
      Type.Integer({
        description:
          'The number of entries of the earlier checkpoint; 0 for none. It is not more than the book has.',
        minimum: 0,
      }),
      0,
    ),
  }),
  response: Type.String({ description: 'Lines of text, then a signed note.' }),
  async answer(state) {
    const { query, book, site } = state
    const note = await newestCheckpoint(state)
    if ('kind' in note) return note
    if (query.from > note.size) {
      const message = `from is ${query.from}, but the checkpoint of this server covers ${counted(note.size, 'entry', 'entries')}. A server that is behind reaches more later.`
      return { kind: 'invalid', errors: [{ parameter: 'from', message }] }
    }
    const proof = book?.tree().consistency(query.from, note.size) ?? []
    const lines = [`old ${query.from}`, ...proof, '', note.text]
    return { kind: 'text', text: lines.join('\n'), isVolatile: site.checkpointSigner === undefined }
  },
})

import { Type } from 'typebox'
import { endpoint, unreadableBook } from '../endpoint.ts'
import { keptCheckpoint } from './checkpoint.ts'

export default endpoint({
  name: 'getCosignedCheckpoint',
  path: '/checkpoint/cosigned',
  tag: 'Book',
  recordName: 'CosignedCheckpoint',
  summary: 'The newest checkpoint that others have signed, too',
  description:
    'A checkpoint, as at `/checkpoint`, with the signatures of witnesses (c2sp.org/tlog-cosignature): they have seen that this book only grew. It is older than `/checkpoint`. 404 if the book keeps none; `ratebook cosign` adds one. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: Type.String({ description: 'A signed note.' }),
  async answer(state) {
    const kept = await keptCheckpoint(state)
    if (kept === 'unreadable') return unreadableBook
    if (kept === 'none' || !kept.isCosigned)
      return { kind: 'not-found', detail: 'The book keeps no checkpoint that others have signed.' }
    return { kind: 'text', text: kept.text, isVolatile: true }
  },
})

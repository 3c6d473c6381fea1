import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export default endpoint({
  name: 'getHealth',
  path: '/health',
  tag: 'Server',
  recordName: 'Health',
  summary: 'Whether the book can be read',
  description:
    'Confirms that the service and its book are available. 503 while the book cannot be read; the other endpoints still answer from the market in memory.',
  query: Type.Object({}),
  response: Type.Object(
    {
      status: Type.Literal('ok', {
        description: 'Always `ok`; otherwise the answer is a 503.',
        examples: ['ok'],
      }),
    },
    { additionalProperties: false },
  ),
  isProbe: true,
  answer: ({ isHealthy }) =>
    isHealthy
      ? { kind: 'status', value: { status: 'ok' } }
      : { kind: 'unavailable', detail: 'The book cannot be read at the moment.' },
})

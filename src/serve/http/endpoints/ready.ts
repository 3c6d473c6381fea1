import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export default endpoint({
  name: 'getReadiness',
  path: '/ready',
  tag: 'Server',
  recordName: 'Readiness',
  summary: 'Whether the server is warmed up',
  description:
    'For load balancers; the specification does not have this endpoint. 503 while the server warms up by answering the example of each endpoint once. After that 200, even while the book cannot be read, until it receives SIGTERM; then 503 again. Data endpoints answer all the time.',
  query: Type.Object({}),
  response: Type.Object(
    { status: Type.Literal('ok', { description: 'Always `ok`.', examples: ['ok'] }) },
    { additionalProperties: false },
  ),
  isProbe: true,
  answer: ({ isReady }) =>
    isReady
      ? { kind: 'status', value: { status: 'ok' } }
      : { kind: 'unavailable', detail: 'The server is still warming up, or it is about to stop.' },
})

import { endpoint, found } from '../endpoint.ts'
import { record } from '../schema/fields.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'getReadiness',
  path: '/ready',
  summary: 'Whether the service answers',
  description:
    'For balancers, beside the ten endpoints of the specification: 200 as long as there is a market to answer from, also in an overload and while the book itself cannot be read.',
  query: Type.Object({}),
  response: record({
    status: Type.Literal('ok', { description: 'Always `ok`.', examples: ['ok'] }),
  }),
  fromMarket: false,
  // Before there is a market, the server does not listen.
  answer: () => found({ status: 'ok' }),
})

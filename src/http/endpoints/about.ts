import { endpoint, type ServerState } from '../endpoint.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

const record = recordOf<ServerState>()({
  currency: field(
    wire.orNull(
      wire.currency,
      'The currency of all rates and amounts (ISO 4217). Null while nothing has been published.',
      'KES',
    ),
    ({ market }) => market.currency,
  ),
  time_zone: field(
    wire.orNull(
      wire.anyText,
      'The time zone of the country (IANA). All instants of the API are UTC. Null if the operator has not set it.',
      'Africa/Nairobi',
    ),
    ({ operator }) => operator?.timeZone,
  ),
  insured_amount: field(
    wire.orNull(
      wire.deposit,
      'The amount up to which a deposit is insured, in that currency: an exact decimal with at least two digits after the point. Null if the operator has not set it.',
      '1100000.00',
    ),
    ({ operator }) => operator?.insuredAmount,
  ),
  report_to: field(
    wire.orNull(
      wire.anyText,
      'Where to report a wrong rate: an https address or an e-mail address. Null if the operator has not set it.',
      'https://rates.example/report',
    ),
    ({ operator }) => operator?.reportTo,
  ),
  is_sample: field(
    wire.flag('Whether these are sample data, not current rates.', true),
    ({ market }) => market.sample,
  ),
})

export default endpoint({
  name: 'getAbout',
  path: '/about',
  recordName: 'About',
  summary: 'The currency of the book, and settings of the operator',
  description:
    'One object. Programs that show the rates need it for amounts and times; people need it to report an error. With `known_at`, the settings of the operator are still those of today. The specification does not have this endpoint.',
  query: Type.Object({ known_at: Type.Optional(parameters.knownAt) }),
  response: record.schema,
  fromMarket: true,
  answer: (state) => ({ kind: 'record', value: record.write(state) }),
})

import type { TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

/** A field that is null where nothing is known. */
const orNull = <T extends TSchema>(field: T, description: string, example: string) =>
  Type.Union([field, Type.Null()], { description, examples: [example] })

export default endpoint({
  name: 'getAbout',
  path: '/about',
  recordName: 'About',
  summary: 'The currency of the book, and settings of the operator',
  description:
    'One object. Programs that show the rates need it for amounts and times; people need it to report an error. With `known_at`, the settings of the operator are still those of today. The specification does not have this endpoint.',
  query: Type.Object({ known_at: Type.Optional(parameters.knownAt) }),
  response: fields.record({
    currency: orNull(
      fields.currency,
      'The currency of all rates and amounts (ISO 4217). Null while nothing has been published.',
      'LKR',
    ),
    time_zone: orNull(
      Type.String(),
      'The time zone of the country (IANA). All instants of the API are UTC. Null if the operator has not set it.',
      'Asia/Colombo',
    ),
    insured_amount: orNull(
      fields.deposit,
      'The amount up to which a deposit is insured, in that currency: an exact decimal with at least two digits after the point. Null if the operator has not set it.',
      '1100000.00',
    ),
    report_to: orNull(
      Type.String(),
      'Where to report a wrong rate: an https address or an e-mail address. Null if the operator has not set it.',
      'https://rates.example/report',
    ),
    is_sample: Type.Boolean({
      description: 'Whether these are sample data, not current rates.',
      examples: [true],
    }),
  }),
  fromMarket: true,
  answer: ({ market, operator }) => ({
    kind: 'record',
    value: {
      currency: market.currency ?? null,
      time_zone: operator?.timeZone ?? null,
      insured_amount:
        operator?.insuredAmount === undefined ? null : fields.depositText(operator.insuredAmount),
      report_to: operator?.reportTo ?? null,
      is_sample: market.sample,
    },
  }),
})

import { Type } from 'typebox'
import { canonicalDecimal, type Decimal } from '../../../domain/decimal.ts'
import type { Insurance } from '../../../domain/institution.ts'
import { endpoint, type ServerState } from '../endpoint.ts'
import { insuranceExample, insuranceRecord } from '../records/institution.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'
import { logoAddress } from '../site.ts'

/** A text that is null if the operator has not set it. */
const setting = (what: string, example: string) =>
  wire.textOrNull(`${what} Null if the operator has not set it.`, example)

/** An operator as an example. */
const operatorExample = {
  name: 'Rates Kenya',
  website: 'https://rates.example',
  logo: null,
  imprint: 'Rates Kenya, Nairobi',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  contact: 'https://rates.example/report',
  releases: 'https://data.rates.example/latest/',
}

const licence = recordOf<{ readonly name: string; readonly url: string }>()({
  name: field(wire.text('Its name.', 'CC BY 4.0'), (one) => one.name),
  url: field(
    wire.address('Its text.', 'https://creativecommons.org/licenses/by/4.0/'),
    (one) => one.url,
  ),
})

const operator = recordOf<ServerState>()({
  name: field(
    setting('The name, as the page and feeds show it.', 'Rates Kenya'),
    ({ site }) => site.settings.operator.name,
  ),
  website: field(
    setting('The operator’s own site.', 'https://rates.example'),
    ({ site }) => site.settings.operator.website,
  ),
  logo: field(
    setting('The path at which this server has the logo, SVG or PNG.', '/logo'),
    ({ site }) => logoAddress(site),
  ),
  imprint: field(
    setting('The imprint of the page: a text, or an https address.', 'Rates Kenya, Nairobi'),
    ({ site }) => site.settings.operator.imprint,
  ),
  licence: field(
    wire.orNull(
      licence,
      'The licence of the data. Null if the operator has not set it.',
      operatorExample.licence,
    ),
    ({ site }) => site.settings.operator.licence,
  ),
  contact: field(
    setting(
      'Where to report a wrong rate: an https address or an e-mail address.',
      'https://rates.example/report',
    ),
    ({ site }) => site.settings.operator.contact,
  ),
  releases: field(
    setting(
      'Where the newest release is: the whole book as Parquet, CSV, Excel and SQLite.',
      'https://data.rates.example/latest/',
    ),
    ({ site }) => site.settings.operator.releases,
  ),
})

const insuranceOfType = (types: string) =>
  wire.orNull<Insurance, typeof insuranceRecord.schema>(
    insuranceRecord,
    `How deposits at ${types} are insured, where the record of an institution does not say otherwise (\`/institutions?details=true\`). Null if the operator has not set it.`,
    insuranceExample,
  )

const insuranceByType = recordOf<ServerState>()({
  bank: field(insuranceOfType('banks'), ({ site }) => site.settings.insurance.bank),
  nbfi: field(insuranceOfType('finance companies'), ({ site }) => site.settings.insurance.nbfi),
})

const percent = {
  schema: Type.String({ pattern: String.raw`^\d+(?:\.\d+)?$` }),
  write: (value: Decimal): string => canonicalDecimal(value),
}

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
    setting(
      'The time zone of the country (IANA). All instants of the API are UTC.',
      'Africa/Nairobi',
    ),
    ({ site }) => site.settings.timeZone,
  ),
  is_sample: field(
    wire.flag('Whether these are sample data, not current rates.', true),
    ({ market }) => market.sample,
  ),
  country: field(
    setting('The country of the institutions (ISO 3166-1 alpha-2).', 'KE'),
    ({ site }) => site.settings.country,
  ),
  languages: field(
    wire.listOf(wire.anyText, 'The languages of the page (BCP 47), the default one first.', ['en']),
    ({ site }) => site.settings.languages,
  ),
  operator: field(
    wire.described(operator, 'The operator of this server.', operatorExample),
    (state) => state,
  ),
  insurance: field(
    wire.described(insuranceByType, 'How deposits are insured, by type of institution.', {
      bank: insuranceExample,
      nbfi: null,
    }),
    (state) => state,
  ),
  withholding_tax: field(
    wire.orNull(
      percent,
      'The tax that institutions withhold from interest, in percent of the interest. It is in no rate and no amount of this API. Null if the operator has not set it.',
      '15',
    ),
    ({ site }) => site.settings.withholdingTax,
  ),
})

export default endpoint({
  name: 'getAbout',
  path: '/about',
  tag: 'Server',
  recordName: 'About',
  summary: 'The currency of the book, and settings of the operator',
  description:
    'One object. Programs that show the rates need it for amounts, times, insurance and tax; people need it to report an error. With `known_at`, the settings of the operator are still those of today. The specification does not have this endpoint.',
  query: Type.Object({ known_at: Type.Optional(parameters.knownAt) }),
  response: record.schema,
  answer: (state) => ({ kind: 'record', value: record.write(state) }),
})

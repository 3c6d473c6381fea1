import { writeCsv } from '../book/publish/input/serialize.ts'
import { currentSheets } from '../book/query/current-offers.ts'
import { Failure } from '../domain/failure.ts'
import endpoint from '../serve/http/endpoints/current-offers.ts'
import { termsOf } from '../serve/http/schema/parameters.ts'
import { readQuery } from '../serve/http/schema/read-query.ts'
import { loadMarket } from './load-book.ts'
import { addOptions, command } from './options.ts'
import { printText } from './output.ts'
import {
  column,
  monthsColumn,
  printAnswer,
  queryOf,
  questionOptions,
  type QuestionOptions,
} from './question.ts'

type OffersOptions = QuestionOptions & {
  readonly csv?: boolean
  readonly deposit?: string
  readonly knownAt?: string
}

const example = `ratebook offers
ratebook offers --type bank --json
ratebook offers --csv > sheets.csv`

const columns = [
  column('institution', 'institution_id'),
  column('variant', 'product_variant'),
  monthsColumn,
  column('payout', 'payout_type'),
  column('rate', 'rate_pa', true),
  column('minimum', 'min_deposit', true),
  column('read', 'scraped_at'),
]

export default addOptions(
  command('offers', endpoint.summary.toLowerCase(), example),
  questionOptions(endpoint),
)
  .option('--csv', 'print rate sheets in CSV, which publish can read')
  .action(async (options: OffersOptions) => {
    if (options.csv === true) await printSheets(options)
    else await printAnswer(endpoint, columns, options)
  })

async function printSheets(options: OffersOptions): Promise<void> {
  if (options.json === true) throw new Failure('usage', 'Give --csv or --json, not both.')
  if (options.knownAt !== undefined) {
    throw new Failure(
      'usage',
      'Give --csv without --known-at: rate sheets of the past could bring back figures that were corrected since.',
    )
  }
  if (options.deposit !== undefined) {
    throw new Failure(
      'usage',
      'Give --csv without --deposit: a rate sheet that lists some terms lists all their minimum deposits.',
    )
  }
  const read = readQuery(endpoint.query, queryOf(endpoint, options))
  if ('errors' in read) throw new Error('The options were read before.')
  const market = await loadMarket(options.database)
  const { institution_id: institutionId } = read.query
  printText(writeCsv(currentSheets(market, { institutionId, ...termsOf(read.query) })))
}

import { Option } from 'commander'
import { dayOf } from '../domain/day.ts'
import { parseWhole } from '../domain/decimal.ts'
import { startPracticeBank, type PracticeBank } from '../practice/practice-bank.ts'
import { now } from './clock.ts'
import { cannotListen, Failure } from '../domain/failure.ts'
import { plainCommand } from './options.ts'
import { print, table, type Column } from './output.ts'
import { writePracticeSources } from './practice/write-practice-files.ts'
import { stopSignal } from '../server/stop-signal.ts'

type Options = { readonly port: string; readonly day: string; readonly sources?: string }
type Served = PracticeBank['institutions'][number]

const example = `ratebook practice-bank --sources practice-sources
ratebook practice-bank --day 2 --port 8200`

export default plainCommand(
  'practice-bank',
  'serve the rate pages of six invented institutions on this machine, to practise collecting',
  example,
)
  .addOption(
    new Option('--port <number>', 'the port of the first institution; the others follow').default(
      '8100',
    ),
  )
  .addOption(
    new Option('--day <number>', 'the simulated day: on day 2 one page is a captcha').default('1'),
  )
  .option('--sources <folder>', 'write their source definitions and institutions.json there')
  .action(async ({ port, day, sources }: Options) => {
    const options = { port: wholeOf('--port', port, 65_530), day: wholeOf('--day', day, 365) }
    const bank = await start(options)
    try {
      if (sources !== undefined) writePracticeSources(bank, sources)
      print(table(columns, bank.institutions))
      if (sources !== undefined) print(`\nThe source definitions are in ${sources}.`)
      print('\nCtrl-C stops the servers.')
      await stopSignal()
    } finally {
      await bank.close()
    }
  })

const columns: readonly Column<Served>[] = [
  { title: 'institution', value: ({ layout }) => layout.institutionId },
  { title: 'layout', value: ({ layout }) => layout.name },
  { title: 'page', value: ({ url }) => url },
]

function wholeOf(flag: string, text: string, most: number): number {
  const value = parseWhole(text)
  if (value !== undefined && value >= 1 && value <= most) return value
  throw new Failure('usage', `${flag} ${text} is not a whole number from 1 to ${most}.`)
}

async function start(options: { readonly port: number; readonly day: number }) {
  try {
    return await startPracticeBank({ ...options, firstDay: dayOf(now()) })
  } catch (error) {
    throw cannotListen(`Cannot serve the practice bank from port ${options.port}`, '--port', error)
  }
}

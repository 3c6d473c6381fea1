import {
  defaultGateLimits,
  limitNames,
  limitRanges,
  type LimitName,
} from '../domain/gate-limits.ts'
import { plainCommand, type SettingsOption } from './options.ts'
import { print, printJson, table, type Column } from './output.ts'

type Row = {
  readonly name: LimitName
  readonly value: string
  readonly unit: string
  readonly set_by: 'default' | 'operator'
  readonly reason: string
}

const columns: readonly Column<Row>[] = [
  { title: 'limit', value: ({ name }) => name },
  { title: 'value', value: ({ value }) => value, isFigure: true },
  { title: 'unit', value: ({ unit }) => unit },
  { title: 'set by', value: (row) => row.set_by },
  { title: 'reason', value: ({ reason }) => reason },
]

const example = `ratebook gate
ratebook gate --json`

export default plainCommand(
  'gate',
  'print the limits of the gate, each with its reason; a source can replace them for its sheets',
  example,
)
  .option('--json', 'print JSON')
  .action(({ json, settings }: SettingsOption & { readonly json?: boolean }) => {
    const rows = limitNames.map((name): Row => {
      const own = settings.gate[name]
      const { value, reason } = own ?? defaultGateLimits[name]
      const by = own === undefined ? 'default' : 'operator'
      return { name, value, unit: limitRanges[name].unit, set_by: by, reason }
    })
    if (json === true) printJson(rows)
    else print(table(columns, rows))
  })

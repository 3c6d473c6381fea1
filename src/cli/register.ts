import { problemLines, readInput } from '../book/publish/input/read-file.ts'
import { readInstitutions } from '../book/publish/input/read-institutions.ts'
import { register } from '../book/publish/register.ts'
import { Failure } from '../domain/failure.ts'
import { appendTo, entryClock } from './clock.ts'
import { appendingCommand, type DatabaseOption, type InstantOptions } from './options.ts'
import { print } from './output.ts'

const example = `ratebook register samples/sri-lanka/institutions.json
ratebook register - --at 2026-01-31T09:00:00Z < institutions.json`

export default appendingCommand(
  'register',
  'enter new and changed institutions, all or none',
  example,
)
  .argument('<file>', 'a JSON array of institutions; - for standard input')
  .action(async (file: string, { database, ...options }: DatabaseOption & InstantOptions) => {
    const source = entryClock(options)
    const input = await readInput(file)
    if ('code' in input) throw new Failure('refused', problemLines(file, [input]))
    const { institutions, problems } = readInstitutions(input)
    if (problems.length > 0) throw new Failure('refused', problemLines(file, problems))
    const outcome = await appendTo(
      database,
      (store) => register(store, institutions, source),
      'create',
    )
    if (outcome.problems.length > 0)
      throw new Failure('refused', problemLines(file, outcome.problems))
    const { entries } = outcome
    const positions = entries.map(({ position }) => position)
    const unchanged = institutions.length - entries.length
    print(
      entries.length === 0
        ? `nothing entered, ${unchanged} unchanged`
        : `${entries.length} entered at ${rangeOf(positions)}, ${unchanged} unchanged`,
    )
  })

/** `position 12`, or `positions 12 to 19`. */
function rangeOf(positions: readonly number[]): string {
  const [first, last] = [positions.at(0), positions.at(-1)]
  return first === last ? `position ${first}` : `positions ${first} to ${last}`
}

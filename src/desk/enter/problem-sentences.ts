import { counted } from '../../domain/text.ts'
import { unclearRange } from './typed-rows.ts'
import type { InputProblem } from '../../book/publish/input/problem.ts'

/** The words of the form for the fields of a rate sheet that can be missing. */
const names: Readonly<Record<string, string>> = {
  scraped_at: 'The time',
  source_url: 'The address of the page',
  currency: 'The currency',
  product_variant: 'The variant',
  payout_type: 'The payout',
  rate_pa: 'The rate',
}

/** A problem of a rate sheet for a person at a form, who sees fields where a file has keys. `tenure` is that of its row, as typed. */
export function sentenceOf({ code, location, message }: InputProblem, tenure = ''): string {
  const [key = ''] = /\w+$/.exec(location) ?? []
  if (code === 'missing-key') return `${names[key] ?? 'The value'} is missing.`
  if (code === 'no-tenure') return 'The tenure is missing.'
  if (code === 'not-a-range')
    return `The range ${tenure} does not end after it starts; write the shorter bound first, or one tenure alone.`
  if (code === 'bad-decimal' && ['tenure_months', 'tenure_to_months'].includes(key))
    return (
      unclearRange(tenure) ??
      'Write the tenure in months, such as 12, or in days, such as 100d; a range has a hyphen, such as 12-24.'
    )
  return message
}

/** Problems in lines of CSV; only the first ones if there are many. `tenures` has those of the lines, by their names. */
export function lineSentences(
  problems: readonly InputProblem[],
  tenures: ReadonlyMap<string, string>,
): readonly string[] {
  const limit = 20
  const sentences = problems.slice(0, limit).map((problem) => {
    const [name, line] = /^line (\d+)/.exec(problem.location) ?? []
    if (name === undefined) return sentenceOf(problem)
    return `Line ${line}: ${sentenceOf(problem, tenures.get(name))}`
  })
  const more = problems.length - limit
  return more > 0
    ? [...sentences, `${counted(more, 'more problem')} ${more === 1 ? 'is' : 'are'} not shown.`]
    : sentences
}

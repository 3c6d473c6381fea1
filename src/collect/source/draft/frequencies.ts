import type { Role } from '../../read/source/table-schema.ts'
import { tenureIn } from './cells.ts'

const frequencies: Readonly<Record<string, string>> = {
  P1M: 'monthly',
  P3M: 'quarterly',
  P12M: 'annual',
  P1Y: 'annual',
}

/** The role of a column of ISO 8601 durations between payments. A duration as long as the term is one payment. */
export function frequencyRole(
  texts: readonly string[],
  periods: readonly string[],
  words: readonly string[],
): readonly [Role, string] {
  const isTerm = (row: number): boolean =>
    tenureIn(texts[row] ?? '')?.months === tenureIn(periods[row] ?? '')?.months
  if (texts.every((text, row) => text === '' || isTerm(row)))
    return [{ ignore: 'guess: as long as the term, so interest is paid once' }, 'confirm']
  const values = words.map((word): [string, string | { ignore: string }] => {
    const known = frequencies[word]
    if (known !== undefined) return [word, known]
    const isOnce = texts.every((text, row) => text !== word || isTerm(row))
    return [word, isOnce ? 'maturity' : { ignore: 'guess: no such payout' }]
  })
  return [
    { is: 'payout', values: Object.fromEntries(values) },
    'guess: how often interest is paid; as long as the term: at maturity',
  ]
}

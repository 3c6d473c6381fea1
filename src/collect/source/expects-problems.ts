import { payouts } from '../../domain/offer.ts'
import { coveredVariants } from '../../read/covered-variants.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { listedTenures } from './listed-tenures.ts'
import { suggestion } from './nearest-word.ts'
import type { ValueProblem } from './source-problem.ts'

/** Expected tenures that no table can give, and variants of the tables of which nothing is expected. */
export function expectsProblems(definition: SourceDefinition): readonly ValueProblem[] {
  const { expects, tables } = definition
  const words = wordsIn(tables)
  const readVariants = coveredVariants(definition)
  const readPayouts = payouts.filter((payout) => words.has(payout))
  const expected = listedTenures(expects)
  const missing = readVariants.filter((one) => !expected.some(({ variant }) => variant === one))
  return [
    ...expected.flatMap(({ variant, payout, path }): readonly ValueProblem[] => {
      if (!readVariants.includes(variant)) {
        const message = `No table has the variant ${variant}; ${suggestion(variant, readVariants)}`
        return [{ path: path.slice(0, -1), isAboutKey: true, message }]
      }
      if (readPayouts.includes(payout)) return []
      const message = `No table has the payout ${payout}; ${suggestion(payout, readPayouts)}`
      return [{ path, isAboutKey: true, message }]
    }),
    ...missing.map((variant) => ({
      path: ['expects'],
      isAboutKey: true,
      message: `The tables give rates of ${variant}, but no tenures of it are expected; list them under ${variant}, by payout.`,
    })),
  ]
}

/** All texts that stand as values in some data. */
function wordsIn(data: unknown): ReadonlySet<string> {
  if (typeof data === 'string') return new Set([data])
  if (typeof data !== 'object' || data === null) return new Set()
  return new Set(Object.values(data).flatMap((value: unknown) => [...wordsIn(value)]))
}

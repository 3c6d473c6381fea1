import { payouts, variants } from '../../domain/offer.ts'
import type { Role } from '../../read/source/table-schema.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { suggestion } from './nearest-word.ts'
import type { ValueProblem } from './source-problem.ts'

/** The words that a column of a kind can mean; the other kinds have no fixed words. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  payout: payouts,
  variant: variants,
  tenure_unit: ['months', 'days', 'years'],
}

/** Words of the page that are said to mean a payout, a variant or a unit that does not exist. */
export function valueProblems({ tables }: SourceDefinition): readonly ValueProblem[] {
  return tables.flatMap(({ columns }, index) =>
    Object.entries(columns).flatMap(([heading, role]) =>
      unknownMeanings(role).map(({ word, message }) => ({
        path: ['tables', index, 'columns', heading, 'values', word],
        message,
      })),
    ),
  )
}

function unknownMeanings(
  role: Role,
): readonly { readonly word: string; readonly message: string }[] {
  if (typeof role !== 'object' || !('is' in role) || role.values === undefined) return []
  const { is = 'rate', values } = role
  const known = Object.hasOwn(meanings, is) ? (meanings[is] ?? []) : undefined
  return Object.entries(values).flatMap(([word, meaning]) => {
    if (typeof meaning !== 'string' || known === undefined || known.includes(meaning)) return []
    return [{ word, message: `"${meaning}" is not a ${is}; ${suggestion(meaning, known)}` }]
  })
}

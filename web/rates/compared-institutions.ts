import type { Background } from '../api/background.ts'
import type { Messages } from '../messages/messages.ts'

/** The most institutions that a comparison shows. */
export const mostCompared = 5

/** The institutions of an address that a comparison shows, and what is wrong with the others; nothing while they are loading. */
export function chooseInstitutions(
  named: readonly string[],
  institutions: Background['institutions'] | undefined,
  { unknown, tooMany }: Messages['matrix'],
): { readonly chosen: readonly string[]; readonly errors: readonly string[] } {
  const ids = [...new Set(named)]
  const unknownIds = institutions === undefined ? [] : ids.filter((id) => !institutions.has(id))
  const known = ids.filter((id) => !unknownIds.includes(id))
  return {
    chosen: known.slice(0, mostCompared),
    errors: [
      ...(unknownIds.length === 0 ? [] : [unknown({ ids: unknownIds.join(', ') })]),
      ...(known.length > mostCompared ? [tooMany({ count: known.length })] : []),
    ],
  }
}

import type { SiteRefusal } from '../../../domain/entry.ts'
import { momentText, type Alert, type CollectedInstitution } from './alert.ts'

const reasons: Readonly<Record<SiteRefusal, string>> = {
  robots: 'its robots.txt disallows the page',
  status: 'it answered with status 401, 403, 429 or 451',
}

/**
 * The site refuses the collector. The alert is over once a run got a page and was not refused; a run that failed before it got
 * a page, such as by a timeout, tells nothing.
 */
export function refused({ book: { institution }, runs }: CollectedInstitution): readonly Alert[] {
  const informative = runs.filter(
    ({ outcome, refusal, origin }) =>
      outcome !== 'failed' || refusal !== undefined || origin.captures.length > 0,
  )
  const streak = informative.slice(
    informative.findLastIndex(({ refusal }) => refusal === undefined) + 1,
  )
  const [first, last] = [streak[0], streak.at(-1)]
  if (first === undefined || last?.refusal === undefined) return []
  const { id, name } = institution
  return [
    {
      kind: 'refused',
      institutionId: id,
      since: first.at,
      sentence: `The site of ${name} refuses the collector since ${momentText(first.at)}: ${reasons[last.refusal]}.`,
      whatToDo:
        'Ask the institution for permission or for another page, or enter its rates by hand. Do not go around the refusal.',
      ...(last.message !== undefined && { detail: last.message }),
    },
  ]
}

import { instantText } from '../domain/instant.ts'
import type { Market } from '../book/market/market.ts'
import type { Alert } from '../share/alerts/alert.ts'
import { isMirror } from '../book/query/sources.ts'
import { table, type Column } from './output.ts'
import { visible } from '../domain/text.ts'

const columns: readonly Column<Alert>[] = [
  { title: 'alert', value: ({ kind }) => kind },
  { title: 'institution', value: ({ institutionId }) => institutionId ?? '–' },
  { title: 'since', value: ({ since }) => instantText(since) },
  { title: 'what is wrong', value: ({ sentence }) => sentence },
]

/** The alerts as a table, and what to do about each. */
export function alertsText(alerts: readonly Alert[]): string {
  if (alerts.length === 0) return 'no alert is raised'
  return [table(columns, alerts), '', ...alerts.flatMap(adviceLines)].join('\n')
}

function adviceLines({ kind, institutionId, whatToDo, detail }: Alert): readonly string[] {
  const name = institutionId === undefined ? kind : `${institutionId}, ${kind}`
  return [
    `${name}: ${visible(whatToDo)}`,
    ...(detail === undefined ? [] : [`  ${visible(detail)}`]),
  ]
}

/** The warning about the alerts of a mirror; `undefined` for a book of one's own. */
export function mirrorWarning(market: Market): string | undefined {
  return isMirror(market)
    ? 'This book is a mirror, which has no held sheets: alerts that depend on them are missing or wrong, and only the operator can do what the alerts advise.'
    : undefined
}

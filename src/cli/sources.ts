import { Failure } from '../domain/failure.ts'
import endpoint from '../serve/http/endpoints/sources.ts'
import type { Alert } from '../share/alerts/alert.ts'
import { currentAlerts } from '../share/alerts/current-alerts.ts'
import { alertsText, mirrorWarning } from './alerts.ts'
import { now } from './clock.ts'
import { sourcesOption, type SourcesOption } from './options.ts'
import { print, tell } from './output.ts'
import { column, questionCommand, type PrintedAnswer, type QuestionOptions } from './question.ts'

type ListOptions = QuestionOptions &
  Partial<SourcesOption> & { readonly institutionId?: string; readonly knownAt?: string }

export default questionCommand({
  name: 'sources',
  endpoint,
  examples: ['', '--institution-id peoples-bank --json'],
  columns: [
    column('institution', 'institution_id'),
    column('last outcome', 'last_outcome'),
    column('when', 'last_run_at'),
    column('next due', 'next_due_at'),
    column('waits for a person', 'is_held'),
  ],
  options: [sourcesOption()],
  after: (answer, options) => {
    const alerts = alertsOf(answer, options)
    if (options.json !== true && alerts.length > 0) {
      print(`\n${alertsText(alerts)}`)
      const warning = mirrorWarning(answer.market)
      if (warning !== undefined) tell(warning)
    }
    // A person has to review held rates, and to look at every alert.
    const isHeld = answer.rows.some((row) => row['is_held'] === true)
    if (isHeld || alerts.length > 0) throw new Failure('waiting', '')
  },
})

/** The alerts that are raised now: those of the institution if one was given, and none for a past answer. */
function alertsOf({ market }: PrintedAnswer, options: ListOptions): readonly Alert[] {
  const { sources = '', institutionId, knownAt } = options
  if (knownAt !== undefined) return []
  const { alerts } = currentAlerts(market, sources, now())
  return alerts.filter(
    (alert) => institutionId === undefined || alert.institutionId === institutionId,
  )
}

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { dueAt } from '../collect/due.ts'
import { loadSources, type LoadedSources } from '../collect/source/load-source.ts'
import { after, dayLength } from '../domain/instant.ts'
import type { Run } from '../market/collection.ts'
import type { DueAfter } from '../query/alerts/alert.ts'
import type { AlertInput } from '../query/alerts/raised-alerts.ts'

/** The schedules of the sources in a folder. Without the folder, those that the last runs recorded. */
export function readSchedules(folder: string): {
  readonly scheduleOf: AlertInput['scheduleOf']
  readonly warning?: string
} {
  if (existsSync(folder)) return { scheduleOf: schedulesOf(loadSources(folder)) }
  const warning = `There is no folder ${folder}, so alerts follow from the schedules that the last runs recorded; --sources names the folder.`
  return { scheduleOf: (_, lastRun) => recordedSchedule(lastRun), warning }
}

/** A source with a mistake still belongs to its institution, or its alerts would end when it can no longer be collected. */
function schedulesOf({ sources, problems }: LoadedSources): AlertInput['scheduleOf'] {
  const definitions = new Map(sources.map(({ definition }) => [definition.institution, definition]))
  const mistaken = new Set(problems.map(({ file }) => basename(file).replace(/\.ya?ml$/, '')))
  return (institutionId, lastRun) => {
    const definition = definitions.get(institutionId)
    if (definition !== undefined) return (at) => dueAt(definition, undefined, at).nextDue
    return mistaken.has(institutionId) ? recordedSchedule(lastRun) : undefined
  }
}

/** The interval that a run recorded, and at least a day: a run that somebody started by hand may be just before the next one. */
function recordedSchedule({ at, origin }: Run): DueAfter {
  const interval = Math.max(origin.nextDue - at, dayLength)
  return (instant) => (instant < origin.nextDue ? origin.nextDue : after(instant, interval))
}

import { StoreError } from '../store/store.ts'
import {
  collectInstitution,
  traceOf,
  type CollectTools,
  type RunReport,
} from './collect-institution.ts'
import type { LoadedSource } from './source/parse-source.ts'

/**
 * Collects several institutions, some of them at the same time, and reports each one as soon as it is done. Whatever happens to
 * one never stops the others, except that the book cannot be written: then it throws the `StoreError` once all runs have ended.
 */
export async function collectAll(
  sources: readonly LoadedSource[],
  tools: CollectTools,
  { concurrency, onReport }: CollectAllOptions,
): Promise<readonly RunReport[]> {
  const reports: RunReport[] = []
  const waiting = sources[Symbol.iterator]()
  let storeError: StoreError | undefined
  const work = async (): Promise<void> => {
    for (const source of waiting) {
      if (storeError !== undefined || tools.signal.aborted) return
      try {
        const report = await collectOne(source, tools)
        reports.push(report)
        onReport(report)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        storeError = error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (storeError !== undefined) throw storeError
  return reports
}

/** How many institutions are collected at the same time, and who learns how a run ended. */
export type CollectAllOptions = {
  readonly concurrency: number
  readonly onReport: (report: RunReport) => void
}

async function collectOne(source: LoadedSource, tools: CollectTools): Promise<RunReport> {
  try {
    return await collectInstitution(source, tools)
  } catch (error) {
    if (error instanceof StoreError) throw error
    const { institution: institutionId } = source.definition
    return { kind: 'crashed', institutionId, bug: traceOf(error) }
  }
}

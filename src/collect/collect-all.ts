import { StoreError } from '../store/store.ts'
import { collectInstitution, type CollectTools, type RunReport } from './collect-institution.ts'
import { traceOf } from './run-failure.ts'
import { createSemaphore } from './semaphore.ts'
import type { LoadedSource } from './source/parse-source.ts'

/** How many institutions are collected at the same time, and who learns how a run ended. */
export type CollectAllOptions = {
  readonly concurrency: number
  readonly onReport: (report: RunReport) => void
}

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
  const slots = createSemaphore(concurrency)
  let storeError: StoreError | undefined
  const collectOne = async (source: LoadedSource): Promise<void> => {
    if (storeError !== undefined || tools.signal.aborted) return
    try {
      const report = await collectInstitution(source, tools).catch(crashed(source))
      reports.push(report)
      onReport(report)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      storeError = error
    }
  }
  await Promise.all(sources.map((source) => slots(() => collectOne(source))))
  if (storeError !== undefined) throw storeError
  return reports
}

function crashed({ definition }: LoadedSource): (error: unknown) => RunReport {
  return (error) => {
    if (error instanceof StoreError) throw error
    return { kind: 'crashed', institutionId: definition.institution, bug: traceOf(error) }
  }
}

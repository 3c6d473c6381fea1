import { firstProblems } from '../../domain/text.ts'
import type { CitedFigures } from '../read/evidence.ts'
import type { SoughtFigures } from '../read/missing-figures.ts'
import type { PageBytes, ReadResult } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import type { ReadFailure } from '../read/table.ts'
import { parseAnswer, type CageAnswers } from './answer.ts'
import { cageLimits, viewLimit, type CageLimits } from './limits.ts'
import { encodeRequest, type CageRequest } from './message.ts'
import { cageCommand, runChild } from './run-child.ts'

/** How a caged process is run. Tests lower the limits, and run another entry. */
export type CageOptions = {
  readonly signal?: AbortSignal
  readonly limits?: Partial<CageLimits>
  readonly entry?: URL
}

/** Reads the pages of a source in a process without rights. A child that is killed, crashes or gives an invalid answer is a failure. */
export async function readInCage(
  source: SourceDefinition,
  pages: readonly PageBytes[],
  options: CageOptions = {},
): Promise<ReadResult> {
  return ask({ mode: 'read', source }, pages, options)
}

/** Reads pages as a run does: a figure that does not stand in its cell as a whole number is a failure. */
export async function readAndCheckInCage(
  source: SourceDefinition,
  pages: readonly PageBytes[],
): Promise<ReadResult> {
  const reading = await readInCage(source, pages)
  if ('failure' in reading) return reading
  const [failure, ...more] = await checkInCage(reading, pages)
  return failure === undefined
    ? reading
    : { failure, more: more.map((other) => ({ failure: other })) }
}

/** The tables of a page, for the author of a source. */
export async function tablesInCage(
  page: PageBytes,
  definition: SourceDefinition['pages'][number],
  options: CageOptions = {},
): Promise<CageAnswers['tables']> {
  return ask({ mode: 'tables', definition }, [page], options)
}

/** The names that a JSON page lists for the addresses of the pages of a pattern. */
export async function namesInCage(
  list: PageBytes,
  pattern: SourceDefinition['pages'][number],
  options: CageOptions = {},
): Promise<CageAnswers['names']> {
  return ask({ mode: 'names', pattern }, [list], options)
}

/** Everything on a page that can be a table of rates, for the first draft of a source. */
export async function surveyInCage(page: PageBytes): Promise<CageAnswers['survey']> {
  return ask({ mode: 'survey' }, [page])
}

/** Checks without a source definition that figures stand in the pages where their cells say. Returns a sentence for each that does not. */
export async function checkInCage(
  { offers, cells, printedDate }: CitedFigures,
  pages: readonly PageBytes[],
  options: CageOptions = {},
): Promise<readonly string[]> {
  const figures = { offers, cells, ...(printedDate !== undefined && { printedDate }) }
  const answer = await ask({ mode: 'check', figures }, pages, options)
  return 'failure' in answer ? [answer.failure] : firstProblems(answer.problems, (rest) => rest)
}

/** The figures that stand nowhere on a page. */
export async function missingInCage(
  page: PageBytes,
  sought: SoughtFigures,
): Promise<CageAnswers['missing']> {
  return ask({ mode: 'missing', sought }, [page])
}

/** The texts that stand in a page at some addresses, in the same order. */
export async function textsInCage(
  page: PageBytes,
  addresses: readonly string[],
): Promise<CageAnswers['texts']> {
  return ask({ mode: 'texts', addresses }, [page])
}

/** A page as HTML without scripts, links and everything that loads. The text at the address is lit. */
export async function viewInCage(page: PageBytes, address: string): Promise<CageAnswers['view']> {
  return ask({ mode: 'view', address }, [page], { limits: { answer: viewLimit } })
}

async function ask<Request extends CageRequest>(
  request: Request,
  pages: readonly PageBytes[],
  { signal, limits, entry }: CageOptions = {},
): Promise<CageAnswers[Request['mode']] | ReadFailure> {
  const used = { ...cageLimits, ...limits }
  // The extension is that of this file: a package has compiled files.
  const own = new URL(import.meta.url.replace(/cage(\.[jt]s)$/, 'cage-child$1'))
  const command = cageCommand(entry ?? own, used.processor)
  const result = await runChild(command, encodeRequest(request, pages), used, signal)
  if ('failure' in result) return result
  return parseAnswer<Request['mode']>(request.mode, result.line, pages.length)
}

/** Runs a task as soon as fewer than a fixed number of them are running; in the order of the calls. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>

/** Lets `most` tasks run at the same time. */
export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await promise
    } else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The next task takes over the place of this one.
      if (next === undefined) running--
      else next()
    }
  }
}

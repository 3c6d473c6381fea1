import type { Bench } from '../bench.ts'
import type { Server } from '../process/server.ts'
import { runLoad, type Load, type Measure } from './load.ts'

/** A server with the load that it is to bear. */
export type Contender = { readonly name: string; readonly server: Server; readonly load: Load }

/** What one contender did in each round, and the medians of that. */
export type Standing = Measure & Rounds & { readonly name: string }
type Rounds = { readonly rounds: readonly Measure[] }

/**
 * Lets contenders take turns, round after round, so that whatever else the machine does meets all of them; each is warmed
 * up first. The medians come in the order of the contenders.
 * `isWarm`: what has been asked of them already was much the same.
 */
export async function contest(
  bench: Bench,
  contenders: readonly Contender[],
  isWarm = false,
): Promise<readonly Standing[]> {
  bench.yardstick.measure()
  // Where time is short only ours, the first, which has the most to gain from it.
  const cold = bench.isQuick ? contenders.slice(0, isWarm ? 0 : 1) : contenders
  for (const contender of cold) await turn(bench, contender, 1)
  const measures = contenders.map((): Measure[] => [])
  for (let round = 0; round < bench.rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      measures[i]?.push(await turn(bench, contender, contender.load.seconds ?? bench.seconds))
    }
  }
  return contenders.map(({ name }, i) => {
    const rounds = measures[i] ?? []
    return { name, rounds, ...medians(rounds) }
  })
}

/**
 * A figure of one contender as a ratio to that of another: the median of the ratios in each round. Minutes pass between two rounds,
 * in which other tenants of a shared machine come and go; between two turns of one round, seconds.
 */
export function ratioOf(
  one: Rounds | undefined,
  other: Rounds | undefined,
  field: 'rate' | 'p99' | 'cpu',
): number {
  const ratios = one?.rounds.map(
    (measure, i) => measure[field] / (other?.rounds[i]?.[field] ?? Number.NaN),
  )
  return median(ratios ?? [])
}

/** The middle one of some numbers, or the mean of the middle two. */
export function median(numbers: readonly number[]): number {
  const rising = numbers.toSorted((a, b) => a - b)
  const low = rising[(rising.length - 1) >> 1] ?? Number.NaN
  const high = rising[rising.length >> 1] ?? Number.NaN
  return (low + high) / 2
}

/** One run of one contender, which goes on where the one before ended in its list of targets. */
export async function turn(
  bench: Bench,
  { server, load }: Contender,
  seconds: number,
): Promise<Measure> {
  const { targets } = load
  const key = 'file' in targets ? `${targets.file} ${server.url}` : ''
  const from = bench.places.get(key) ?? 0
  const measure = await runLoad(server, load, seconds, from)
  bench.places.set(key, from + measure.requests)
  return measure
}

/** Their medians, field by field. */
export function medians(measures: readonly Measure[]): Measure {
  const of = (field: keyof Measure) => median(measures.map((measure) => measure[field]))
  return {
    requests: of('requests'),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    most: of('most'),
    cpu: of('cpu'),
    size: of('size'),
    refused: of('refused'),
    // Those of one round count as well.
    broken: Math.max(...measures.map(({ broken }) => broken)),
  }
}

import type { Group, Snapshot } from '../api.ts'

/** Days on which the figures of a group stayed the same. Instants are milliseconds, rates percent. */
export type Stretch = {
  readonly from: number
  /** The midnight after the last of them. */
  readonly until: number
  readonly lowest: number
  readonly median: number
  readonly highest: number
  readonly snapshot: Snapshot
}

const dayLength = 86_400_000
const figures = [
  'institution_count',
  'min_rate_pa',
  'median_rate_pa',
  'max_rate_pa',
  'avg_rate_pa',
] as const satisfies readonly (keyof Group)[]

/** Snapshots of one type of institution, one for each day, as stretches; a day that is missing leaves a gap. */
export function stretchesOf(snapshots: readonly Snapshot[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const snapshot of snapshots) {
    const from = Date.parse(snapshot.snapshot_date)
    const last = stretches.at(-1)
    const isSame =
      last?.until === from && figures.every((name) => last.snapshot[name] === snapshot[name])
    const until = from + dayLength
    if (isSame) stretches[stretches.length - 1] = { ...last, until }
    else {
      stretches.push({
        from,
        until,
        lowest: Number(snapshot.min_rate_pa),
        median: Number(snapshot.median_rate_pa),
        highest: Number(snapshot.max_rate_pa),
        snapshot,
      })
    }
  }
  return stretches
}

/** The stretches that lie within two instants, cut at them; the snapshot is still that of the first day. */
export function within(
  stretches: readonly Stretch[],
  from: number,
  until: number,
): readonly Stretch[] {
  return stretches.flatMap((stretch) =>
    stretch.until <= from || stretch.from >= until
      ? []
      : [{ ...stretch, from: Math.max(from, stretch.from), until: Math.min(until, stretch.until) }],
  )
}

/** The stretch of an instant. */
export function stretchAt(stretches: readonly Stretch[], at: number): Stretch | undefined {
  return stretches.find(({ from, until }) => from <= at && at < until)
}

/** Stretches that follow each other without a gap. */
export function unbroken(stretches: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const runs: Stretch[][] = []
  for (const stretch of stretches) {
    const run = runs.at(-1)
    if (run?.at(-1)?.until === stretch.from) run.push(stretch)
    else runs.push([stretch])
  }
  return runs
}

/** The instants that stretches reach from and to. */
export function spanOf(stretches: readonly Stretch[]): readonly [from: number, until: number] {
  return [
    Math.min(...stretches.map(({ from }) => from)),
    Math.max(...stretches.map(({ until }) => until)),
  ]
}

/** The lowest and the highest rate of stretches. */
export function ratesOf(stretches: readonly Stretch[]): readonly [least: number, most: number] {
  return [
    Math.min(...stretches.map(({ lowest }) => lowest)),
    Math.max(...stretches.map(({ highest }) => highest)),
  ]
}

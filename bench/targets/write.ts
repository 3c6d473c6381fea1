import { writeFileSync } from 'node:fs'
import { randomOf } from '../book/random.ts'
import type { Maker } from './lists.ts'

/** Random targets, the same ones for the same seed. */
export function makeTargets(make: Maker, count: number, seed: number): string[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => make(random))
}

/** Writes random targets to a file, one a line, and returns the load that asks them. */
export function writeTargets(
  path: string,
  make: Maker,
  seed: number,
  count: number,
): { readonly file: string } {
  writeFileSync(path, `${makeTargets(make, count, seed).join('\n')}\n`)
  return { file: path }
}

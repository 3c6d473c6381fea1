import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The SHA-256 digest of a file, as `sha256sum` prints it. */
export function sha256Of(path: string): string {
  return hash('sha256', readFileSync(path))
}

import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'

/** The user that servers run as. */
export type Owner = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root, so root uses `nobody`. Other users run servers themselves. */
export function serverUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Changes the owner of a file or folder. */
export function changeOwner(path: string, owner: Owner | undefined): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
}

/** Writes a file that only its owner can read, as PostgreSQL requires for keys. */
export function writePrivateFile(
  path: string,
  text: string | Uint8Array,
  owner: Owner | undefined,
): void {
  writeFileSync(path, text, { mode: 0o600 })
  changeOwner(path, owner)
}

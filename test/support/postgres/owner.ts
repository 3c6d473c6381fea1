import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'

/** The user that servers run as and that owns their files. */
export type Owner = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root: for root it is `nobody`, for anybody else themselves. */
export function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Hands a file or folder to the owner. */
export function own(path: string, owner: Owner | undefined): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
}

/** Writes a file that the owner alone may read: PostgreSQL refuses a key that others can. */
export function put(path: string, text: string | Uint8Array, owner: Owner | undefined): void {
  writeFileSync(path, text, { mode: 0o600 })
  own(path, owner)
}

import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { own, type Owner } from './owner.ts'

/**
 * Copies a folder, and hands the copy to its owner. `skip` is asked about each path below `from`: `pg_wal/0001`.
 * A file that vanishes meanwhile is left out: a server that is being copied removes some.
 */
export function copyTree(
  from: string,
  to: string,
  owner: Owner | undefined,
  skip: (path: string) => boolean = () => false,
): void {
  const copy = (path: string): void => {
    mkdirSync(join(to, path), { mode: 0o700 })
    own(join(to, path), owner)
    for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (skip(inner)) continue
      if (entry.isDirectory()) copy(inner)
      else if (entry.isFile() && copyFile(join(from, inner), join(to, inner))) {
        own(join(to, inner), owner)
      }
    }
  }
  copy('')
}

function copyFile(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner, type Owner } from './server-user.ts'

/**
 * Copies a folder and changes the owner of the copy. `skip` gets relative paths such as `pg_wal/0001`. Ignores files that
 * disappear meanwhile, because a running server removes some.
 */
export function copyTree(
  from: string,
  to: string,
  owner: Owner | undefined,
  skip: (path: string) => boolean = () => false,
): void {
  const copy = (path: string): void => {
    mkdirSync(join(to, path), { mode: 0o700 })
    changeOwner(join(to, path), owner)
    for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (skip(inner)) continue
      if (entry.isDirectory()) copy(inner)
      else if (entry.isFile() && copyFile(join(from, inner), join(to, inner))) {
        changeOwner(join(to, inner), owner)
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

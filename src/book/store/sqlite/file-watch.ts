import { statSync } from 'node:fs'

/** Tells whether a connection still reads the file at its path. */
export type FileWatch = {
  /**
   * Returns false if the path names another file or none. If the file was written while there is a -wal
   * file, `verify` gets the size of the -wal file, and decides.
   */
  readonly isUnchanged: (verify: (walSize: number) => Promise<boolean>) => Promise<boolean>
}

/**
 * Watches the file at a path. Must be called before the connection is opened, so that a file that is replaced meanwhile is
 * noticed. Uses stat only: closing the file would drop SQLite's locks on it (https://sqlite.org/howtocorrupt.html).
 */
export function watchFile(path: string): FileWatch {
  let known = stateOf(path)
  return {
    async isUnchanged(verify) {
      const now = stateOf(path)
      // A file that did not exist was created by the connection.
      known ??= now
      // A connection can still read a file that was deleted or renamed.
      if (now === undefined || now.identity !== known?.identity) return false
      if (now.contents === known.contents) return true
      // A checkpoint writes to the file, and so does a copy over it, which leaves a -wal file of another book behind.
      const walSize = sizeOf(`${path}-wal`)
      if (walSize > 0 && !(await verify(walSize))) return false
      known = now
      return true
    },
  }
}

type FileState = { readonly identity: string; readonly contents: string }

function stateOf(path: string): FileState | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (file === undefined) return undefined
  const { dev, ino, size, mtimeNs } = file
  return { identity: `${dev} ${ino}`, contents: `${size} ${mtimeNs}` }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

import { statSync } from 'node:fs'

/** Tells whether a connection still reads the file at its path. */
export type FileWatch = { readonly isUnchanged: () => boolean }

/**
 * Watches the file behind a connection. Uses stat only: opening and closing the file would drop SQLite's locks on it
 * (https://sqlite.org/howtocorrupt.html). `isUnchanged` throws if the file is missing.
 */
export function watchFile(path: string): FileWatch {
  const { identity } = stateOf(path)
  let { contents } = stateOf(path)
  let isSuspect = false
  return {
    isUnchanged() {
      const now = stateOf(path)
      // A connection can still read a file that was deleted or renamed.
      if (now.identity !== identity) return false
      // If a file is overwritten in place, a -wal file left behind mixes pages of two books. A checkpoint also writes
      // to the file before it empties the -wal file, so the file is suspect only at the second time.
      if (now.contents === contents || sizeOf(`${path}-wal`) === 0n) isSuspect = false
      else if (isSuspect) return false
      else {
        isSuspect = true
        return true
      }
      ;({ contents } = now)
      return true
    },
  }
}

function stateOf(path: string): { readonly identity: string; readonly contents: string } {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true })
  return { identity: `${dev} ${ino}`, contents: `${size} ${mtimeNs}` }
}

function sizeOf(path: string): bigint {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.size ?? 0n
}

import { after, before } from 'node:test'

/** A value that is there while tests run. */
type Shared<T> = () => T

/**
 * Opens something before the first test of the files that share it, and closes it after the last. Test files may share a process.
 * Each file calls the returned function once.
 */
export function sharedByFiles<T>(
  open: () => Promise<T>,
  close: (value: T) => Promise<unknown>,
): () => Shared<T> {
  const shared: { opened?: Promise<T>; users: number } = { users: 0 }
  return () => {
    let value: { readonly it: T } | undefined
    shared.users += 1
    before(async () => {
      shared.opened ??= open()
      value = { it: await shared.opened }
    })
    after(async () => {
      shared.users -= 1
      if (shared.users === 0 && value !== undefined) await close(value.it)
    })
    return () => {
      if (value === undefined) throw new Error('It has not been opened yet.')
      return value.it
    }
  }
}

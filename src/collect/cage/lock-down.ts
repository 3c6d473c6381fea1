import { Module } from 'node:module'

/** Functions of `process` that reach other processes or native code. The permission model does not cover all of them. */
const dangerous =
  /kill|debug|dlopen|binding|builtin|linked|[gu]id$|groups|abort|chdir|umask|report/i

/**
 * Gives up what the permission model leaves to this process once its modules are loaded: reading its own files, loading more modules,
 * and signals to other processes. Nothing gives it back.
 */
export function lockDown(): void {
  Module.registerHooks({
    resolve: () => {
      throw new Error('No module is loaded after the pages have come.')
    },
  })
  for (const name of Object.getOwnPropertyNames(process)) {
    if (dangerous.test(name)) Object.defineProperty(process, name, { value: undefined })
  }
  process.permission.drop('fs')
}

import { Module, syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/** Functions of `process` that reach other processes or native code. The permission model does not cover all of them. */
const dangerous =
  /kill|debug|dlopen|binding|builtin|linked|[gu]id$|groups|abort|chdir|umask|report/i

/**
 * Gives up what the permission model leaves to this process once its modules are loaded: reading its own files, loading more modules,
 * and the signals to other processes and their priority. Nothing gives it back.
 */
export function lockDown(): void {
  Module.registerHooks({
    resolve: () => {
      throw new Error('No module is loaded after the pages have come.')
    },
  })
  for (const name of Object.getOwnPropertyNames(process)) {
    if (dangerous.test(name)) remove(process, name)
  }
  remove(os, 'setPriority')
  // Other hooks would come before the one above.
  remove(Module, 'registerHooks')
  syncBuiltinESMExports()
  process.permission.drop('fs')
}

function remove(owner: object, name: string): void {
  Object.defineProperty(owner, name, { value: undefined })
}

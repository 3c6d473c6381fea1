import type { TestContext } from 'node:test'

/** Registers functions to call at the end, as a test does with `t.after`. */
export type CleanupContext = Pick<TestContext, 'after'>

/** A cleanup context outside of a test. `end` calls the functions in reverse order. */
export type Cleanup = CleanupContext & { readonly end: () => Promise<void> }

/** Creates a cleanup context. */
export function createCleanup(): Cleanup {
  const all: (() => unknown)[] = []
  return {
    after(end) {
      if (end !== undefined) all.push(end as () => unknown)
    },
    async end() {
      for (const end of all.splice(0).reverse()) await end()
    },
  }
}

import type { TestContext } from 'node:test'

/** Whoever has an end, at which what was started for it ends: a test. */
export type Ending = Pick<TestContext, 'after'>

/** An end for what is no test; what was started last ends first. */
export type Endings = Ending & { readonly end: () => Promise<void> }

/** Collects what has to end. */
export function endings(): Endings {
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

import { useEffect, useState } from 'preact/hooks'
import { troubleOf, type Trouble } from './api.ts'

/** What came of a question: the value, also while the next one is asked; or what went wrong. */
export type Asked<T> = {
  readonly value: T | undefined
  readonly isAsking: boolean
  readonly trouble: Trouble | undefined
  readonly again: () => void
  /** Whether the value is that of an earlier question, because this one failed. */
  readonly isOld: boolean
}

/** Asks whenever the key is another, and gives up what is no longer wanted. */
export function useAsked<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [asked, setAsked] = useState<Omit<Asked<T>, 'again' | 'isOld'>>({
    value: undefined,
    isAsking: true,
    trouble: undefined,
  })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const asking = async (): Promise<void> => {
      setAsked((last) => ({ ...last, isAsking: true, trouble: undefined }))
      try {
        const value = await ask(stop.signal)
        if (!stop.signal.aborted) setAsked({ value, isAsking: false, trouble: undefined })
      } catch (error) {
        const trouble = troubleOf(error)
        if (!stop.signal.aborted) setAsked((last) => ({ ...last, isAsking: false, trouble }))
      }
    }
    void asking()
    return () => stop.abort()
    // The key says what the question depends on.
  }, [key, times])
  const isOld = asked.value !== undefined && asked.trouble !== undefined
  return { ...asked, isOld, again: () => setTimes(times + 1) }
}

/** What can fail, and be asked again. */
type Failing = Pick<Asked<unknown>, 'trouble' | 'again'>

/** An answer that needs another one beside it: what went wrong with either is said once, and asked again together. */
export function both<A extends Failing>(asked: A, beside: Failing): A {
  return {
    ...asked,
    trouble: asked.trouble ?? beside.trouble,
    again: () => {
      if (asked.trouble !== undefined) asked.again()
      if (beside.trouble !== undefined) beside.again()
    },
  }
}

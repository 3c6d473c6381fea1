import { useLayoutEffect, useState } from 'preact/hooks'
import { NetworkError, ProblemError } from '../../src/serve/client/client.ts'
import { useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { LateCodeError } from './late-code.ts'

/** The state of a request to the API. */
export type RequestState<T> = {
  /** The newest answer; that of the previous request while the next one is loading. */
  readonly value: T | undefined
  readonly isLoading: boolean
  readonly error: ErrorMessage | undefined
  readonly retry: () => void
  /** Whether the value belongs to a previous request because the last one failed. */
  readonly isPrevious: boolean
}

/** Sends a request whenever `key` changes, and aborts the one before. The key holds everything that the request depends on. */
export function useRequest<T>(
  key: string,
  send: (signal: AbortSignal) => Promise<T>,
): RequestState<T> {
  const [state, setState] = useState<Omit<RequestState<T>, 'retry' | 'isPrevious'>>({
    value: undefined,
    isLoading: true,
    error: undefined,
  })
  const messages = useMessages()
  const [retries, setRetries] = useState(0)
  // A layout effect, because other effects wait until the browser has painted.
  useLayoutEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async (): Promise<void> => {
      setState((last) =>
        last.isLoading && last.error === undefined
          ? last
          : { ...last, isLoading: true, error: undefined },
      )
      try {
        const value = await send(signal)
        if (!signal.aborted) setState({ value, isLoading: false, error: undefined })
      } catch (thrown) {
        const error = errorMessageOf(thrown, messages)
        if (!signal.aborted) setState((last) => ({ ...last, isLoading: false, error }))
      }
    }
    void load()
    return () => controller.abort()
  }, [key, retries])
  const isPrevious = state.value !== undefined && state.error !== undefined
  const retry = (): void => setRetries(retries + 1)
  useRetryOnline(state.error !== undefined, retry)
  return { ...state, isPrevious, retry }
}

/** Retries what failed once the browser has a connection again. It listens as soon as the page shows the error. */
export function useRetryOnline(hasFailed: boolean, retry: () => void): void {
  useLayoutEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
}

export type FailableRequest = Pick<RequestState<unknown>, 'error' | 'retry'>

/** Adds the error of a second request to the first. The view then shows one message, and `retry` sends whatever failed. */
export function withErrorOf<A extends FailableRequest>(request: A, other: FailableRequest): A {
  return {
    ...request,
    error: request.error ?? other.error,
    retry: () => {
      if (request.error !== undefined) request.retry()
      if (other.error !== undefined) other.retry()
    },
  }
}

/** One sentence about the error, and one about what the reader can do. */
export type ErrorMessage = { readonly title: string; readonly advice: string }

/** The message for an error that a request threw. */
export function errorMessageOf(error: unknown, { errors, page }: Messages): ErrorMessage {
  if (error instanceof LateCodeError)
    return error.reason === 'outdated'
      ? { title: page.viewFailed, advice: page.copyMayBeOld }
      : errors[error.reason]
  if (!(error instanceof ProblemError))
    return errors[error instanceof NetworkError ? error.reason : 'unreadable']
  const { status, message, retryAfter } = error
  if (status === 429 || status === 503) {
    const { title, advice } = errors.busy
    return {
      title,
      advice: retryAfter === undefined ? advice : errors.busyFor({ seconds: retryAfter }),
    }
  }
  return status >= 500 ? errors.internal : { title: message, advice: errors.otherFilters }
}

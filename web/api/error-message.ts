import { NetworkError, ProblemError } from '../../src/client/client.ts'
import type { Messages } from '../messages/messages.ts'

/** One sentence about the error, and one about what the reader can do. */
export type ErrorMessage = { readonly title: string; readonly advice: string }

/** The message for an error that a request threw. */
export function errorMessageOf(error: unknown, { errors }: Messages): ErrorMessage {
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

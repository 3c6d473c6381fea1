import { NetworkError, ProblemError } from '../src/client/client.ts'

/** One sentence about the error, and one about what the reader can do. */
export type ErrorMessage = { readonly title: string; readonly advice: string }

/** The message for an error that a request threw. */
export function errorMessageOf(error: unknown): ErrorMessage {
  if (error instanceof ProblemError) return problemMessage(error)
  const reason = error instanceof NetworkError ? error.reason : 'unreadable'
  return networkMessages[reason]
}

const networkMessages = {
  unreachable: {
    title: 'Ratebook cannot be reached.',
    advice: 'Check your connection, then try again.',
  },
  'timed-out': {
    title: 'Ratebook did not answer in time.',
    advice: 'Try again in a moment.',
  },
  unreadable: {
    title: 'This page cannot read the answer.',
    advice: 'Reload the page: this copy may be older than the server.',
  },
} as const satisfies Record<NetworkError['reason'], ErrorMessage>

function problemMessage({ status, message, retryAfter }: ProblemError): ErrorMessage {
  if (status === 429 || status === 503) {
    const when = retryAfter === undefined ? 'a moment' : `${retryAfter} s`
    return { title: 'Ratebook is busy.', advice: `Try again in ${when}.` }
  }
  if (status >= 500) {
    return { title: 'Ratebook has an internal error.', advice: 'Try again in a moment.' }
  }
  return { title: message, advice: 'Choose other filters, or a section above.' }
}

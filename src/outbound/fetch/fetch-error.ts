import type { PageResponse } from './exchange.ts'
import type { FailureCode, RefusalCode } from './fetch-outcome.ts'

/** Why a request has no usable response; the message is one sentence. */
export type FetchFault = (
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
) & {
  /** The bytes that arrived, if the body was not read to the end or could not be decompressed. */
  readonly response?: PageResponse
}

/** A request has no usable response. The message is one sentence. */
export class FetchError extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The system's code of an error, such as ECONNREFUSED; its message where it has none. */
export function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? error.message
}

import type { Instant } from '../../domain/instant.ts'

/** A page to fetch. */
export type FetchRequest = {
  readonly url: string
  /** Hosts that redirects may also lead to, beside those of the registrable domain of `url`: names such as `cdn.example`. */
  readonly hosts?: readonly string[]
  /** The ETag of the body that is already kept. Only a strong one is sent: a weak one does not say that bytes are equal. */
  readonly etag?: string
}

/** A response that sent the fetcher to another URL. */
export type FollowedRedirect = { readonly url: string; readonly status: number }

/** Header fields by lower-case name. Values of repeated fields are joined by a comma; `set-cookie` is left out. */
export type ResponseHeaders = Readonly<Record<string, string>>

/** Where a fetch ended: the last URL that was requested or refused, and the redirects before it, in order. */
type FetchPlace = { readonly url: string; readonly redirects: readonly FollowedRedirect[] }

/** The kinds of refusals that end a fetch: Ratebook must not send the request, or the server does not want it. */
export type RefusalCode =
  /** Not a URL of http or https, with a user name or password, or too long. */
  | 'url'
  /** An address of the host is not public, and the operator has not named it. */
  | 'address'
  /** A redirect to another domain, from https to http, or one too many. */
  | 'redirect'
  /** robots.txt disallows the URL. */
  | 'robots'
  /** The server answered the request for robots.txt, but not with rules and not with 4xx. */
  | 'robots-unreachable'
  /** The server, by Retry-After or Crawl-delay, asks for a longer pause than a fetch waits for. */
  | 'wait'
  /** Status 401, 403, 429 or 451. */
  | 'status'

/** The kinds of failures that end a fetch. */
export type FailureCode =
  /** The name cannot be resolved. */
  | 'name'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The response is not HTTP, or it ended too early. */
  | 'protocol'
  | 'headers-too-large'
  | 'too-large'
  /** The body is more than 100 times as large as it was sent. */
  | 'ratio'
  /** A content encoding that is not read, more than one, or a damaged body. */
  | 'encoding'
  /** Any other status than 200. */
  | 'status'
  /** The signal of the fetcher was aborted. */
  | 'stopped'

/** Details of the response, where there was one. Its body is kept as evidence. */
type FetchProblem = FetchPlace & {
  /** One sentence. */
  readonly message: string
  readonly status?: number
  readonly headers?: ResponseHeaders
  readonly charset?: string
  readonly body?: Uint8Array
  /** No request to this host will be sent before. */
  readonly retryAt?: Instant
}

export type FetchRefused = FetchProblem & { readonly kind: 'refused'; readonly code: RefusalCode }
export type FetchFailed = FetchProblem & { readonly kind: 'failed'; readonly code: FailureCode }

/** Status 200 with its whole body, decompressed. */
export type FetchedPage = FetchPlace & {
  readonly kind: 'fetched'
  readonly status: number
  readonly headers: ResponseHeaders
  /** The character encoding that Content-Type names, in lower case. */
  readonly charset?: string
  readonly body: Uint8Array
}

/** Status 304 for the strong ETag that was sent: the body has not changed. */
export type NotModified = FetchPlace & {
  readonly kind: 'not-modified'
  readonly status: 304
  readonly headers: ResponseHeaders
}

/** How a fetch ended. */
export type FetchOutcome = FetchedPage | NotModified | FetchRefused | FetchFailed

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
export function codeOrMessage(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? error.message
}

/** A response. Redirects and 304 have no body. */
export type PageResponse = {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body?: Uint8Array
}

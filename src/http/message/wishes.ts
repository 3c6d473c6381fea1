import type { Body } from './body.ts'
import { createNegotiation, type Encoding } from './encodings.ts'
import { isWorthCompressing } from './represent.ts'

/** What a client wishes. */
export type Wishes = {
  readonly accept?: string | undefined
  readonly 'accept-encoding'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

/** What chooses the encoding in which a body is sent to a client. */
export function createEncodingChoice(): (body: Body, wishes: Wishes) => Encoding {
  const negotiate = createNegotiation()
  const negotiateGzip = createNegotiation('gzip')
  return (body, wishes) => {
    const accepted = String(wishes['accept-encoding'] ?? '')
    if (!isWorthCompressing(body)) return 'identity'
    return body.gzip === undefined ? negotiate(accepted) : negotiateGzip(accepted)
  }
}

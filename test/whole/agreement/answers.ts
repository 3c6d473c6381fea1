import type { Entry } from '../../../src/domain/entry.ts'

/** A response without the headers of its connection. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The response to a GET request. */
export async function answerTo(
  address: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  // Compressed, the length of an answer would depend on its text.
  const response = await fetch(address + target, {
    headers: { 'accept-encoding': 'identity', ...headers },
  })
  const { date: _, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, headers: rest, body: await response.text() }
}

type Receipt = {
  readonly position: number
  readonly by_name: string | null
  readonly corrections: readonly { readonly by_name: string | null }[]
}

/**
 * The receipt that a mirror gives in place of the operator's: it has no names of reviewers, and it does not know how reviewers came
 * to publish a sheet.
 */
export function receiptOfMirror(
  answer: Answer,
  entries: readonly Entry[],
  etag: string | undefined,
): Answer {
  if (answer.status !== 200) return answer
  const receipt = JSON.parse(answer.body) as Receipt
  const sheet = entries[receipt.position - 1]
  const isApproved = sheet?.kind === 'sheet-published' && sheet.hold !== undefined
  const body = JSON.stringify({
    ...receipt,
    by_name: null,
    corrections: receipt.corrections.map((one) => ({ ...one, by_name: null })),
    ...(isApproved && { edited: null, decisions: null }),
  })
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  return { ...answer, headers: { ...answer.headers, ...length, ...(etag && { etag }) }, body }
}

import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SoftwarePasskey } from './software-passkey.ts'
import type { TestDesk } from './test-desk.ts'

/** An answer of the desk. */
export type DeskAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** A request to the desk. `fetch` refuses to send headers such as Host and Origin, so this is a plain one. */
export async function send(
  { port, origin }: Pick<TestDesk, 'port' | 'origin'>,
  method: string,
  path: string,
  {
    headers = {},
    body,
    socketPath,
  }: {
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly socketPath?: string
  } = {},
): Promise<DeskAnswer> {
  const address = socketPath === undefined ? { host: '127.0.0.1', port } : { socketPath }
  const own = { host: new URL(origin).host, ...headers }
  const sent = request({ ...address, method, path, headers: own, agent: false })
  sent.end(body)
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  }
}

/** Sends JSON as a page of the desk does. */
export async function postJson(
  desk: TestDesk,
  path: string,
  body: unknown,
  cookie = '',
): Promise<DeskAnswer> {
  const headers = {
    origin: desk.origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    ...(cookie !== '' && { cookie }),
  }
  return send(desk, 'POST', path, { headers, body: JSON.stringify(body) })
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf({ headers }: DeskAnswer): string {
  const set = headers['set-cookie'] ?? []
  return [set]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/** Asks for a challenge to sign in with; returns it with the cookie of the browser. */
export async function askChallenge(
  desk: TestDesk,
): Promise<{ readonly challenge: string; readonly cookie: string }> {
  const answer = await postJson(desk, '/sign-in/options', {})
  const { challenge } = JSON.parse(answer.body) as { challenge: string }
  return { challenge, cookie: cookiesOf(answer) }
}

/** Signs in with a passkey and returns the cookie of the session. */
export async function signIn(
  desk: TestDesk,
  passkey: SoftwarePasskey,
  counter = 1,
): Promise<string> {
  const { challenge, cookie } = await askChallenge(desk)
  const assertion = passkey.assertion({ challenge, origin: desk.origin, counter })
  const answer = await postJson(desk, '/sign-in', assertion, cookie)
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.status} ${answer.body}`)
  return cookiesOf(answer)
}

import type { SoftwarePasskey } from './software-passkey.ts'
import type { TestDesk } from './test-desk.ts'

/** An answer of the desk. */
export type DeskAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Sends a request to the desk. */
export async function send(
  { inject, origin }: TestDesk,
  method: string,
  path: string,
  {
    headers = {},
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<DeskAnswer> {
  const answer = await inject({
    method: method as 'GET',
    url: path,
    headers: { host: new URL(origin).host, ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers as DeskAnswer['headers'],
    body: answer.body,
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

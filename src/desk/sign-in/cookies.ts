import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie of a session, and that of a browser that was sent a challenge. Browsers let no other host set a `__Host-` cookie. */
export type DeskCookie = '__Host-ratebook-desk' | '__Host-ratebook-desk-challenge'

/** The value of a cookie of a request. */
export function cookieOf(request: FastifyRequest, name: DeskCookie): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[name]
}

/** Sets a cookie that scripts cannot read and that no other site can send. */
export function setCookie(
  reply: FastifyReply,
  name: DeskCookie,
  value: string,
  lifetime: number,
): void {
  const flags = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const
  const maxAge = Math.floor(lifetime / 1_000)
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...flags }))
}

export function clearCookie(reply: FastifyReply, name: DeskCookie): void {
  setCookie(reply, name, '', 0)
}

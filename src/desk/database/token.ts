import { hash, randomBytes } from 'node:crypto'

/** A new secret that nobody can guess: 256 random bits, in characters that a URL and a cookie may contain. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The digest of a token: SHA-256 in lower-case hex. The database stores no token itself, so its reader cannot sign in. */
export function digestOfToken(token: string): string {
  return hash('sha256', token)
}

/** The pages may load only files of the desk, and no other page may frame them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One year. Not for localhost, where it would hold for the servers on all other ports too. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

/**
 * The headers of every response of a desk at an origin. Routes of captured pages replace the policy and the rule for frames with
 * their own.
 */
export function deskHeaders(origin: string): Readonly<Record<string, string>> {
  const { protocol, hostname } = new URL(origin)
  const isSecure = protocol === 'https:' && hostname !== 'localhost'
  return isSecure ? { ...commonHeaders, ...strictTransport } : commonHeaders
}

const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Under `no-referrer`, browsers send `Origin: null` with forms, and the guard of the origin would refuse them.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

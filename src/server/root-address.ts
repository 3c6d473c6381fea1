import type { FastifyRequest } from 'fastify'

/** The address of the server as the client of a request knows it, with the base path and without a slash at the end. */
export type RootAddress = (request: FastifyRequest) => string

/**
 * The public address, or else the address of the request: of its Host header, and behind a trusted proxy of X-Forwarded-Host
 * and X-Forwarded-Proto. A request without a usable host gives the base path alone.
 */
export function createRootAddress(publicUrl: string | undefined, basePath: string): RootAddress {
  if (publicUrl !== undefined) return () => publicUrl
  return ({ protocol, host }) => {
    const url = URL.parse(`${protocol}://${host}`)
    return (url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : '') + basePath
  }
}

/** The targets of a Link header as absolute addresses. They are relative to the path of the request. */
export function absoluteLinks(
  link: string,
  request: FastifyRequest,
  root: string,
  basePath: string,
): string {
  const path = URL.parse(request.url, 'http://localhost')?.pathname ?? ''
  const base = root + path.slice(basePath.length)
  if (!URL.canParse(base)) return link
  return link.replaceAll(/<([^>]*)>/g, (_, target: string) => `<${new URL(target, base).href}>`)
}

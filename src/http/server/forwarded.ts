import { isIP } from 'node:net'

/** An address as some proxies write it: with a port behind, in brackets if it is one of IPv6 (RFC 7239, section 6). */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/

/**
 * The addresses at the end of an `X-Forwarded-For`, each without its port, which says which connection a client used and not who
 * it is. A proxy adds its client at the end. Where that is no address, nobody knows who it was, and what stands before it is
 * that client's word: none of it is believed.
 */
export function forwardedAddresses(header: string): string {
  // Empty elements of a list count for nothing (RFC 9110, section 5.6.1.2).
  const said = header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = said.map((text) => {
    const [, inBrackets, plain] = withPort.exec(text) ?? []
    return inBrackets ?? plain ?? text
  })
  const unknown = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(unknown + 1).join(', ')
}

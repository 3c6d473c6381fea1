import { isIP } from 'node:net'

/** An address with a port, as some proxies write it; IPv6 in brackets (RFC 7239, section 6). */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/

/**
 * The addresses of an X-Forwarded-For header without ports. Each proxy appends its client's address, so what precedes an
 * invalid element is not trustworthy and is dropped.
 */
export function forwardedAddresses(header: string): string {
  if (isIP(header) !== 0) return header
  // Empty elements of a list are ignored (RFC 9110, section 5.6.1.2).
  const elements = header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = elements.map((text) => {
    const [, inBrackets, plain] = withPort.exec(text) ?? []
    return inBrackets ?? plain ?? text
  })
  const lastInvalid = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(lastInvalid + 1).join(', ')
}

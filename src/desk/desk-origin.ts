import { isIP } from 'node:net'

/** The port of the desk unless another is given. */
export const defaultDeskPort = 8090

/** Why a text cannot be the origin of the desk; `undefined` if it can. */
export function deskOriginError(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.origin !== text)
    return `--origin ${text} is not an origin: a scheme and a host, such as https://desk.example.org, without a slash at the end.`
  const { protocol, hostname } = url
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  if (!isSecure)
    return `--origin ${text} is not secure: browsers allow passkeys only with https, or at http://localhost.`
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return undefined
  return `--origin ${text} is an address: passkeys need a name, such as localhost or desk.example.org.`
}

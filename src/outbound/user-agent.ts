import { robotsName } from './fetch/robots.ts'

/**
 * The User-Agent of a Ratebook, such as `Ratebook/1.0.0 (+mailto:rates@example.org)`; `undefined` if the contact is not an e-mail
 * address or a URL of http or https that fits into a header.
 */
export function userAgentOf(version: string, contact: string): string | undefined {
  const isMail = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(contact)
  const isPage = /^https?:\/\/[\x21-\x27\x2a-\x7e]+$/.test(contact) && URL.canParse(contact)
  if (!isMail && !isPage) return undefined
  return `${robotsName}/${version} (+${isMail ? 'mailto:' : ''}${contact})`
}

import { isIP } from 'node:net'

/** Whether a host name or an address, without brackets, is of this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

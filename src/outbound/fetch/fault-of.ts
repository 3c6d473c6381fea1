import { AddressRefusal } from '../connection-guard.ts'
import { FetchError, reasonOf, type FetchFault } from './fetch-error.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { quoted } from './quoted.ts'

/** Why a request to a URL, which ended with this error, has no usable response. */
export function faultOf(error: Error, { host }: URL, limits: FetchLimits): FetchFault {
  const { message } = error
  if (error instanceof AddressRefusal) {
    return { kind: 'refused', code: 'address', message: `${host} was not requested: ${message}.` }
  }
  if (error instanceof FetchError) return { kind: 'failed', code: error.code, message }
  const reason = reasonOf(error)
  if (reason === 'HPE_HEADER_OVERFLOW') {
    const sentence = `The headers of ${host} are longer than ${limits.headerBytes} bytes.`
    return { kind: 'failed', code: 'headers-too-large', message: sentence }
  }
  const sentence = `${host} did not send a complete HTTP response (${quoted(reason)}).`
  return { kind: 'failed', code: 'protocol', message: sentence }
}

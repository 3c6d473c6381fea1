import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { parseWhole } from '../domain/decimal.ts'
import type { Certificate } from '../http/server/listener.ts'

/** Reads one setting after the other, and keeps a sentence for each that is wrong. */
export type SettingReader = {
  readonly wrong: readonly string[]
  /** Something is wrong that no reader of a value sees. */
  readonly refuse: (sentence: string) => void
  /** A plain whole number within its bounds; `what` it is follows «is no». */
  readonly whole: (flag: string, text: string, what: string, least: number, most: number) => number
  /** Addresses and CIDR blocks with commas between them; empty where none are given. */
  readonly addresses: (flag: string, text: string | undefined) => readonly string[]
  /** What reads a certificate and its key anew, once both could be read. */
  readonly certificate: (
    cert: string | undefined,
    key: string | undefined,
  ) => (() => Certificate) | undefined
}

/** A reader of settings that has met nothing wrong so far. */
export function createSettingReader(): SettingReader {
  const wrong: string[] = []
  const refuse = (sentence: string): void => {
    wrong.push(sentence)
  }
  return {
    wrong,
    refuse,
    whole: (flag, text, what, least, most) => {
      const value = parseWhole(text)
      if (value !== undefined && value >= least && value <= most) return value
      refuse(`${flag} ${text} is no ${what}: a number from ${least} to ${most}.`)
      return least
    },
    addresses: (flag, text) => {
      if (text === undefined) return []
      const given = text.split(',').map((part) => part.trim())
      for (const part of given) {
        if (!isBlock(part))
          refuse(`${flag} ${part} is no address or CIDR block such as 10.0.0.0/8 or ::1.`)
      }
      return given
    },
    certificate: (cert, key) => certificateOf(cert, key, refuse),
  }
}

function isBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits === undefined) return most > 0
  // Not 0 bits, which is everybody: the library refuses it, and whoever may say who he is has no limit.
  const length = parseWhole(bits) ?? 0
  return rest.length === 0 && length > 0 && length <= most
}

function certificateOf(
  cert: string | undefined,
  key: string | undefined,
  refuse: SettingReader['refuse'],
): (() => Certificate) | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    refuse('--tls-cert and --tls-key go together; one of them is missing.')
    return undefined
  }
  const read = (): Certificate => {
    const certificate = { cert: readFileSync(cert), key: readFileSync(key) }
    createSecureContext(certificate)
    return certificate
  }
  try {
    read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    refuse(`--tls-cert ${cert} and --tls-key ${key} are no certificate and its key: ${reason}.`)
  }
  return read
}

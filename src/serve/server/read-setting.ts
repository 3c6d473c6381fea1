import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { createSigner, isKeyName, type NoteSigner } from '../../domain/checkpoint.ts'
import { parseWhole } from '../../domain/decimal.ts'
import { reasonOf } from '../../domain/failure.ts'
import type { Certificate } from './framework.ts'

/** Parses settings and collects a message for each wrong one. */
export type SettingReader = {
  readonly wrong: readonly string[]
  /** Adds a message. */
  readonly refuse: (message: string) => void
  /** Parses a whole number between `least` and `most`; `what` names it in the message. */
  readonly whole: (flag: string, text: string, what: string, least: number, most: number) => number
  /** Parses addresses and CIDR blocks separated by commas; empty for `undefined`. */
  readonly addresses: (flag: string, text: string | undefined) => readonly string[]
  /** Checks the files of a certificate and its key, and returns a function that reads them again. */
  readonly certificate: (
    cert: string | undefined,
    key: string | undefined,
  ) => (() => Certificate) | undefined
}

export function createSettingReader(): SettingReader {
  const wrong: string[] = []
  const refuse = (message: string): void => {
    wrong.push(message)
  }
  return {
    wrong,
    refuse,
    whole: (flag, text, what, least, most) => {
      const value = parseWhole(text)
      if (value !== undefined && value >= least && value <= most) return value
      refuse(
        `${flag} ${text} is not a valid ${what}: give a whole number from ${least} to ${most}.`,
      )
      return least
    },
    addresses: (flag, text) => {
      if (text === undefined) return []
      const given = text.split(',').map((part) => part.trim())
      for (const part of given) {
        if (!isBlock(part))
          refuse(`${flag} ${part} is not a valid address or CIDR block, such as 10.0.0.0/8 or ::1.`)
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
  // A length of 0 would trust every client to name its own address, and the library refuses it.
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
    const reason = reasonOf(error)
    refuse(`--tls-cert ${cert} and --tls-key ${key} are no certificate and its key: ${reason}.`)
  }
  return read
}

/** The address of the metrics server. */
export type MetricsAddress = { readonly host: string; readonly port: number }

/** Reads where the metrics server of a command listens; `undefined` for no metrics. */
export function readMetricsAddress(
  {
    metricsPort,
    metricsHost: host,
  }: { readonly metricsPort?: string; readonly metricsHost: string },
  read: SettingReader,
): MetricsAddress | undefined {
  if (metricsPort === undefined) return undefined
  if (host.trim() === '') read.refuse('--metrics-host is empty; give an address such as 127.0.0.1.')
  return { host, port: read.whole('--metrics-port', metricsPort, 'port', 0, 65_535) }
}

/** Reads the key that signs checkpoints. Passes a message about each wrong setting to `refuse`. */
export function readSigner(
  path: string | undefined,
  origin: string | undefined,
  refuse: (message: string) => void,
): NoteSigner | undefined {
  if (path === undefined && origin === undefined) return undefined
  if (path === undefined || origin === undefined) {
    refuse('--signing-key and --origin go together; one of them is missing.')
    return undefined
  }
  const reason = originError(origin)
  if (reason !== undefined) refuse(reason)
  const key = readKey(path, refuse)
  return key === undefined || reason !== undefined ? undefined : createSigner(origin, key)
}

/** Why a name cannot be the origin of checkpoints; `undefined` if it can. */
export function originError(origin: string): string | undefined {
  if (isKeyName(origin)) return undefined
  return `--origin ${origin} is not a valid name: it is a text without spaces and plus signs, such as rates.example.`
}

function readKey(path: string, refuse: (message: string) => void): KeyObject | undefined {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    refuse(`--signing-key ${path} cannot be read: ${reasonOf(error)}.`)
    return undefined
  }
  const key = parseKey(pem)
  if (key?.asymmetricKeyType === 'ed25519') return key
  refuse(
    `--signing-key ${path} is not an Ed25519 private key in PEM; \`ratebook setup --new-key FILE --origin NAME\` makes one.`,
  )
  return undefined
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

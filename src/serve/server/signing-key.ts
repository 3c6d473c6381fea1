import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSigner, isKeyName, type NoteSigner } from '../../domain/checkpoint.ts'
import { reasonOf } from '../../domain/failure.ts'

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

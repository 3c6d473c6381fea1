import { Failure } from '../domain/failure.ts'
import { isLoopback } from '../cli/loopback.ts'
import { nameOf, readInput } from '../cli/read-file.ts'

/** The most bytes of a note, far more than a checkpoint has. */
const noteLimit = 65_536
/** The milliseconds for a whole response. */
const responseTimeout = 10_000

/** Reads the text of a note from a file, from standard input for `-`, or from an address. */
export async function readNoteFrom(place: string): Promise<string> {
  const bytes = /^https?:\/\//i.test(place) ? await fetchNote(place) : await readNoteFile(place)
  if (bytes.byteLength > noteLimit)
    throw new Failure(
      'refused',
      `${nameOf(place)} is not a valid checkpoint: it has more than ${noteLimit} bytes.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Failure('refused', `${nameOf(place)} is not a valid checkpoint: it is not UTF-8.`)
  }
}

async function readNoteFile(path: string): Promise<Uint8Array> {
  const input = await readInput(path)
  if (!('code' in input)) return input
  throw new Failure('refused', `No checkpoint can be read from ${nameOf(path)}: ${input.message}`)
}

async function fetchNote(address: string): Promise<Uint8Array> {
  checkAddress(address)
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeout),
      headers: { accept: 'text/plain' },
    })
    const reason = refusalOf(response)
    if (reason === undefined) return await readBody(response)
    await response.body?.cancel()
    throw new Failure('unreachable', `${address} ${reason}`)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('unreachable', `${address} cannot be reached: ${reasonOf(error)}.`)
  }
}

/** Refuses an address that would show the request to others, or whose password would show in messages. */
function checkAddress(address: string): void {
  const url = URL.parse(address)
  if (url === null) throw new Failure('usage', `--checkpoint ${address} is not a valid address.`)
  if (url.username !== '' || url.password !== '')
    throw new Failure('usage', '--checkpoint takes no address with a user name or a password.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new Failure(
      'usage',
      `--checkpoint ${address}: give an address with https; http is only for this machine.`,
    )
}

/** Why a response has no note; `undefined` if it may have one. */
function refusalOf({ status, headers }: Response): string | undefined {
  if (status === 200) return undefined
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    return `redirects to ${location}; give the address of the checkpoint itself.`
  if (status === 404)
    return 'has no checkpoint: the answer is 404. Does the server have a signing key?'
  return `gives no checkpoint: the answer has status ${status}.`
}

/** Reads a body, and stops just after the limit. */
async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return Buffer.alloc(0)
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > noteLimit) break
  }
  return Buffer.concat(chunks)
}

/** The reason of an error of `fetch`, which is often in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no whole response in ${responseTimeout / 1000} seconds`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}

import Negotiator from 'negotiator'

/** The encodings of an answer, in the order in which the server prefers them; */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]
/** and where gzip costs next to nothing. */
const gzipFirst = ['gzip', 'br', 'identity'] as const

/** As many headers as are remembered; browsers and libraries write them in a few dozen ways. */
const remembered = 1_000

/** The encoding for a client's `Accept-Encoding`; what we lack is answered plain, never 406. Each header is read once: that costs more than most answers. */
export function createNegotiation(
  prefers: 'br' | 'gzip' = 'br',
): (acceptEncoding: string) => Encoding {
  const order = prefers === 'gzip' ? gzipFirst : encodings
  const known = new Map<string, Encoding>()
  return (acceptEncoding) => {
    let encoding = known.get(acceptEncoding)
    if (encoding === undefined) {
      encoding = encodingFor(acceptEncoding, order)
      if (known.size >= remembered) known.clear()
      known.set(acceptEncoding, encoding)
    }
    return encoding
  }
}

function encodingFor(acceptEncoding: string, order: readonly Encoding[]): Encoding {
  const headers = { 'accept-encoding': acceptEncoding }
  const negotiator = new Negotiator({ headers }) as Negotiator & PreferredEncoding
  const wished = negotiator.encoding(order, { preferred: order })
  return order.find((encoding) => encoding === wished) ?? 'identity'
}

/** Of encodings that the client likes equally, ours goes first: an option of the library that its types lack. */
type PreferredEncoding = {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined
}

import type { Answers } from '../answers.ts'
import { createFormatNegotiation } from '../formats/format.ts'
import type { Wishes } from '../message/wishes.ts'
import type { ReadTarget } from '../read-target.ts'
import { byBytes } from './by-bytes.ts'
import { copyOf } from './dated.ts'
import type { Viewed } from './head-number.ts'
import { createKnownLists, type Asked, type Made } from './known-lists.ts'
import type { WireHead } from './wire.ts'

/** A head that was read. */
export type ReadHead = Asked & {
  /** Remembers its list for those who ask for other pages, once the response is made; there is none to remember where it was known. */
  readonly remember?: (made: Made) => void
}

/** Reads the heads of requests whose headers are known. */
export type HeadReader = {
  /** Learns what headers wish for, by the text in which they were sent. */
  readonly learn: (headers: string, wishes: Wishes) => void
  /** What the head between two places asks; `undefined` where that is Node's server's to say. */
  readonly read: (arrived: Viewed, start: number, end: number) => ReadHead | undefined
  /** Forgets what belongs to a market. */
  readonly forget: () => void
}

/** The bytes that clients' headers may take up, of some thousand clients; one that sends others each time makes the server forget them. */
const mostHeaders = 1_000_000
/** About what a client's wishes take up beside its headers. */
const wishesSize = 300
/** The plainest request line up to the end of its target; what stands in that is looked at where it is read, … */
const requestLine = /^(GET|HEAD) (\S+)$/
/** … and what stands between the target and the headers is looked up with those. */
const behindTarget = ' HTTP/1.1\r\n'
/** Where the space behind a target is looked for at the earliest: behind `HEAD `, or one byte into the target of a GET. */
const verbLength = 'HEAD '.length
const space = 0x20

/** Knows no headers yet, and no lists. */
export function createHeadReader(
  readTarget: ReadTarget,
  wireHead: WireHead,
  answers: Pick<Answers, 'sayNow' | 'formNow'>,
): HeadReader {
  const wishesOf = byBytes<Wishes>(mostHeaders, wishesSize)
  const formatFor = createFormatNegotiation()
  const newLists = () => createKnownLists(wireHead, answers, formatFor)
  let lists = newLists()

  /** What a request line that is written in the plainest way asks. */
  const readLine = (line: string, wishes: Wishes): Asked | undefined => {
    const [, verb, target] = requestLine.exec(line) ?? []
    const targeted = target === undefined ? undefined : readTarget(target)
    if (targeted === undefined || target === undefined) return undefined
    const { endpoint, format } = targeted
    return {
      endpoint,
      method: verb === 'HEAD' ? 'HEAD' : 'GET',
      target,
      make() {
        const asking = targeted.ask(format ?? formatFor(endpoint, wishes.accept ?? ''))
        const said = 'problem' in asking ? undefined : answers.sayNow(asking, wishes)
        if (said?.answer === undefined) return undefined
        const { answer, via, reply } = said
        return { answer, via, status: reply.status, head: wireHead(reply), body: reply.body }
      },
    }
  }
  return {
    learn(headers, wishes) {
      const { accept, 'accept-encoding': encodings, 'if-none-match': known } = wishes
      const kept = { accept, 'accept-encoding': encodings, 'if-none-match': known }
      wishesOf.set(copyOf(Buffer.from(behindTarget + headers, 'latin1')), kept)
    },
    read(arrived, start, end) {
      const { bytes, view } = arrived
      let lineEnd = start + verbLength
      while (lineEnd < end && view.getUint8(lineEnd) !== space) lineEnd++
      const wishes = wishesOf.find(view, lineEnd, end)
      if (wishes === undefined) return undefined
      const listed = lists.find(view, start, lineEnd, wishes)
      if (listed !== undefined) return listed
      const asked = readLine(bytes.toString('latin1', start, lineEnd), wishes)
      if (asked === undefined) return undefined
      return { ...asked, remember: (made) => lists.keep(arrived, start, lineEnd, asked, made) }
    },
    forget() {
      lists = newLists()
    },
  }
}

import { connect, type Socket } from 'node:net'

/** What a client met that no client should: the moment in its exchange, and what happened. */
export type Mishap = { readonly moment: string; readonly error: string }

/** Clients that ask again and again until they are refused. */
export type Hammer = {
  /** Complete answers so far. */
  readonly answers: () => number
  /** Ends once every client was refused a connection, with all that went wrong before. */
  readonly refused: Promise<readonly Mishap[]>
}

const requestText =
  'GET /rates/current?institution_id=peoples-bank HTTP/1.1\r\nHost: ratebook.example\r\n\r\n'

/** Starts so many clients, each on a connection that it keeps for as long as the server lets it, or for one request only. */
export function hammer(port: number, kept: number, fleeting: number): Hammer {
  let answers = 0
  const mishaps: Mishap[] = []
  const client = async (keeps: boolean): Promise<void> => {
    for (;;) {
      const outcome = await converse(port, keeps, () => answers++)
      if (outcome === 'refused') return
      if (outcome !== 'closed') mishaps.push(outcome)
    }
  }
  const clients = Array.from({ length: kept + fleeting }, (_, index) => client(index < kept))
  return { answers: () => answers, refused: Promise.all(clients).then(() => mishaps) }
}

/** One connection: requests until the server says that it closes, or has said so. */
function converse(
  port: number,
  keeps: boolean,
  onAnswer: () => void,
): Promise<Mishap | 'closed' | 'refused'> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let [received, moment, closing] = ['', 'connecting', false]
    const ask = () => {
      received = ''
      moment = 'waiting'
      socket.write(requestText)
    }
    socket.setEncoding('latin1').setTimeout(20_000, () => socket.destroy(new Error('silence')))
    socket.on('connect', ask)
    socket.on('data', (chunk: string) => {
      moment = 'reading'
      received += chunk
      if (!isWhole(received)) return
      onAnswer()
      closing = /^connection: close\r$/im.test(received) || !keeps
      moment = 'between'
      if (closing) socket.end()
      else ask()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const refusal = moment === 'connecting' && error.code === 'ECONNREFUSED'
      resolve(refusal ? 'refused' : { moment, error: error.code ?? error.message })
    })
    socket.on('close', () =>
      resolve(
        closing
          ? 'closed'
          : { moment, error: `closed without an answer after ${received.slice(0, 200)}` },
      ),
    )
  })
}

/** Whether an answer has come whole; that there is no time for one is an answer, too, on a machine that does much else. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = Number(received.match(/\r\ncontent-length: (\d+)\r\n/i)?.[1])
  const isAnswer = /^HTTP\/1\.1 (?:200|503) /.test(received)
  return isAnswer && end !== -1 && received.length === end + 4 + length
}

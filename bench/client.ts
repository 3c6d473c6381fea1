import { Agent, get, request, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { figure } from './page.ts'

/** The outcome of one request: its status, 0 if there was no complete answer, and the milliseconds that it took. */
export type Outcome = { readonly status: number; readonly milliseconds: number }

/** After so many milliseconds a client gives up. */
const patience = 10_000

/** A client that keeps one connection. */
export function keptConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

/** Sends a request and discards the answer. Without an agent, it uses a new connection. */
export function ask(url: string, agent: Agent | false = false): Promise<Outcome> {
  return outcomeOf(request(url, { agent, headers: { 'accept-encoding': 'br, gzip' } }))
}

/** Posts JSON to `/mcp`, and discards the answer. */
export function post(url: string, body: object, agent: Agent | false = false): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return outcomeOf(request(url, { agent, headers, method: 'POST' }), JSON.stringify(body))
}

function outcomeOf(sent: ClientRequest, body?: string): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => {
      clearTimeout(timer)
      resolve({ status, milliseconds: performance.now() - startedAt })
    }
    sent.once('response', (response) => {
      response.resume()
      response.once('end', () => end(response.complete ? (response.statusCode ?? 0) : 0))
      response.on('error', () => end(0))
    })
    sent.on('error', () => end(0))
    const timer = setTimeout(() => {
      end(0)
      sent.destroy()
    }, patience)
    sent.end(body)
  })
}

/** Sends one request after the other on a kept connection until an instant, with a pause after each answer. */
export async function askInLoop(
  nextUrl: () => string,
  until: number,
  pause = 0,
): Promise<Outcome[]> {
  const agent = keptConnection()
  const outcomes: Outcome[] = []
  while (performance.now() < until) {
    outcomes.push(await ask(nextUrl(), agent))
    if (pause > 0) await sleep(pause)
  }
  agent.destroy()
  return outcomes
}

/** Sends a request every so many milliseconds until an instant, however long the answers take. */
export async function askEvery(
  milliseconds: number,
  until: number,
  send: () => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = []
  for (let at = performance.now(); at < until; at += milliseconds) {
    await sleep(Math.max(0, at - performance.now()))
    outcomes.push(send())
  }
  return Promise.all(outcomes)
}

/** Reads a stream until nothing has arrived for a moment, as a client does that replays all events. */
export function replay(url: string): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const sent = get(url, { agent: false }, (response) => {
      response.on('data', () => timer.refresh())
      response.on('error', () => end(response.statusCode ?? 0))
      response.once('end', () => end(response.statusCode ?? 0))
      if (response.statusCode !== 200) end(response.statusCode ?? 0)
      clearTimeout(timer)
      timer = setTimeout(() => end(200), 1000)
    })
    const end = (status: number) => {
      clearTimeout(timer)
      sent.destroy()
      resolve({ status, milliseconds: performance.now() - startedAt })
    }
    let timer = setTimeout(() => end(0), patience)
    sent.on('error', () => end(0))
  })
}

/** A percentile of numbers. */
export function percentile(numbers: readonly number[], percent: number): number {
  const rising = numbers.toSorted((a, b) => a - b)
  return rising[Math.ceil((rising.length * percent) / 100) - 1] ?? Number.NaN
}

/** The milliseconds of outcomes. */
export function timesOf(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ milliseconds }) => milliseconds)
}

/** How many requests had no complete answer, and how many the server refused. */
export function failuresOf(outcomes: readonly Outcome[]): string {
  const without = outcomes.filter(({ status }) => status === 0).length
  const refused = outcomes.filter(({ status }) => status === 429 || status >= 500).length
  return `${figure(without)} without an answer, ${figure(refused)} refused, of ${outcomes.length}`
}

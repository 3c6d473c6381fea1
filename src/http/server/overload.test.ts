import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { defaultLimits } from './limits.ts'
import { createGate } from './overload.ts'

const limits = {
  ...defaultLimits,
  turn: 5,
  longestTurn: 8,
  burst: 50,
  rest: 2,
  longestRest: 7,
}

const anyone = {}

/** A gate with a clock that only the test moves; `answers` asks for so many in one turn and says which were admitted. */
function gateOf() {
  let now = 1_000
  const gate = createGate(limits, () => now)
  return {
    gate,
    wait: (milliseconds: number) => (now += milliseconds),
    answers: async (...costs: readonly number[]): Promise<string> => {
      let admitted = ''
      for (const cost of costs) {
        const isAdmitted = gate.admits(anyone)
        admitted += isAdmitted ? 'y' : 'n'
        // A refusal costs next to nothing.
        now += isAdmitted ? cost : 0.01
      }
      await turn()
      return admitted
    },
  }
}
const each = (cost: number, count: number) => Array.from({ length: count }, () => cost)

test('a turn that is long for once refuses nobody, and neither do bursts with pauses as long between them', async () => {
  const { answers, wait } = gateOf()
  for (let burst = 0; burst < 20; burst++) {
    assert.equal(await answers(...each(1, 50)), 'y'.repeat(50))
    wait(45)
  }
})

test('an overload: when turns have been 50 ms too long in all, each answers for 5 ms and refuses the rest', async () => {
  const { answers } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  // The first is the longest, which is not counted.
  assert.equal(await answers(...each(1, 12)), 'yyyyyyynnnnn')
  assert.equal(await answers(...each(1, 12)), 'yyyyyyynnnnn')
})

test('what is spent for several answers at once counts whole, in a turn and right behind it', async () => {
  const { gate, answers, wait } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  const admitted = [2, 2, 0, 0].map((spent) => {
    const isAdmitted = gate.admits(anyone)
    gate.spent(wait(1 + spent) && spent)
    return isAdmitted
  })
  await turn()
  assert.deepEqual(admitted, [true, true, true, false])
  gate.spent(wait(100) && 100)
  assert.equal(await answers(...each(1, 12)), 'yyyyyyynnnnn', 'it was no pause')
})

test('turns that are a little too long are an overload later than those that are much too long', async () => {
  const turnsUntil = async (answered: number): Promise<number> => {
    const { answers } = gateOf()
    let turns = 1
    while (!(await answers(...each(1, answered))).endsWith('n')) turns++
    return turns
  }
  assert.deepEqual([await turnsUntil(8), await turnsUntil(11), await turnsUntil(26)], [26, 11, 3])
})

test('after an overload pauses are caught up, a millisecond for each, whatever there were of them', async () => {
  for (const [pauses, caughtUp] of [
    [[0], 0],
    [[0.5], 0],
    [[2], 2],
    [[1, 1, 1], 3],
    [[20], 20],
    [[30, 20], 50],
    [[1_000], 50],
  ] as const) {
    const { answers, wait } = gateOf()
    for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
    for (const pause of pauses) {
      wait(pause)
      await answers(0.1)
    }
    assert.equal(
      await answers(...each(1, 100)),
      `${'y'.repeat(7 + caughtUp)}${'n'.repeat(93 - caughtUp)}`,
    )
  }
})

test('a server that is always at work refuses, however short some of its turns are', async () => {
  const { answers, wait } = gateOf()
  for (let round = 0; round < 4; round++) {
    await answers(...each(1, 40))
    for (let turns = 0; turns < 9; turns++) {
      wait(0.05)
      await answers(0.2)
    }
  }
  assert.match(await answers(...each(1, 40)), /^y{7}n+$/)
})

test('clients that ask in step, with pauses that do not make up for their turns, are refused early in each', async () => {
  const { answers, wait } = gateOf()
  let admitted = ''
  for (let burst = 0; burst < 6; burst++) {
    admitted = await answers(...each(1, 50))
    wait(10)
  }
  assert.equal(admitted, `${'y'.repeat(17)}${'n'.repeat(33)}`)
})

/** A connection of a client, which notes what is done with it. */
function connection() {
  const done: string[] = []
  return {
    done,
    pause: () => done.push('paused'),
    resume: () => done.push('resumed'),
  }
}

/** Moves the time of timers on by hand. */
function holdTimers(t: TestContext): (milliseconds: number) => void {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (milliseconds) => t.mock.timers.tick(milliseconds)
}

test('those who were refused are read again one after the other, and nobody later than the longest rest', (t) => {
  const tick = holdTimers(t)
  const { gate } = gateOf()
  const clients = Array.from({ length: 6 }, connection)
  const resumed = (): number => clients.filter(({ done }) => done.at(-1) === 'resumed').length
  for (const client of clients) gate.rest(client)
  // Requests that one had sent already are refused as well, and who was resumed by somebody else waits on: nothing changes.
  clients[0]?.resume()
  for (const client of clients) gate.rest(client)
  assert.ok(clients.every(({ done }) => done.at(-1) === 'paused'))
  const seen = Array.from({ length: 8 }, () => {
    tick(1)
    return resumed()
  })
  assert.deepEqual(seen, [0, 1, 1, 2, 2, 3, 6, 6])
  const wakings = clients.flatMap(({ done }) => done.filter((one) => one === 'resumed'))
  assert.equal(wakings.length, 7, 'each by the gate once')
  const [client] = clients
  assert.ok(client)
  client.done.length = 0
  gate.rest(client)
  tick(1)
  assert.equal(client.done.join(), 'paused')
  tick(1)
  assert.equal(client.done.join(), 'paused,resumed')
})

test('who was refused is admitted once when it is read again, whoever else is there', async (t) => {
  const tick = holdTimers(t)
  const { gate, answers } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  const [one, other] = [connection(), connection()]
  for (const client of [one, other]) gate.rest(client)
  const admitted = answers(...each(1, 12))
  assert.deepEqual([gate.admits(one), gate.admits(other)], [false, false], 'not before')
  tick(2)
  const clients = [one, other, one, other]
  assert.deepEqual(clients.map(gate.admits), [true, false, false, false])
  tick(2)
  assert.deepEqual(clients.map(gate.admits), [false, true, false, false])
  assert.match(await admitted, /n$/)
})

test('who was refused and then answered goes before nobody', async (t) => {
  const tick = holdTimers(t)
  const { gate, answers } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  const client = connection()
  gate.rest(client)
  tick(2)
  assert.equal(gate.admits(client), true)
  assert.match(await answers(...each(1, 12)), /n$/)
  const admitted = answers(...each(1, 12))
  assert.equal(gate.admits(client), false)
  assert.match(await admitted, /n$/)
})

test('who was admitted and is asked once more is admitted again, once', async () => {
  const { gate, answers } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  const [admitted, client] = [answers(...each(1, 12)), {}]
  gate.again(client)
  assert.deepEqual([gate.admits(client), gate.admits(client)], [true, false])
  assert.match(await admitted, /n$/)
})

test('those who were refused are admitted until the turn has been as long as it may be', async (t) => {
  const tick = holdTimers(t)
  const { gate, answers, wait } = gateOf()
  for (let time = 0; time < 120; time += 20) await answers(...each(1, 20))
  const clients = Array.from({ length: 6 }, connection)
  for (const client of clients) gate.rest(client)
  tick(100)
  const admitted = answers(...each(1, 8))
  const readAgain = clients.map((client) => {
    wait(1)
    return gate.admits(client)
  })
  assert.deepEqual(readAgain, [true, true, false, false, false, false])
  assert.equal(await admitted, 'yyyyyyyn')
})

test('one slow answer after the other is no overload: those behind them wait, and are answered', async () => {
  const { answers } = gateOf()
  for (let turns = 0; turns < 50; turns++)
    assert.equal(await answers(20, ...each(0.1, 10)), 'y'.repeat(11))
})

test('a sudden flood is refused once its first turn is 50 ms too long, in the same turn', async () => {
  const { answers } = gateOf()
  const admitted = await answers(...each(1, 1_000))
  assert.equal(admitted, 'y'.repeat(57) + 'n'.repeat(943))
})

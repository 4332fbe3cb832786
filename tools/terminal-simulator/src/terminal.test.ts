import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { afterEach, expect, test } from 'vitest'
import { ReadingRefused, type Link, type OpenLink } from './links.ts'
import { createTerminal, type SimulatedTerminal } from './terminal.ts'

interface FakeLink extends Link {
  sent: { reading: ReadingMessage; acknowledge: () => void; refuse: (error: Error) => void }[]
  lose(): void
}

/** Opens links whose acknowledgements the test controls. */
function fakeServer(refusals = 0) {
  const links: FakeLink[] = []
  let tries = 0
  const open: OpenLink = () => {
    tries += 1
    if (tries <= refusals) return Promise.reject(new Error('refused'))
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const link: FakeLink = {
      sent: [],
      lost,
      lose,
      send(reading) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        link.sent.push({ reading, acknowledge: resolve, refuse: reject })
        void lost.then(() => reject(new Error('lost')))
        return promise
      },
      close: () => Promise.resolve(lose()),
    }
    links.push(link)
    return Promise.resolve(link)
  }
  return { open, links, tries: () => tries }
}

const started: SimulatedTerminal[] = []
function terminal(options: Parameters<typeof createTerminal>[0]): SimulatedTerminal {
  const made = createTerminal({ firstPauseMs: 1, longestPauseMs: 2, ...options })
  started.push(made)
  return made
}
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())))

const reading = (ph: number): ReadingMessage => ({ measured_at: 1_700_000_000_000 + ph, ph })
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const seen = look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a terminal never exceeds its limit of readings in flight', async () => {
  const server = fakeServer()
  const sender = terminal({ open: server.open, inFlight: 2 })
  const reports = [7, 8, 9].map((ph) => sender.report(reading(ph)))
  const link = await until(() => (server.links[0]?.sent.length === 2 ? server.links[0] : undefined))
  link.sent[0]?.acknowledge()
  await reports[0]
  await until(() => link.sent[2])
  expect(link.sent.map((each) => each.reading.ph)).toEqual([7, 8, 9])
  link.sent.forEach((each) => each.acknowledge())
  await Promise.all(reports)
})

test('readings unacknowledged when the connection broke are resent in order and counted once', async () => {
  const server = fakeServer()
  const acknowledged: number[] = []
  const sender = terminal({
    open: server.open,
    inFlight: 3,
    onAcknowledged: ({ ph }) => acknowledged.push(ph ?? 0),
  })
  const reports = [7, 8, 9].map((ph) => sender.report(reading(ph)))
  const first = await until(() => (server.links[0]?.sent.length === 3 ? server.links[0] : undefined))
  first.sent[1]?.acknowledge()
  await reports[1]
  first.lose()
  const second = await until(() => (server.links[1]?.sent.length === 2 ? server.links[1] : undefined))
  expect(second.sent.map((each) => each.reading.ph)).toEqual([7, 9])
  second.sent.forEach((each) => each.acknowledge())
  await Promise.all(reports)
  expect(acknowledged).toEqual([8, 7, 9])
  expect(sender.counts).toEqual({ acknowledged: 3, refused: 0, resent: 2, reconnects: 1 })
})

test('a terminal retries when the server refuses the connection', async () => {
  const server = fakeServer(2)
  const troubles: string[] = []
  const sender = terminal({
    open: server.open,
    onTrouble: ({ message }) => troubles.push(message),
  })
  const report = sender.report(reading(7))
  const link = await until(() => server.links[0])
  await until(() => link.sent[0])
  link.sent[0]?.acknowledge()
  await report
  expect(troubles).toEqual(['refused', 'refused'])
  expect(sender.counts.reconnects).toBe(2)
})

test('a reading that the server refuses for good is not resent', async () => {
  const server = fakeServer()
  const sender = terminal({ open: server.open })
  const report = sender.report(reading(7))
  const link = await until(() => (server.links[0]?.sent.length ? server.links[0] : undefined))
  link.sent[0]?.refuse(new ReadingRefused('too old'))
  await report
  expect(sender.counts).toMatchObject({ acknowledged: 0, refused: 1, resent: 0 })
})

test('closing a terminal rejects its unacknowledged readings', async () => {
  const server = fakeServer()
  const sender = terminal({ open: server.open })
  const report = sender.report(reading(7))
  const outcome = expect(report).rejects.toThrow('closed before')
  await until(() => (server.links[0]?.sent.length ? true : undefined))
  await sender.close()
  await outcome
})

test('whenBelow waits until few enough are unacknowledged', async () => {
  const server = fakeServer()
  const sender = terminal({ open: server.open, inFlight: 5 })
  const reports = [sender.report(reading(7)), sender.report(reading(8))]
  const link = await until(() => (server.links[0]?.sent.length === 2 ? server.links[0] : undefined))
  let isBelow = false
  const below = sender.whenBelow(2).then(() => (isBelow = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isBelow).toBe(false)
  link.sent[0]?.acknowledge()
  await below
  link.sent[1]?.acknowledge()
  await Promise.all(reports)
})

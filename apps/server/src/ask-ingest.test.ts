import type { ReceivedMessage } from '@dalyan/contracts/diagnosis'
import { expect, test } from 'vitest'
import { mergeReceived } from './ask-ingest.ts'

const message = (number: number, second: number): ReceivedMessage => ({
  number,
  at: `2026-01-01T00:00:0${second}.000Z`,
  kind: 'connected',
  text: `${number} at ${second}`,
})

test('the messages of one process stay as they are', () => {
  const list = [message(3, 5), message(2, 1)]
  expect(mergeReceived([[], list])).toBe(list)
  expect(mergeReceived([[], []])).toEqual([])
})

test('the messages of two processes keep their numbers when newer ones come', () => {
  const before = mergeReceived([[message(2, 3), message(1, 1)], [message(1, 2)]])
  expect(before.map(({ number, text }) => [number, text])).toEqual([
    [3, '2 at 3'],
    [2, '1 at 2'],
  ])
  const after = mergeReceived([
    [message(2, 3), message(1, 1)],
    [message(2, 4), message(1, 2)],
  ])
  expect(after.map(({ number, text }) => [number, text])).toEqual([
    [4, '2 at 4'],
    [3, '2 at 3'],
  ])
})

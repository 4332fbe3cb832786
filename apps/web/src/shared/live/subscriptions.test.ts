import type { SubscribeReply } from '@dalyan/contracts/live-messages'
import { expect, test, vi } from 'vitest'
import { createSubscriptions, type OnSubscribed } from './subscriptions.ts'

function fakeSocket(reply: SubscribeReply = { ok: true }) {
  const sent: string[] = []
  return {
    sent,
    connected: true,
    emit(event: string, { channel }: { channel: string }, ack: (reply: SubscribeReply) => void) {
      sent.push(`${event} ${channel}`)
      ack(reply)
    },
  }
}

test('a channel with two subscribers is subscribed once, and left after the last one unsubscribes', () => {
  const socket = fakeSocket()
  const { subscribe } = createSubscriptions(socket, () => {})
  const first = subscribe('tanks')
  const second = subscribe('tanks')
  first()
  first()
  expect(socket.sent).toEqual(['subscribe tanks'])
  second()
  expect(socket.sent).toEqual(['subscribe tanks', 'unsubscribe tanks'])
})

test('each connect subscribes to every channel, and reports whether a connection was lost before', () => {
  const socket = fakeSocket()
  const onSubscribed = vi.fn<OnSubscribed>()
  const { subscribe, resubscribe } = createSubscriptions(socket, onSubscribed)
  socket.connected = false
  subscribe('tanks')
  subscribe('tank.7')
  expect(socket.sent).toEqual([])
  socket.connected = true
  resubscribe()
  expect(socket.sent).toEqual(['subscribe tanks', 'subscribe tank.7'])
  resubscribe()
  expect(onSubscribed.mock.calls).toEqual([
    ['tanks', false],
    ['tank.7', false],
    ['tanks', true],
    ['tank.7', true],
  ])
})

test('a refused channel is never reported as subscribed', () => {
  const onSubscribed = vi.fn<OnSubscribed>()
  createSubscriptions(fakeSocket({ error: 'unknown_channel' }), onSubscribed).subscribe('tank.8')
  expect(onSubscribed).not.toHaveBeenCalled()
})

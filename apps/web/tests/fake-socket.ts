import type { LiveEvent, LiveMessages, SubscribeReply } from '@dalyan/contracts/live-messages'

type Handler = (body: unknown) => void

/** Stands in for socket.io-client: connects at once, remembers what was asked, and says what a test lets it say. */
export class FakeSocket {
  connected = false
  /** Whether it would try again by itself. */
  active = true
  readonly sent: string[] = []
  readonly #handlers = new Map<string, Handler[]>()

  constructor() {
    queueMicrotask(() => this.comeBack())
  }
  on(event: string, handler: Handler): this {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
    return this
  }
  emit(event: string, { channel }: { channel: string }, ack: (reply: SubscribeReply) => void): void {
    this.sent.push(`${event} ${channel}`)
    ack({ ok: true })
  }
  connect(): void {
    this.comeBack()
  }
  disconnect(): void {
    this.lose('io client disconnect')
  }
  off(): void {
    this.#handlers.clear()
  }
  comeBack(): void {
    this.connected = true
    this.#tell('connect', undefined)
  }
  lose(reason: 'transport close' | 'io server disconnect' | 'io client disconnect' = 'transport close'): void {
    this.connected = false
    this.#tell('disconnect', reason)
  }
  refuse(): void {
    this.active = false
    this.#tell('connect_error', new Error('refused'))
  }
  say<E extends LiveEvent>(channel: string, event: E, data: LiveMessages[E]): void {
    this.#tell(event, { channel, data })
  }
  #tell(event: string, body: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(body)
  }
}

let sockets: FakeSocket[] = []

export function io(): FakeSocket {
  const socket = new FakeSocket()
  sockets.push(socket)
  return socket
}

export function lastSocket(): FakeSocket | undefined {
  return sockets.at(-1)
}

export function forgetSockets(): void {
  sockets = []
}

import type {
  LiveEvent,
  LiveMessages,
  SocketRefusal,
  SocketSignIn,
  SubscribeReply,
} from '@dalyan/contracts/live-messages'

type Handler = (body: unknown) => void
type Auth = (give: (signIn: SocketSignIn) => void) => void

/** Replaces socket.io-client: connects at once, records what was sent, and emits what a test says. */
export class FakeSocket {
  connected = false
  /** Whether the client would reconnect by itself. */
  active = true
  readonly sent: string[] = []
  /** The data of the last sign-in. */
  signedInWith: SocketSignIn | null = null
  readonly #handlers = new Map<string, Handler[]>()
  readonly #auth: Auth

  constructor(auth: Auth) {
    this.#auth = auth
    queueMicrotask(() => this.comeBack())
  }
  on(event: string, handler: Handler): this {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
    return this
  }
  emit(event: string, body: Record<string, unknown>, ack?: (reply: SubscribeReply) => void): void {
    this.sent.push([event, ...Object.values(body)].join(' '))
    ack?.({ ok: true })
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
    this.#auth((signIn) => (this.signedInWith = signIn))
    this.#tell('connect', undefined)
  }
  lose(reason: 'transport close' | 'io server disconnect' | 'io client disconnect' = 'transport close'): void {
    this.connected = false
    this.#tell('disconnect', reason)
  }
  refuse(why: SocketRefusal): void {
    this.active = false
    this.#tell('connect_error', new Error(why))
  }
  say<E extends LiveEvent>(channel: string, event: E, data: LiveMessages[E]): void {
    this.#tell(event, { channel, data })
  }
  #tell(event: string, body: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(body)
  }
}

let sockets: FakeSocket[] = []

export function io(_address: string, { auth }: { auth: Auth }): FakeSocket {
  const socket = new FakeSocket(auth)
  sockets.push(socket)
  return socket
}

export function lastSocket(): FakeSocket | undefined {
  return sockets.at(-1)
}

export function forgetSockets(): void {
  sockets = []
}

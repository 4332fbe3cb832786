import { createServer, type AddressInfo, type Socket } from 'node:net'

/** An email as received. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body with CRLF line ends. */
  source: string
}

type SmtpMoment = 'taken' | 'answer'

export interface SmtpServer {
  url: string
  mails: ReceivedMail[]
  /** Whether emails are accepted from now on; else each is refused temporarily (451). */
  accept(yes: boolean): void
  /** Mailboxes that do not exist (550). */
  unknown: Set<string>
  /** Stops answering from now on, before or after an email is acknowledged. Resolves when the first one has reached this moment. */
  silentAt(moment: SmtpMoment): Promise<void>
  /** Closes open connections and completes conversations again from now on. */
  talk(): void
  close(): Promise<void>
}

/** A minimal mail server on a separate port. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  let isAccepting = true
  const unknown = new Set<string>()
  let silence: { moment: SmtpMoment; reached: () => void } | null = null
  const isSilentAt = (moment: SmtpMoment) => {
    if (silence?.moment === moment) silence.reached()
    return silence?.moment === moment
  }
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let mail: ReceivedMail = { from: '', to: [], source: '' }
    let rest = ''
    let isBody = false
    const say = (line: string) => socket.write(`${line}\r\n`)

    function obey(line: string): void {
      const [, address = ''] = /<(.*)>/.exec(line) ?? []
      if (/^(EHLO|HELO|NOOP|RSET)/i.test(line)) say('250 ok')
      else if (/^MAIL FROM/i.test(line)) {
        mail = { from: address, to: [], source: '' }
        say('250 ok')
      } else if (/^RCPT TO/i.test(line)) {
        if (unknown.has(address)) return void say('550 no such mailbox')
        mail.to.push(address)
        say('250 ok')
      } else if (/^DATA/i.test(line)) {
        isBody = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('502 unknown')
    }

    function takeBody(): void {
      const end = rest.indexOf('\r\n.\r\n')
      if (end < 0) return
      isBody = false
      const source = rest.slice(0, end).replaceAll('\r\n..', '\r\n.')
      rest = rest.slice(end + 5)
      if (isAccepting) mails.push({ ...mail, source })
      if (isSilentAt('taken')) return
      say(isAccepting ? '250 taken' : '451 not now')
      isSilentAt('answer')
    }

    say('220 test')
    socket.on('data', (data) => {
      rest += data.toString('latin1')
      for (;;) {
        if (isBody) takeBody()
        const end = rest.indexOf('\r\n')
        if (isBody || end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        obey(line)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    unknown,
    accept(yes) {
      isAccepting = yes
    },
    silentAt: (moment) =>
      new Promise((reached) => {
        silence = { moment, reached }
      }),
    talk() {
      silence = null
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import { deviceApi, measurementsTopic, type ReadingMessage } from '@dalyan/contracts/device-messages'
import { connectAsync } from 'mqtt'

/** A terminal's connection to the server; a lost one is not reused. */
export interface Link {
  /** Resolves when the server acknowledged the reading; rejects when the connection broke before. */
  send(reading: ReadingMessage): Promise<void>
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/** @throws Error with the reason when no connection could be opened. */
export type OpenLink = () => Promise<Link>

interface TerminalCredentials {
  code: string
  key: string
}

/** The server refused the reading for good; sending it again is of no use. */
export class ReadingRefused extends Error {}

interface HttpAddress extends TerminalCredentials {
  /** Such as `http://127.0.0.1:8000`. */
  url: string
}

/** Sends one POST per reading. HTTP has no lasting connection, so a failed request counts as a lost one. */
export function httpLink({ url, code, key }: HttpAddress): OpenLink {
  const { method, path } = deviceApi.measurements
  const address = new URL(path, url)
  const headers = { authorization: `Bearer ${code}:${key}`, 'content-type': 'application/json' }
  return () => {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    return Promise.resolve({
      lost,
      async send(reading) {
        try {
          const answer = await fetch(address, { method, headers, body: JSON.stringify(reading) })
          const text = await answer.text()
          if (answer.status === 422 || answer.status === 413)
            throw new ReadingRefused(`${code}: HTTP ${answer.status} ${text}`)
          if (!answer.ok) throw new Error(`${code}: HTTP ${answer.status} ${text}`)
        } catch (error) {
          if (!(error instanceof ReadingRefused)) lose()
          throw error
        }
      },
      close() {
        lose()
        return Promise.resolve()
      },
    })
  }
}

interface MqttAddress extends TerminalCredentials {
  /** Such as `mqtt://127.0.0.1:1883`. */
  url: string
  qos: 0 | 1
}

/** Connects like an ordinary MQTT 3.1.1 device: user name the code, password the key. */
export function mqttLink({ url, code, key, qos }: MqttAddress): OpenLink {
  return async () => {
    const client = await connectAsync(
      url,
      // The terminal itself reconnects and resends, because it knows what was acknowledged, over MQTT and HTTP alike.
      {
        protocolVersion: 4,
        username: code,
        password: key,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: 10_000,
        keepalive: 60,
      },
      false,
    )
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const waiting = new Set<(error: Error) => void>()
    client.on('error', () => client.end(true))
    client.on('close', () => {
      for (const reject of waiting) reject(new Error(`${code}: the connection broke`))
      lose()
    })
    return {
      lost,
      send(reading) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        waiting.add(reject)
        client.publish(measurementsTopic(code), JSON.stringify(reading), { qos }, (error) => {
          waiting.delete(reject)
          if (error) reject(error)
          else resolve()
        })
        return promise
      },
      close: () => client.endAsync(true),
    }
  }
}

import { deviceApi, measurementsTopic, type ReadingMessage } from '@dalyan/contracts/device-messages'
import { connectAsync } from 'mqtt'

/** A terminal's connection to the server, open or lost; a lost one is not used again. */
export interface Link {
  /** Resolves when the server acknowledged; rejects when the connection broke before that. */
  send(reading: ReadingMessage): Promise<void>
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/** @throws Error with the reason when there is no connection to be had. */
export type OpenLink = () => Promise<Link>

interface Credentials {
  code: string
  key: string
}

/** The server answered, and will answer the same to the same reading: sending it again is of no use. */
export class ReadingRefused extends Error {}

interface HttpAddress extends Credentials {
  /** Such as `http://127.0.0.1:8000`. */
  url: string
}

/** One POST per reading. HTTP has no connection to lose: a request that fails counts as one. */
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

interface MqttAddress extends Credentials {
  /** Such as `mqtt://127.0.0.1:1883`. */
  url: string
  qos: 0 | 1
}

/** A connection as an ordinary MQTT 3.1.1 device makes it: user name the code, password the key. */
export function mqttLink({ url, code, key, qos }: MqttAddress): OpenLink {
  return async () => {
    const client = await connectAsync(
      url,
      // Reconnecting and resending are the terminal's: it knows what was acknowledged, over MQTT and HTTP alike.
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

import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { connectAsync } from 'mqtt'
import type { Credentials, OpenLink } from './link.ts'

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

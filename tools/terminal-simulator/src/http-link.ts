import { deviceApi } from '@dalyan/contracts/device-messages'
import { ReadingRefused, type Credentials, type OpenLink } from './link.ts'

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

import type { DeviceAddress } from '@dalyan/contracts/terminals'

const READING = '{"tank_temperature": 18.4, "ph": 7.9}'

export interface Snippets {
  mqtt: string
  http: string
}

/**
 * Commands that send a first reading as the terminal, ready to be pasted.
 * @param page where this page was opened: used when the server does not know its own address
 */
export function connectionSnippets(code: string, key: string, address: DeviceAddress, page: string): Snippets {
  const { hostname, origin } = new URL(address.url ?? page)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return {
    mqtt: `mosquitto_pub -h ${host} -p ${address.mqtt_port} -u '${code}' -P '${key}' -q 1 -t 'dalyan/v1/${code}/measurements' -m '${READING}'`,
    http: `curl -H 'authorization: Bearer ${code}:${key}' -H 'content-type: application/json' -d '${READING}' ${origin}/api/iot/measurements`,
  }
}

/** The standard port of MQTT, which the broker listens on unless it was started otherwise. */
const MQTT_PORT = 1883
const READING = '{"tank_temperature": 18.4, "ph": 7.9}'

export interface Snippets {
  mqtt: string
  http: string
}

/** Commands that send a first reading as the terminal, ready to be pasted. */
export function connectionSnippets(code: string, key: string, page: { hostname: string; origin: string }): Snippets {
  return {
    mqtt: `mosquitto_pub -h ${page.hostname} -p ${MQTT_PORT} -u '${code}' -P '${key}' -q 1 -t 'dalyan/v1/${code}/measurements' -m '${READING}'`,
    http: `curl -H 'authorization: Bearer ${code}:${key}' -H 'content-type: application/json' -d '${READING}' ${page.origin}/api/iot/measurements`,
  }
}

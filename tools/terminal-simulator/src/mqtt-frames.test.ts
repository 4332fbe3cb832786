import { expect, test } from 'vitest'
import mqttPacket from 'mqtt-packet'
import { connectFrame, frameReader, publishFrame, topicBytes } from './mqtt-frames.ts'

test('a CONNECT has the same content as one of mqtt-packet', () => {
  const expected = mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: 'a',
    keepalive: 300,
    username: 'TANK-1',
    password: Buffer.from('şifre'),
  })
  expect(connectFrame('a', 'TANK-1', 'şifre', 300)).toEqual(expected)
})

test.each([
  ['a short one', 'x', 1, 7],
  ['one with a remaining length of two bytes', 'x'.repeat(300), 1, 65_535],
  ['one without an acknowledgement', '{"ph":7}', 0, 0],
] as const)('a PUBLISH has the same content as one of mqtt-packet: %s', (_name, payload, qos, messageId) => {
  const packet = {
    cmd: 'publish',
    topic: 'dalyan/v1/A/measurements',
    payload,
    qos,
    dup: false,
    retain: false,
  } as const
  const expected = mqttPacket.generate(qos ? { ...packet, messageId } : packet)
  expect(publishFrame(topicBytes(packet.topic), payload, messageId)).toEqual(expected)
})

test('complete frames are read wherever the stream was cut', () => {
  const stream = Buffer.concat([
    mqttPacket.generate({ cmd: 'connack', returnCode: 5, sessionPresent: false }),
    mqttPacket.generate({ cmd: 'puback', messageId: 515 }),
    mqttPacket.generate({ cmd: 'pingresp' }),
    mqttPacket.generate({ cmd: 'puback', messageId: 516 }),
  ])
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const seen: [number, number][] = []
    const read = frameReader((type, value) => seen.push([type, value]))
    read(stream.subarray(0, cut))
    read(stream.subarray(cut))
    expect(seen).toEqual([
      [2, 5],
      [4, 515],
      [4, 516],
    ])
  }
})

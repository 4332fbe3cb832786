import { AUDIT_EVENTS, TANK_LOG_EVENTS, TERMINAL_LOG_EVENTS } from '@dalyan/contracts/logs'
import { expect, test } from 'vitest'
import en from '../../locales/en/logs.json' with { type: 'json' }
import tr from '../../locales/tr/logs.json' with { type: 'json' }

/** The event types of the server's log writers: they can write no other events. */
const EVENTS = [...new Set([...TERMINAL_LOG_EVENTS, ...TANK_LOG_EVENTS, ...AUDIT_EVENTS])]

test.each([
  ['Turkish', tr.events],
  ['English', en.events],
])('each event that the server can write has a %s name, and there are no other names', (_language, names) => {
  expect(Object.keys(names).toSorted()).toEqual(EVENTS.toSorted())
  for (const [event, name] of Object.entries(names))
    expect([event, name]).not.toEqual([event, expect.stringMatching(/^\s*$|_/)])
})

test.each([TERMINAL_LOG_EVENTS, TANK_LOG_EVENTS, AUDIT_EVENTS])(
  'within one log no two events have the same name',
  (...events) => {
    for (const { events: names } of [tr, en]) {
      const used = events.map((event) => names[event])
      expect(new Set(used).size).toBe(used.length)
    }
  },
)

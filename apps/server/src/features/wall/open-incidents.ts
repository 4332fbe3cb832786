import type { Alarm } from '@dalyan/contracts/alarms'
import type { Language } from '@dalyan/contracts/errors'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Basics } from '../../basics.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { withoutPeople, type WallNeeds } from './read-wall.ts'

/** While only readings change the alarms; anything else is seen at once. */
const KEPT_FOR_MS = 30_000
const MOST_ALARMS = 10_000

interface CachedIncidents {
  at: number
  /** The number of changes until then. */
  changes: number
  incidents: Promise<readonly Incident[]>
}

/**
 * The open incidents for the overview, kept until an alarm begins, ends, or changes its severity, acknowledgement or shelving: a power cut is a
 * thousand alarms that stand unchanged for hours. Their last values may be half a minute old; those of the tanks are not.
 */
export function keepOpenIncidents({
  clock,
  events,
  openIncidents,
}: Pick<WallNeeds, 'clock' | 'openIncidents'> & Pick<Basics, 'events'>): WallNeeds['openIncidents'] {
  const kept = new Map<string, CachedIncidents>()
  const standings = new Map<number, string>()
  let changes = 0
  events.on('alarm.changed', (alarm) => {
    const standing = standingOf(alarm)
    if (standings.get(alarm.id) === standing) return
    if (standings.size >= MOST_ALARMS) standings.clear()
    standings.set(alarm.id, standing)
    // Other processes need it too: they receive no alarm that no browser of theirs shows.
    events.emit('incidents.changed', {})
  })
  events.on('incidents.changed', () => void (changes += 1))
  for (const name of ['tank.changed', 'terminal.changed', 'events.missed'] as const)
    events.on(name, () => void (changes += 1))

  return async (firms, language) => {
    const now = clock.now()
    for (const [key, { at }] of kept) if (now - at >= KEPT_FOR_MS || now < at) kept.delete(key)
    const key = keyOf(firms, language)
    const known = kept.get(key)
    if (known?.changes === changes) return known.incidents
    const incidents = openIncidents(firms, language).then((found) => found.map(withoutPeople))
    const begun = { at: now, changes, incidents }
    kept.set(key, begun)
    // A failure is not kept.
    incidents.catch(() => kept.get(key) === begun && kept.delete(key))
    return incidents
  }
}

const keyOf = (firms: FirmScope, language: Language) => `${language} ${firms === 'all' ? firms : firms.join()}`

/** What of an alarm a reading alone does not change. */
const standingOf = ({ incident_id, state, severity, occurrences, acknowledged_at, shelved_until }: Alarm) =>
  [incident_id, state, severity, occurrences, acknowledged_at, shelved_until].join()

import { hash } from 'node:crypto'
import type { Language } from '@dalyan/contracts/errors'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Basics } from '../../basics.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { keepOpenIncidents } from './open-incidents.ts'
import { readWall, type WallNeeds } from './read-wall.ts'
import type { TankWithoutCourse } from './shown-tanks.ts'
import type { Sparks } from './sparks.ts'

const SHARED_FOR_MS = 1_000
/** From so many tanks on an answer may lack the readings of the last second, which its viewers receive as live messages. */
const MANY_TANKS = 200

export interface WallAnswer {
  /** JSON in UTF-8. Written once, for its tag and for all that get it: a thousand tanks are a megabyte. */
  body: Buffer
  tag: string
  tanks: number
}

interface CachedAnswer {
  /** When it was begun, epoch milliseconds. */
  at: number
  /** The numbers of changes and of batches of readings until then. */
  changes: number
  batches: number
  answer: Promise<WallAnswer>
  /** 0 until it is there. */
  tanks: number
}

/**
 * The overview as text. All callers with the same view share one for a second, unless a tank, a terminal or an alarm has changed since; of a small
 * farm also unless a reading came.
 */
export function createWallAnswers(given: WallNeeds & Pick<Basics, 'events'>) {
  const incidentTexts = new WeakMap<readonly Incident[], Buffer>()
  const needs = { ...given, openIncidents: keepOpenIncidents(given) }
  const kept = new Map<string, CachedAnswer>()
  let changes = 0
  let batches = 0
  const CHANGES = [
    'alarm.changed',
    'incidents.changed',
    'tank.changed',
    'terminal.changed',
    'terminal.connection_changed',
    'events.missed',
  ] as const
  for (const name of CHANGES) needs.events.on(name, () => void (changes += 1))
  needs.events.on('measurements.stored', () => void (batches += 1))

  async function write(firms: FirmScope, language: Language, tankIds?: readonly number[]): Promise<WallAnswer> {
    const { places, tanks, watch, incidents } = await readWall(needs, firms, language, tankIds)
    const known = incidentTexts.get(incidents) ?? Buffer.from(JSON.stringify(incidents))
    incidentTexts.set(incidents, known)
    const { watched, total, checked_at, interruption } = watch
    const parts = [
      `{"places":${JSON.stringify(places)},"tanks":[`,
      ...textsOf(tanks, needs.sparks),
      '],"incidents":',
      known,
      `,"watch":{"watched":${watched},"total":${total},"interruption":${JSON.stringify(interruption)}`,
    ]
    return {
      body: encoded([...parts, `,"checked_at":"${checked_at}"}}`]),
      // Of all but the time of the check.
      tag: `W/"${hash('sha1', parts.map(identityOf).join(), 'base64url')}"`,
      tanks: tanks.length,
    }
  }

  return {
    /** @param tankIds only these tanks; such an answer is not shared */
    async read(firms: FirmScope, language: Language, tankIds?: readonly number[]): Promise<WallAnswer> {
      if (tankIds) return write(firms, language, tankIds)
      const now = needs.clock.now()
      for (const [key, { at }] of kept) if (now - at >= SHARED_FOR_MS || now < at) kept.delete(key)
      const key = `${language} ${firms === 'all' ? firms : firms.join()}`
      const known = kept.get(key)
      if (known?.changes === changes && (known.batches === batches || known.tanks >= MANY_TANKS)) return known.answer
      const begun: CachedAnswer = { at: now, changes, batches, answer: write(firms, language), tanks: 0 }
      kept.set(key, begun)
      try {
        const answer = await begun.answer
        begun.tanks = answer.tanks
        return answer
      } catch (error) {
        if (kept.get(key) === begun) kept.delete(key)
        throw error
      }
    },
  }
}

/** The tanks as JSON, one after the other with the commas between them. What has not changed is not written again. */
function textsOf(tanks: readonly TankWithoutCourse[], sparks: Sparks): (string | Buffer)[] {
  return tanks.flatMap((tank, i) => {
    const newest = tank.lead && tank.values[tank.lead]
    const spark = tank.lead && newest ? sparks.sparkText({ tank_id: tank.id, metric: tank.lead }, newest) : 'null'
    return [i === 0 ? '{"spark":' : ',{"spark":', spark, textOf(tank)]
  })
}

const tankTexts = new WeakMap<TankWithoutCourse, Buffer>()

/** A tank as JSON without the brace that begins it. */
function textOf(tank: TankWithoutCourse): Buffer {
  const known = tankTexts.get(tank) ?? Buffer.from(`,${JSON.stringify(tank).slice(1)}`)
  tankTexts.set(tank, known)
  return known
}

const digests = new WeakMap<Buffer, string>()

/** A short text that differs where the part does. Most parts are those of the answer before, and hashing all of a megabyte takes a millisecond. */
function identityOf(part: string | Buffer): string {
  if (typeof part === 'string') return part
  const known = digests.get(part) ?? hash('sha1', part, 'base64url')
  digests.set(part, known)
  return known
}

/**
 * Encodes texts one after the other into one buffer. They are not joined first: encoding is several times slower for a text with one letter outside
 * Latin-1, such as `ş`.
 */
function encoded(parts: readonly (string | Buffer)[]): Buffer {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at)
  return whole
}

export type WallAnswers = ReturnType<typeof createWallAnswers>

import type { DeviceHealth, HealthHistory } from '@dalyan/contracts/device-health'
import type { Diagnosis, NameRule } from '@dalyan/contracts/diagnosis'
import type { Language } from '@dalyan/contracts/errors'
import type { Instant } from '@dalyan/contracts/instant'
import { isMetricKey, METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { LastMeasurement } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { filled } from '../../../core/filled-text.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import { staleAfterSeconds } from '../silence-limit.rules.ts'
import type { TerminalDirectory } from '../terminal-directory.ts'
import type { TerminalPresence } from '../terminal-presence.ts'
import { getTerminal, type TerminalNeeds } from '../terminals.service.ts'
import {
  diagnose,
  silentTogether,
  type DiagnosisFacts,
  type Evidence,
  type Finding,
  type LinkEndReason,
  type Neighbour,
  type Part,
  type SilentPlace,
} from './diagnosis.rules.ts'
import { diagnosisRepository, type NeighbourRow } from './diagnosis.sql.ts'
import { HEALTH_KEPT_MS, type DeviceHealths } from '../health/device-health.ts'
import { deviceHealthRepository } from '../health/device-health.sql.ts'
import { keyProfilesRepository } from '../key-profiles/key-profiles.repository.ts'
import { DIAGNOSIS_TEXTS, type StepsOf } from './diagnosis-texts.ts'
import type { LinkEvents } from './link-events.ts'
import { STUCK_FROM_MS, stuckValue } from './stuck-values.rules.ts'

const MOST_SAME_NAMES = 200

export interface DiagnosisNeeds extends Pick<Basics, 'database' | 'clock'> {
  terminals: TerminalNeeds
  presence: Pick<
    TerminalPresence,
    'gaps' | 'intervalSeconds' | 'offlineAfterSeconds' | 'unknownNames' | 'withUnknownNames'
  >
  directory: Pick<TerminalDirectory, 'byId'>
  linkEvents: Pick<LinkEvents, 'of'>
  deviceHealths: Pick<DeviceHealths, 'of'>
  /** What the processes that receive from terminals remember of them. */
  memory: {
    /** Brings `presence`, `linkEvents` and `deviceHealths` up to date where another process receives. */
    readAnew(): Promise<void>
    /** Whether the terminal has an open MQTT connection; null: it may have one at a broker. */
    isConnected(terminalId: number): Promise<boolean | null>
  }
  /** The newest value of each metric that the terminal ever delivered; null: none. */
  latestOf: (terminalId: number) => Promise<LastMeasurement | null>
  metricName: (metric: MetricKey, language: Language) => string
}

/**
 * Why the terminal is silent, in the caller's language. Callers limited to firms learn nothing from the time before the terminal came to its
 * present tank, which may be another firm's. @throws 404
 */
export async function diagnoseTerminal(
  needs: DiagnosisNeeds,
  id: number,
  { firms, permissions }: Pick<SignedIn, 'firms' | 'permissions'>,
  language: Language,
): Promise<Diagnosis> {
  const { database, clock, terminals, latestOf } = needs
  const terminal = await getTerminal(terminals, id, firms)
  const repository = diagnosisRepository(database)
  const [link, neighbours, latest, is_connected] = await Promise.all([
    repository.linkFacts(id),
    repository.findNeighbours(id),
    latestOf(id),
    needs.memory.isConnected(id),
    needs.memory.readAnew(),
  ])
  const now = clock.now()
  const knownFrom = firms === 'all' || link.moved_at === null ? 0 : Date.parse(link.moved_at)
  const facts: DiagnosisFacts = {
    now,
    status: terminal.status,
    created_at: Date.parse(terminal.created_at),
    changed_at: Date.parse(terminal.updated_at),
    connection: terminal.connection,
    last_seen_at: timeOf(terminal.last_seen_at),
    address: terminal.ip_address,
    metrics: metricTimes(latest).filter(({ at }) => at >= knownFrom),
    expected_seconds: terminal.expected_interval_seconds,
    interval_seconds: needs.presence.intervalSeconds(id),
    gaps: needs.presence.gaps(id),
    stale_after_seconds: staleAfterSeconds(needs.presence.intervalSeconds(id)),
    offline_after_seconds: needs.presence.offlineAfterSeconds(id),
    is_connected,
    events: new Map([...needs.linkEvents.of(id)].filter(([, { last_at }]) => last_at >= knownFrom)),
    refused_count: terminal.refused_count,
    key_made_at: timeOf(link.key_made_at),
    place: placeOf(neighbours, now),
    health: healthSince(needs.deviceHealths.of(id), knownFrom),
  }
  const finding = diagnose(facts)
  return {
    verdict: finding.verdict,
    certainty: finding.certainty,
    since: finding.since === null ? null : instantAt(finding.since),
    evidence: finding.evidence.map((each) => ({ at: instantAt(each.at), text: evidenceText(each, language, needs) })),
    next: DIAGNOSIS_TEXTS[language].steps[stepsOf(finding, terminal, is_connected)].map((step) =>
      filled(step, { code: terminal.code }),
    ),
    stuck: await stuckValues(repository, id, Math.max(now - STUCK_COMPARED_MS, knownFrom), now),
    checked_at: instantAt(now),
    is_connected,
    interval_seconds: facts.interval_seconds,
    ...namesOf(needs, id, permissions.has('iots.manage')),
    key_profile: await keyProfilesRepository(database).findOfTerminal(id, firms),
  }
}

/** With what an unchanged value is compared. */
const STUCK_COMPARED_MS = 30 * 86_400_000

/** The metrics whose value may be stuck; one small statement where, as nearly always, none is. */
async function stuckValues(
  repository: ReturnType<typeof diagnosisRepository>,
  id: number,
  knownFrom: number,
  now: number,
): Promise<Diagnosis['stuck']> {
  const unchanged = await repository.findUnchanged(id, instantAt(now - STUCK_FROM_MS))
  const found = await Promise.all(
    unchanged.map(async (metric) => {
      const stuck = stuckValue(metric, await repository.findBuckets(id, metric, instantAt(knownFrom)))
      return stuck ? [{ metric, value: stuck.value, since: instantAt(stuck.since) }] : []
    }),
  )
  return found.flat()
}

/** Battery and signal of the last days; callers limited to firms see those since the terminal came to its present tank. @throws 404 */
export async function readHealthHistory(
  { database, clock, terminals, linkEvents, memory }: DiagnosisNeeds,
  id: number,
  { firms }: Pick<SignedIn, 'firms'>,
): Promise<HealthHistory> {
  await getTerminal(terminals, id, firms)
  await memory.readAnew()
  const { moved_at } = await diagnosisRepository(database).linkFacts(id)
  const from = Math.max(clock.now() - HEALTH_KEPT_MS, firms === 'all' || moved_at === null ? 0 : Date.parse(moved_at))
  const refused = linkEvents.of(id).get('bad_health')
  return {
    hours: await deviceHealthRepository(database).listHours(id, instantAt(from)),
    refused:
      refused && refused.last_at >= from
        ? {
            name: refused.detail['name'] ?? '',
            value: refused.detail['raw'] ?? '',
            count: refused.count,
            at: instantAt(refused.last_at),
          }
        : null,
  }
}

/** The names that the terminal sends, known or not. */
function namesOf({ presence, directory }: DiagnosisNeeds, id: number, mayMap: boolean) {
  const map: ReadonlyMap<string, NameRule> = directory.byId(id)?.key_map ?? new Map()
  const unknown = [...presence.unknownNames(id)].filter(([name]) => !map.has(name))
  const others = mayMap && unknown.length > 0 ? presence.withUnknownNames(unknown.map(([name]) => name)) : []
  const same_names = others.flatMap((each) => {
    const terminal = each === id ? undefined : directory.byId(each)
    return terminal && terminal.status !== 'deleted'
      ? [{ id: each, code: terminal.code, key_profile_id: terminal.key_profile_id }]
      : []
  })
  return {
    unknown_names: unknown.map(([name, sample]) => ({ name, sample })),
    key_map: directory.byId(id)?.own_key_map ?? {},
    same_names: same_names.slice(0, MOST_SAME_NAMES),
  }
}

function healthSince(health: DeviceHealth | null, from: number): DeviceHealth | null {
  if (!health || from === 0) return health
  const since = <T extends { at: Instant }>(last: T | null) => (last && Date.parse(last.at) >= from ? last : null)
  return {
    battery: since(health.battery),
    rssi: since(health.rssi),
    snr: since(health.snr),
    gateway: since(health.gateway),
  }
}

function timeOf(at: Instant | null): number | null {
  return at === null ? null : Date.parse(at)
}

function metricTimes(latest: LastMeasurement | null): DiagnosisFacts['metrics'] {
  return METRIC_KEYS.flatMap((metric) => {
    const value = latest?.[metric]
    return value ? [{ metric, at: Date.parse(value.measured_at) }] : []
  })
}

function placeOf(rows: readonly NeighbourRow[], now: number): SilentPlace | null {
  const own = rows.find(({ is_own }) => is_own)
  const others = rows.filter(({ is_own }) => !is_own)
  return own ? silentTogether(own.place, neighbourOf(own), others.map(neighbourOf), now) : null
}

function neighbourOf({ id, last_seen_at, interval_seconds }: NeighbourRow): Neighbour {
  return {
    id,
    seen_at: timeOf(last_seen_at),
    interval_seconds,
    stale_after_seconds: staleAfterSeconds(interval_seconds),
  }
}

/** Whose steps fit the finding: a verdict may have several kinds of reasons. */
function stepsOf(
  { verdict, evidence }: Finding,
  { status, last_seen_at, device_eui }: Terminal,
  isConnected: boolean | null,
): StepsOf {
  if (verdict === 'inactive') return status === 'unauthorized' || status === 'deleted' ? status : 'inactive'
  if (verdict === 'unreadable' && evidence.some(({ code }) => code === 'not_decoded')) return 'not_decoded'
  const ended = evidence.find(({ code }) => code === 'disconnected')
  if (verdict === 'disconnected' && ended?.parts['reason'] === 'stopped') return 'stopped'
  if (verdict === 'disconnected' && evidence.some(({ code }) => code === 'battery')) return 'low_battery'
  const isGone = verdict === 'disconnected' || verdict === 'never_connected' || verdict === 'unknown'
  if (isGone && device_eui !== null) return 'lorawan'
  if (verdict === 'unknown' && isConnected === null) return 'behind_broker'
  if ((verdict === 'disconnected' || verdict === 'unknown') && last_seen_at === null) return 'no_readings'
  return verdict
}

function evidenceText(
  { code, parts }: Evidence,
  language: Language,
  { metricName }: Pick<DiagnosisNeeds, 'metricName'>,
): string {
  const words = DIAGNOSIS_TEXTS[language]
  const text = (name: string, part: Part): string | number => {
    if (name.endsWith('seconds') && typeof part === 'number') return durationText(part, language)
    if (name === 'reason') return words.reasons[part as LinkEndReason] ?? part
    if (name === 'status') return words.statuses[part as Terminal['status']] ?? part
    if (name === 'metric' && typeof part === 'string' && isMetricKey(part)) return metricName(part, language)
    return part
  }
  return filled(
    words.evidence[code],
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, text(name, part)])),
  )
}

/** A length of time in its coarsest unit: `15 sn`, `38 dk`. */
function durationText(seconds: number, language: Language): string {
  const { second, minute, hour, day } = DIAGNOSIS_TEXTS[language].units
  if (seconds < 120) return `${Math.round(seconds)} ${second}`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} ${minute}`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} ${hour}` : `${Math.round(seconds / 86_400)} ${day}`
}

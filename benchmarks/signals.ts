import { cpus } from 'node:os'
import { DERIVED_CHECKS, meetsCheck } from '@dalyan/contracts/derived-check-values'
import { rawConductivity, salinityOf } from '@dalyan/contracts/derived-values'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { replayMadeChanges, type ChangeResult } from './made-changes.ts'
import { readOptions } from './read-options.ts'
import { KNOWN_METRICS, readRecordedSeries, type KnownMetric, type RecordedSeries } from './recorded-series.ts'
import { isFalse, isSameEpisode, replayAlarms, type ReplayedAlarm } from './replay-alarms.ts'
import {
  replayForewarnings,
  sumOfForewarnings,
  type ForewarnedSeries,
  type ForewarningCounts,
} from './replay-forewarnings.ts'
import { gateReadings, refusedOf, sumOf, type GatedSeries, type MetricCounts } from './replay-gate.ts'
import { replayLifts, replayOutages, type GroupingCounts } from './replay-incidents.ts'
import { percentile, saveReport } from './reports.ts'

const HELP = `How well the derived values, the quality gate, the forewarnings and the grouping of alarms do on recorded measurements with known faults.

  npm run bench:signals               all recordings; needs no database and less than a minute
  npm run bench:signals -- --only bay only the recordings with this text in their names, without targets
  npm run bench:signals -- --save     writes benchmarks/results/signals.md as well
`

const REASONS: readonly RefusalReason[] = ['code', 'bounds', 'temperature', 'step', 'unreliable', 'out_of_water']
const GOAL_SECONDS = 60
const GOALS = {
  falseRemoved: 0.85,
  suddenLateSeconds: 90,
  /** Seconds after the delay. */
  freshWaterSeconds: 60,
  precision: 0.93,
  goodRefused: 6,
  recall: { tank_temperature: 0.88, ph: 0.42, salinity: 0.82, conductivity: 0.82 } as Partial<
    Record<KnownMetric, number>
  >,
  incidents: { pairs: 0.95, whole: 0.75, silencePairs: 0.99, silenceFound: 0.99 },
  forewarning: { seen: 0.75, leadMinutes: 60, cameTrue: 0.75, falsePerWeek: 0.5 },
}

interface SeriesResult {
  series: RecordedSeries
  gated: GatedSeries
  before: readonly ReplayedAlarm[]
  after: readonly ReplayedAlarm[]
}

interface AlarmCounts {
  falseBefore: number
  falseAfter: number
  /** False ones before, during which an alarm is active with the gate too, although not raised again. */
  falseCovered: number
  trueBefore: number
  lost: readonly ReplayedAlarm[]
  late: readonly ReplayedAlarm[]
}

interface Target {
  what: string
  goal: string
  measured: string
  isMet: boolean
}

function replay(series: RecordedSeries): SeriesResult {
  const gated = gateReadings(series.readings, series.sensors)
  const before = replayAlarms(series.readings, series.template)
  return { series, gated, before, after: replayAlarms(gated.readings, series.template) }
}

function countAlarms({ before, after }: SeriesResult): AlarmCounts {
  const sameAfter = (alarm: ReplayedAlarm) => after.filter((other) => isSameEpisode(alarm, other))
  const trueOnes = before.filter((alarm) => !isFalse(alarm))
  return {
    falseBefore: before.length - trueOnes.length,
    falseAfter: after.filter(isFalse).length,
    falseCovered: before.filter((alarm) => isFalse(alarm) && sameAfter(alarm).length > 0).length,
    trueBefore: trueOnes.length,
    lost: trueOnes.filter((alarm) => sameAfter(alarm).length === 0),
    late: trueOnes.filter((alarm) => {
      const raised = sameAfter(alarm).map(({ raised_at }) => raised_at)
      return raised.length > 0 && Math.min(...raised) > alarm.raised_at
    }),
  }
}

function seriesTable(results: readonly SeriesResult[]): string[] {
  const head = [
    'series',
    'readings',
    'values',
    'bad',
    ...REASONS.map((reason) => reason.replaceAll('_', ' ')),
    'spells',
  ]
  const rows = results.map(({ series, gated }) => {
    const sum = sumOf(Object.values(gated.counts))
    const refused = REASONS.map((reason) => {
      const { bad, good } = sum.refused.get(reason) ?? { bad: 0, good: 0 }
      return good > 0 ? `${bad + good} (${good})` : `${bad}`
    })
    const opened = gated.spells.filter(({ change }) => change === 'opened').length
    return [series.name, series.readings.length, sum.measured, sum.bad, ...refused, opened]
  })
  return table(head, rows)
}

function metricTable(counts: Record<KnownMetric, MetricCounts>): string[] {
  const head = [
    'metric',
    'values',
    'bad',
    'refused',
    'precision',
    'recall',
    'bad spells seen',
    'good refused per 10,000',
  ]
  const rows = KNOWN_METRICS.map((metric) => {
    const of = counts[metric]
    const { precision, recall, goodRefused } = quality(of)
    const { bad, good } = refusedOf(of)
    const spells = `${of.badSpellsSeen}/${of.badSpells}`
    return [
      metric,
      of.measured,
      of.bad,
      bad + good,
      precision.toFixed(3),
      recall.toFixed(3),
      spells,
      goodRefused.toFixed(1),
    ]
  })
  return table(head, rows)
}

function quality(counts: MetricCounts): { precision: number; recall: number; goodRefused: number } {
  const { bad, good } = refusedOf(counts)
  return {
    precision: bad / (bad + good),
    recall: bad / counts.bad,
    goodRefused: (10_000 * good) / (counts.measured - counts.bad),
  }
}

function alarmTable(results: readonly SeriesResult[]): string[] {
  const head = ['series', 'false before', 'false after', 'before, covered', 'true before', 'lost', 'late']
  const rows = results.map((result) => {
    const { falseBefore, falseAfter, falseCovered, trueBefore, lost, late } = countAlarms(result)
    return [result.series.name, falseBefore, falseAfter, falseCovered, trueBefore, lost.length, late.length]
  })
  return table(head, rows)
}

function incidentTable({ lifts, outages }: Record<'lifts' | 'outages', GroupingCounts>): string[] {
  const row = (name: string, of: GroupingCounts) => [
    name,
    of.alarms,
    of.causes,
    of.incidents,
    of.whole,
    of.pairs,
    of.rightPairs,
    of.foundPairs,
  ]
  const head = ['', 'alarms', 'causes', 'incidents', 'whole', 'pairs', 'right', 'found']
  return table(head, [row('lifts', lifts), row('outages', outages)])
}

function forewarningTable(all: readonly ForewarnedSeries[]): string[] {
  const head = [
    'series',
    'metric',
    'crossings',
    'seen',
    'lead, min (p25)',
    'made',
    'came true',
    'false / tank-week',
    'shown',
    'of them true',
    'hidden',
    'of them true',
  ]
  const rows = all.map(({ name, metric, all: of, shown, hidden }) => {
    const { seen, lead, earlyLead, cameTrue, falsePerWeek } = forewarningFigures(of)
    const leads = of.leads.length > 0 ? `${lead.toFixed(0)} (${earlyLead.toFixed(0)})` : '–'
    const parts = [shown, hidden].flatMap((part) => [part.made, share(forewarningFigures(part).cameTrue)])
    return [name, metric, of.crossings, share(seen), leads, of.made, share(cameTrue), falsePerWeek.toFixed(2), ...parts]
  })
  return table(head, rows)
}

function forewarningFigures(of: ForewarningCounts) {
  return {
    seen: of.seen / of.crossings,
    lead: percentile(of.leads, 0.5),
    earlyLead: percentile(of.leads, 0.25),
    cameTrue: of.cameTrue / of.made,
    falsePerWeek: (of.made - of.cameTrue) / of.weeks,
  }
}

/** NaN when there is no value to take a share of. */
function share(of: number): string {
  return Number.isNaN(of) ? '–' : of.toFixed(2)
}

/** What the targets of pH would be if every recording came from one instrument. */
function instrumentLine(results: readonly SeriesResult[]): string {
  const asSonde = results.map(({ series, gated }) =>
    series.sensors === 'sonde' ? gated.counts.ph : gateReadings(series.readings, 'sonde').counts.ph,
  )
  const { precision, goodRefused } = quality(sumOf(asSonde))
  return (
    'The buoy has separate probes, so that a refused temperature does not refuse its pH. Taken for one instrument, the precision of pH would be ' +
    `${precision.toFixed(3)}, with ${goodRefused.toFixed(1)} good ones refused per 10,000.`
  )
}

/** A line for each true alarm that the gate suppressed or delayed. */
function lostLines(results: readonly SeriesResult[]): string[] {
  const lines = results.flatMap((result) => {
    const { lost, late } = countAlarms(result)
    const line = (word: string) => (alarm: ReplayedAlarm) =>
      `- ${word}: ${result.series.name}, ${alarm.metric} ${alarm.kind}, raised ${new Date(alarm.raised_at).toISOString()}`
    return [...lost.map(line('lost')), ...late.map(line('late'))]
  })
  return lines.length > 0 ? lines : ['No true alarm was lost or late.']
}

/** The sonde's own salinity against the one derived from its conductivity at 25 °C, good values only. */
function salinityTable(all: readonly RecordedSeries[]): string[] {
  const [temperature, salinity, conductivity] = (['tank_temperature', 'salinity', 'conductivity'] as const).map((key) =>
    METRIC_KEYS.indexOf(key),
  )
  const rows = all.flatMap(({ name, readings }) => {
    const differences = readings.flatMap(({ values, bad }) => {
      const [t, s, c25] = [temperature, salinity, conductivity].map((index = -1) => values[index] ?? null)
      if (t == null || s == null || c25 == null || bad.has('salinity') || bad.has('tank_temperature')) return []
      const raw = rawConductivity(c25, t)
      const derived = raw === null ? null : salinityOf(raw, t)
      return derived === null ? [] : [Math.abs(derived - s)]
    })
    if (differences.length === 0) return []
    return [
      [name, differences.length, percentile(differences, 0.5).toFixed(4), percentile(differences, 0.95).toFixed(4)],
    ]
  })
  return table(['series', 'values', 'median difference ‰', 'p95 ‰'], rows)
}

function changeTable(changes: readonly ChangeResult[]): string[] {
  const seconds = (value: number | null) => value ?? 'never'
  const rows = changes.map((change) => [change.name, seconds(change.without), seconds(change.with), lateness(change)])
  return table(['true change', 'raised without the gate, s', 'with it, s', 'late, s'], rows)
}

/** Infinity: the gate suppressed the alarm. */
function lateness(change: ChangeResult): number {
  return (change.with ?? Infinity) - (change.without ?? Infinity)
}

function targetsOf(
  results: readonly SeriesResult[],
  counts: Record<KnownMetric, MetricCounts>,
  changes: readonly ChangeResult[],
  forewarned: readonly ForewarnedSeries[],
  { lifts, outages }: { lifts: GroupingCounts; outages: GroupingCounts },
): Target[] {
  const met = DERIVED_CHECKS.filter(meetsCheck).length
  const alarms = results.filter(({ series }) => !series.isBadInput).map(countAlarms)
  const sum = (count: (of: AlarmCounts) => number) => alarms.reduce((total, of) => total + count(of), 0)
  const [falseBefore, falseAfter] = [sum((of) => of.falseBefore), sum((of) => of.falseAfter)]
  const removed = (falseBefore - falseAfter) / falseBefore
  const covered = percent((falseBefore - sum(({ falseCovered }) => falseCovered)) / falseBefore)
  const [lost, late] = [sum((of) => of.lost.length), sum((of) => of.late.length)]
  const of = (kind: ChangeResult['kind']) => changes.filter((change) => change.kind === kind)
  const suddenLate = Math.max(...of('sudden').map(lateness))
  const rampLate = Math.max(...of('ramp').map(lateness))
  const freshWater = Math.max(...of('fresh_water').map(lateness))
  return [
    target('1. formulas: check values', 'all', `${met} of ${DERIVED_CHECKS.length}`, met === DERIVED_CHECKS.length),
    target(
      '2. false alarms removed',
      `≥ ${percent(GOALS.falseRemoved)}`,
      `${percent(removed)}, ${falseBefore} → ${falseAfter} (${covered} if covered ones count as kept)`,
      removed >= GOALS.falseRemoved,
    ),
    target('2. true alarms lost', '0', `${lost}, ${late} late, of ${sum((one) => one.trueBefore)}`, lost === 0),
    target(
      '2. sudden change: late',
      `≤ ${GOALS.suddenLateSeconds} s`,
      `${suddenLate} s (ramps ${rampLate} s)`,
      suddenLate <= GOALS.suddenLateSeconds,
    ),
    target(
      '2. fresh water at once: after the delay',
      `≤ ${GOALS.freshWaterSeconds} s`,
      `${freshWater} s`,
      freshWater <= GOALS.freshWaterSeconds,
    ),
    ...KNOWN_METRICS.flatMap((metric) => {
      const { precision, recall, goodRefused } = quality(counts[metric])
      const least = GOALS.recall[metric]
      return [
        target(`2. ${metric}: precision`, `≥ ${GOALS.precision}`, precision.toFixed(3), precision >= GOALS.precision),
        target(
          `2. ${metric}: good refused per 10,000`,
          `≤ ${GOALS.goodRefused}`,
          goodRefused.toFixed(1),
          goodRefused <= GOALS.goodRefused,
        ),
        ...(least === undefined
          ? []
          : [target(`2. ${metric}: recall`, `≥ ${least}`, recall.toFixed(3), recall >= least)]),
      ]
    }),
    ...forewarningTargets(forewarned),
    ...incidentTargets(lifts, outages),
  ]
}

function incidentTargets(lifts: GroupingCounts, outages: GroupingCounts): Target[] {
  const goals = GOALS.incidents
  const least = (what: string, goal: number, part: number, all: number) =>
    target(what, `≥ ${percent(goal)}`, `${percent(part / all)}, ${part} of ${all}`, part >= goal * all)
  return [
    least('5. alarms of a lift: pairs right', goals.pairs, lifts.rightPairs, lifts.pairs),
    least('5. lifts whole', goals.whole, lifts.whole, lifts.causes),
    least('5. silences: pairs right', goals.silencePairs, outages.rightPairs, outages.pairs),
    least('5. silences: pairs found', goals.silenceFound, outages.foundPairs, outages.truePairs),
  ]
}

/** For the temperature of the two recorded tanks. */
function forewarningTargets(forewarned: readonly ForewarnedSeries[]): Target[] {
  const goals = GOALS.forewarning
  const ofTanks = forewarned.filter(({ name, metric }) => name.endsWith('(tank)') && metric === 'tank_temperature')
  const { seen, lead, cameTrue, falsePerWeek } = forewarningFigures(sumOfForewarnings(ofTanks.map(({ all }) => all)))
  const shown = forewarningFigures(sumOfForewarnings(forewarned.map((of) => of.shown))).cameTrue
  const hidden = forewarningFigures(sumOfForewarnings(forewarned.map((of) => of.hidden))).cameTrue
  return [
    target('3. crossings of tank temperature seen', `≥ ${goals.seen}`, share(seen), seen >= goals.seen),
    target('3. median lead', `≥ ${goals.leadMinutes} min`, `${lead.toFixed(0)} min`, lead >= goals.leadMinutes),
    target('3. came true', `≥ ${goals.cameTrue}`, share(cameTrue), cameTrue >= goals.cameTrue),
    target(
      '3. false per tank-week',
      `≤ ${goals.falsePerWeek}`,
      falsePerWeek.toFixed(2),
      falsePerWeek <= goals.falsePerWeek,
    ),
    target(
      '3. came true where shown, of all metrics',
      `≥ 0.7`,
      `${share(shown)} (where hidden ${share(hidden)})`,
      shown >= 0.7,
    ),
  ]
}

function target(what: string, goal: string, measured: string, isMet: boolean): Target {
  return { what, goal, measured, isMet }
}

function targetTable(targets: readonly Target[]): string[] {
  const rows = targets.map(({ what, goal, measured, isMet }) => [what, goal, measured, isMet ? 'met' : '**missed**'])
  return table(['target', 'goal', 'measured', ''], rows)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)]
}

const options = readOptions(HELP, {})
const begun = performance.now()
const recorded = await readRecordedSeries(options.only)
const results = recorded.map(replay)
const counts = Object.fromEntries(
  KNOWN_METRICS.map((metric) => [metric, sumOf(results.map(({ gated }) => gated.counts[metric]))]),
) as Record<KnownMetric, MetricCounts>
const quietTank = recorded.find(({ name }) => name === 'PNNL bare (tank)')
const changes = quietTank ? replayMadeChanges(quietTank) : []
const forewarned = results
  .filter(({ series }) => !series.isBadInput)
  .flatMap(({ series, gated }) =>
    KNOWN_METRICS.flatMap((metric) => replayForewarnings(series, gated.readings, metric) ?? []),
  )
const incidents = {
  lifts: replayLifts(results.filter(({ series }) => series.name.startsWith('PNNL') && !series.isBadInput)),
  outages: replayOutages(),
}
const body = [
  '## Gate, per recording',
  'Refused values by reason; good ones in brackets. Spells: how often the sonde was out of the water or a metric became unreliable.',
  seriesTable(results).join('\n'),
  '## Gate, per metric',
  'A bad spell is seen when at least one of its values is refused. At Cat Point and Dry Bar bad is what the programme rejected; at PNNL and Via Sacra ' +
    'it is a conductivity near zero, by which the gate decides as well.',
  metricTable(counts).join('\n'),
  instrumentLine(results),
  '## Alarms before and after',
  'Limits of the demo, delay 60 s, every occurrence counts. An alarm is false when most of its readings out of range are bad. "Covered": false alarms ' +
    'before at whose time an alarm is active with the gate too, because a refused value clears none.',
  alarmTable(results).join('\n'),
  lostLines(results).join('\n'),
  '## True changes',
  'Made in a quiet tank, a reading every 30 s; seconds until all metrics concerned have an alarm.',
  changeTable(changes).join('\n'),
  '## Forewarnings',
  'A bucket of 15 minutes after the other, without looking ahead; limits of the demo and 1.5, 2 and 2.5 standard deviations from the mean of the first half; counted is ' +
    'the second half. Seen: a forewarning began within the 180 minutes before the crossing; it came true when the limit was crossed within 180 minutes. ' +
    'Shown: those that the first half earned by at least six of which 70 % came true; the product hides the others, and never makes any of salinity, conductivity and ORP.',
  forewarningTable(forewarned).join('\n'),
  '## Incidents',
  'Alarms of the two recorded tanks without the gate, by the lifts of the sonde out of the water that caused them; and simulated silences of 60 terminals: 40 outages of ' +
    'some of a place, and 120 terminals that fall silent alone. A pair is right when two alarms in one incident have the same cause, and found when two with the same cause are in one.',
  incidentTable(incidents).join('\n'),
  '## Derived salinity',
  'From the conductivity at 25 °C, against the salinity that the sonde itself sent; good values.',
  salinityTable(recorded).join('\n'),
]
const seconds = (performance.now() - begun) / 1000
const targets = [
  ...targetsOf(results, counts, changes, forewarned, incidents),
  target('duration', `≤ ${GOAL_SECONDS} s`, `${seconds.toFixed(0)} s`, seconds <= GOAL_SECONDS),
]
const missed = targets.filter(({ isMet }) => !isMet)
const verdict =
  missed.length === 0 ? 'All of these targets are met.' : `Missed: ${missed.map(({ what }) => what).join('; ')}.`
const ofTargets = [
  '## Targets',
  options.only ? 'Not compared: only a part of the recordings was read.' : targetTable(targets).join('\n'),
  ...(options.only ? [] : [verdict]),
  'Target 4 needs a database: that a rehearsal equals a replay of all readings in 100 random cases is a test (`rehearse-limits.api.test.ts`), its time is measured by `npm run bench:rehearsal`.',
]
const head = `${results.length} recordings with known faults, ${cpus().length} cores, ${seconds.toFixed(1)} s.`
const report = `${['# Signals', head, ...ofTargets, ...body].join('\n\n')}\n`
process.stdout.write(report)
if (options.save) await saveReport('signals', report)

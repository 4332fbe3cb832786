import { type MetricKey, metricOf, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Range, RangeTemplateVersion } from '@dalyan/contracts/range-templates'
import type { TFunction } from 'i18next'
import { formatNumber, metricText } from '../../shared/format/number.ts'
import { criticalText, limitsText } from './limits-text.ts'

/** The content of a version; restoring it brings all of this back but the name. */
export type TemplateState = Pick<RangeTemplateVersion, 'name' | 'active' | 'delay_seconds' | 'ranges'>

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const
/** Limits that differ only behind these decimals look the same. */
const MOST_DECIMALS = 6

/** The changes from one version to another, one sentence each: `pH en çok 8,30 → 8,50`. */
export function versionChanges(t: TFunction, before: TemplateState, after: TemplateState): string[] {
  const change = (from: string, to: string) => ({ from, to })
  return [
    ...(before.name === after.name ? [] : [t('rangeTemplates.versions.name', change(before.name, after.name))]),
    ...(before.active === after.active ? [] : [t(`rangeTemplates.versions.${after.active ? 'on' : 'off'}`)]),
    ...(before.delay_seconds === after.delay_seconds
      ? []
      : [
          t(
            'rangeTemplates.versions.delay',
            change(formatNumber(before.delay_seconds), formatNumber(after.delay_seconds)),
          ),
        ]),
    ...SCREEN_ORDER.flatMap((metric) => rangeChanges(t, metric, before.ranges[metric], after.ranges[metric])),
  ]
}

/** The limits of a version, a line for each metric that has some: `pH 7,50 – 8,30 (kritik > 8,90)`. */
export function versionLimits(t: TFunction, { ranges }: Pick<TemplateState, 'ranges'>): string[] {
  return SCREEN_ORDER.flatMap((metric) => {
    const range = ranges[metric]
    return range ? [`${t(`measurements.metrics.${metric}`)} ${rangeText(t, metric, range)}`] : []
  })
}

function rangeText(t: TFunction, metric: MetricKey, range: Range): string {
  const critical = criticalText(metric, range)
  const beyond = critical && ` (${t('rangeTemplates.critical.from', { limits: critical })})`
  return `${limitsText(metric, range)}${beyond}`
}

function rangeChanges(t: TFunction, key: MetricKey, before: Range | undefined, after: Range | undefined): string[] {
  const metric = t(`measurements.metrics.${key}`)
  if (!before) return after ? [t('rangeTemplates.versions.added', { metric, limits: rangeText(t, key, after) })] : []
  if (!after) return [t('rangeTemplates.versions.removed', { metric, limits: rangeText(t, key, before) })]
  const limits = LIMITS.flatMap((limit) => {
    const [from, to] = [before[limit] ?? null, after[limit] ?? null]
    return from === to ? [] : [limitChange(t, key, t(`rangeTemplates.limitOf.${limit}`, { metric }), from, to)]
  })
  if (before.severity === after.severity) return limits
  const [from, to] = [t(`alarms.severity.${before.severity}`), t(`alarms.severity.${after.severity}`)]
  return [...limits, `${t('rangeTemplates.fields.severityOf', { metric })} ${from} → ${to}`]
}

function limitChange(t: TFunction, key: MetricKey, limit: string, from: number | null, to: number | null): string {
  // More decimals than usual, where fewer would not show the difference.
  let { decimals } = metricOf(key)
  if (from !== null && to !== null)
    while (decimals < MOST_DECIMALS && formatNumber(from, decimals) === formatNumber(to, decimals)) decimals += 1
  const text = (value: number, withUnit: boolean) => {
    const { prefix, suffix } = metricText(key, value)
    return `${prefix}${formatNumber(value, decimals)}${suffix && withUnit ? `\u00a0${suffix}` : ''}`
  }
  if (to === null) return t('rangeTemplates.versions.limitRemoved', { limit, value: text(from ?? 0, true) })
  if (from === null) return t('rangeTemplates.versions.limitAdded', { limit, value: text(to, true) })
  return `${limit} ${text(from, false)} → ${text(to, true)}`
}

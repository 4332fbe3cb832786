import { isMetricKey, type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { useState } from 'react'
import { readStoredJson, writeStored } from '../../shared/browser/storage.ts'

const KEY = 'tank-list-metrics'
const DEFAULT: readonly MetricKey[] = ['tank_temperature', 'ph', 'salinity', 'orp']

/** The metrics that the list of tanks shows, in the order of screens; kept on this device. */
export function useChosenMetrics() {
  const [chosen, setChosen] = useState(stored)
  return {
    chosen,
    toggle(metric: MetricKey): void {
      const next = SCREEN_ORDER.filter((each) => chosen.includes(each) !== (each === metric))
      setChosen(next)
      writeStored(KEY, JSON.stringify(next))
    },
  }
}

function stored(): readonly MetricKey[] {
  const kept = readStoredJson(KEY)
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').filter(isMetricKey) : DEFAULT
}

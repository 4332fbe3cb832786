import type { Measurement } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import { useQueries } from '@tanstack/react-query'
import { tankQueries } from '../tanks/tanks.queries.ts'

/** The tanks of some readings by id, as far as they are known by now: their names, terminals and limits. */
export function useRowTanks(readings: readonly Measurement[]): ReadonlyMap<number, Tank> {
  const ids = [...new Set(readings.flatMap(({ tank_id }) => tank_id ?? []))].toSorted((a, b) => a - b)
  const found = useQueries({ queries: ids.map((id) => ({ ...tankQueries.one(id), staleTime: 60_000 })) })
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}

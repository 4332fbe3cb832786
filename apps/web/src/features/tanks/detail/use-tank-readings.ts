import type { Tank, TerminalLatest } from '@dalyan/contracts/tanks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveMessage } from '../../../shared/live/use-channel.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { withLatest } from '../patch-tank.ts'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { type TankReading, tankReadings } from './tank-reading.ts'

/** The tank's nine readings now, each the worst of its terminals; live while the page subscribes to the tank. */
export function useTankReadings(tank: Tank): TankReading[] {
  return tankReadings(tank, useNow(), useTerminalValues(tank))
}

/** The newest values of each terminal; not fetched for a single terminal, whose values are those of the tank. */
function useTerminalValues({ id, iots }: Tank): readonly TerminalLatest[] {
  const cache = useQueryClient()
  const isNeeded = iots.length > 1
  const ids = iots.map((terminal) => terminal.id)
  const { data } = useQuery({ ...tankQueries.latest(id, ids), enabled: isNeeded })
  useLiveMessage(isNeeded ? `tank.${id}` : null, 'measurement', (readings) => {
    cache.setQueriesData<TerminalLatest[]>(
      { queryKey: tankKeys.latest(id) },
      (known) => known && readings.reduce(withLatest, known),
    )
  })
  return isNeeded && data ? data : NONE
}

const NONE: readonly TerminalLatest[] = []

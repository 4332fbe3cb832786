import { tankModesApi, type TankMode, type TankModeInput } from '@dalyan/contracts/tank-modes'
import type { Tank } from '@dalyan/contracts/tanks'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { type TimeRange, windowOfSearch, windowQuery } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { tankKeys } from './tanks.queries.ts'

/** The modes that a tank was in during a window. @param mode the present one, whose start and end change the answer */
export function modeSpansQuery({ id, mode }: Pick<Tank, 'id' | 'mode'>, range: TimeRange) {
  return queryOptions({
    queryKey: ['tanks', 'modes', id, range, mode?.until ?? null],
    queryFn: async ({ signal }) => {
      // A window that follows the clock has no end, so that a later mode is included.
      const query = windowQuery(windowOfSearch({ ...range }), serverNow())
      return (await call(tankModesApi.spans, { params: { id }, query }, signal)).data
    },
    placeholderData: keepPreviousData,
    meta: { live: true },
  })
}

/** Starts and ends the mode of a tank; its cached record shows the result at once. */
export const useTankMode = (tankId: number) => useTankModes([tankId])

/** The same for several tanks, one after another: a refusal leaves the tanks after it as they were. `start` answers with the mode of the first. */
export function useTankModes(tankIds: readonly number[]) {
  const cache = useQueryClient()
  function show(mode: TankMode | null): void {
    for (const id of tankIds) cache.setQueryData<Tank>(tankKeys.one(id), (tank) => tank && { ...tank, mode })
  }
  const onSettled = () => void cache.invalidateQueries({ queryKey: tankKeys.lists })
  return {
    start: useMutation({
      mutationFn: async (body: TankModeInput) => {
        const modes: TankMode[] = []
        for (const id of tankIds) modes.push(await call(tankModesApi.start, { params: { id }, body }))
        const [first] = modes
        if (!first) throw new Error('no tank was chosen')
        return first
      },
      onSuccess: show,
      onSettled,
    }),
    end: useMutation({
      mutationFn: async () => {
        for (const id of tankIds) await call(tankModesApi.end, { params: { id } })
      },
      onSuccess: () => show(null),
      onSettled,
    }),
  }
}

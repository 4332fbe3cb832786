import { calibrationsApi } from '@dalyan/contracts/calibrations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export const calibrationKeys = { all: ['calibrations'] as const }

export const CALIBRATIONS_PER_PAGE = 10
/** More reminders would fill the home page; it says how many there are. */
const MOST_REMINDERS = 5

export const calibrationQueries = {
  /** The calibrations of a tank, the newest first. */
  ofTank: (tankId: number, page: number) =>
    queryOptions({
      queryKey: [...calibrationKeys.all, 'of-tank', tankId, page],
      queryFn: ({ signal }) =>
        call(calibrationsApi.list, { query: { tank_id: tankId, page, per_page: CALIBRATIONS_PER_PAGE } }, signal),
      placeholderData: keepPreviousData,
    }),
  /** The first calibrations that are due soon or overdue, and the number of all. */
  due: () =>
    queryOptions({
      queryKey: [...calibrationKeys.all, 'due'],
      queryFn: ({ signal }) => call(calibrationsApi.list, { query: { due: true, per_page: MOST_REMINDERS } }, signal),
    }),
}

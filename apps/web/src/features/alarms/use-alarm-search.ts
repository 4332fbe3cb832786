import { useNavigate, useSearch } from '@tanstack/react-router'
import { type AlarmSearch, readAlarmSearch } from './alarm-search.ts'

/** What the page of alarms shows, kept in its address. */
export function useAlarmSearch() {
  const search = readAlarmSearch(useSearch({ from: '/signed-in/alarms' }))
  const navigate = useNavigate({ from: '/alarms' })
  return {
    search,
    change(part: AlarmSearch): void {
      void navigate({
        search: (before) => readAlarmSearch({ ...before, page: undefined, ...part }),
        resetScroll: false,
      })
    },
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { type LogSearch, readLogSearch } from './log-search.ts'

/** What a log's page shows, kept in its address. */
export function useLogSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search: readLogSearch(raw),
    change(part: Partial<LogSearch>, { replace = false }: { replace?: boolean } = {}): void {
      void navigate({
        to: '.',
        // The router knows each log's search by its own type; this hook serves all four.
        search: ((before: Readonly<Record<string, unknown>>) => readLogSearch({ ...before, ...part })) as never,
        replace,
        resetScroll: false,
      })
    },
  }
}

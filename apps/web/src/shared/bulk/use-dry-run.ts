import type { BulkAnswer, BulkInput } from '@dalyan/contracts/bulk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const SETTLED_AFTER_MS = 500

/** The server's dry run of a table, started 500 ms after the last change. */
export function useDryRun<A extends BulkAnswer>(
  kind: string,
  text: string,
  send: (body: BulkInput, signal?: AbortSignal) => Promise<A>,
) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])

  const isEmpty = text.trim() === ''
  const run = useQuery({
    queryKey: ['bulk', kind, settled],
    queryFn: ({ signal }) => send({ csv: settled, dry_run: true }, signal),
    enabled: settled.trim() !== '' && !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isChecking = !isEmpty && (settled !== text || run.isFetching)
  return {
    /** The answer for the present table; while that is checked, for the previous one. */
    answer: isEmpty ? undefined : run.data,
    failure: isEmpty || isChecking ? null : run.error,
    isChecking,
    again: () => void run.refetch(),
  }
}

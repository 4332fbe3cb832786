import { useEffect, useRef, useState } from 'react'

const REST_MS = 300

/** Delays typed text until the user pauses, so that not every key sends a request. */
export function useRestedText(): [rested: string, type: (text: string) => void] {
  const [rested, setRested] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    rested,
    (text) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setRested(text.trim()), REST_MS)
    },
  ]
}

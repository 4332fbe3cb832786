import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '../clock/server-clock.ts'

/** @returns since when the page is printed, epoch milliseconds; null: it is not */
export function usePrinting(): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const media = matchMedia('print')
    const begin = () => setSince(serverNow())
    const end = () => setSince(null)
    // The browser takes the picture right after these events, so that everything has to be drawn within them.
    const onBefore = () => flushSync(begin)
    const onAfter = () => flushSync(end)
    const onChange = () => flushSync(media.matches ? begin : end)
    // The layout may be loaded when the page is already drawn for paper.
    if (media.matches) begin()
    addEventListener('beforeprint', onBefore)
    addEventListener('afterprint', onAfter)
    media.addEventListener('change', onChange)
    return () => {
      removeEventListener('beforeprint', onBefore)
      removeEventListener('afterprint', onAfter)
      media.removeEventListener('change', onChange)
    }
  }, [])
  return since
}

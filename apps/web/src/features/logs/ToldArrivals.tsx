import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

const TOLD_EVERY_MS = 5_000

/** For screen readers: how many lines came, at most every five seconds, never the lines themselves. */
export function ToldArrivals({ arrived }: { arrived: number }) {
  const { t } = useTranslation()
  const [told, setTold] = useState({ upTo: 0, count: 0 })
  const tell = useEffectEvent(() => {
    // A page that was read anew counts from nothing.
    setTold(({ upTo }) => ({ upTo: arrived, count: Math.max(0, arrived - Math.min(upTo, arrived)) }))
  })
  useEffect(() => {
    const timer = setInterval(tell, TOLD_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Box component="span" role="status" sx={visuallyHidden}>
      {told.count > 0 && t('common.live.newWhilePaused', { count: told.count })}
    </Box>
  )
}

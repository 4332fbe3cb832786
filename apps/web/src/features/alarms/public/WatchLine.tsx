import type { Home } from '@dalyan/contracts/home'
import { mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatAge } from '../../../shared/format/age.ts'
import { formatShortTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'

/** Three refetches of the home page; after that the present state of the tanks is unknown. */
const KNOWN_FOR_MS = 90_000

type Watch = Home['tanks']

/** Whether alarms reach a user's phone. */
export type PushReach = 'on' | 'off' | 'unknown'

/** Whether every active tank is watched and in range, by a check that is recent enough. @param now epoch milliseconds, of the server's clock */
export function isAllInRange({ active, watched, out_of_range, checked_at }: Watch, now: number): boolean {
  return active > 0 && watched === active && out_of_range === 0 && now - Date.parse(checked_at) < KNOWN_FOR_MS
}

/** The sentence about all tanks, which claims no more than is known. */
export function watchText(t: TFunction, watch: Watch, now: number): string {
  const { total, active, watched, out_of_range, checked_at } = watch
  const age = now - Date.parse(checked_at)
  if (age >= KNOWN_FOR_MS) return t('alarms.watch.unknown', { age: formatAge(t, age) })
  if (active === 0) return t('alarms.watch.none')
  if (watched === 0) return t('alarms.watch.nothing')
  if (out_of_range > 0) return t('alarms.watch.out', { count: out_of_range })
  const unwatched = active - watched
  if (unwatched > 0) return t('alarms.watch.someIn', { n: formatNumber(watched), count: unwatched })
  const all = { count: active, n: formatNumber(active) }
  return active === total ? t('alarms.watch.allIn', all) : t('alarms.watch.allActiveIn', all)
}

/**
 * `60 tankın hepsi aralıkta` with its evidence; the tick is shown only when it is proved. `push`: for users who are notified of alarms, and then a
 * part of the proof, which is said first where it is missing.
 */
export function WatchState({ watch, push }: { watch: Watch; push?: PushReach }) {
  const { t } = useTranslation()
  const { isIn, text } = useFromNow((now) => ({ isIn: isAllInRange(watch, now), text: watchText(t, watch, now) }))
  const isProved = isIn && (push === undefined || push === 'on')
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      {isProved && (
        <Icon
          data-testid="proved"
          path={mdiCheckCircleOutline}
          sx={{ color: 'text.secondary', fontSize: 22, mt: '1px' }}
        />
      )}
      <Box>
        <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
          {push !== undefined && push !== 'on' && `${t(`alarms.watch.push.${push}`)} `}
          {text}
        </Box>
        <WatchLine watch={watch} hasPush={push === 'on'} />
      </Box>
    </Box>
  )
}

interface LineProps {
  watch: Watch
  /** Says that alarms reach the user's phone. */
  hasPush?: boolean
}

/** `59 / 60 tank izleniyor · son kontrol 3 sn önce`, and when nothing was watched; nothing while no tank is active. */
export function WatchLine({ watch: { total, active, watched, checked_at, interruption }, hasPush = false }: LineProps) {
  const { t } = useTranslation()
  const age = useFromNow((now) => formatAge(t, now - Date.parse(checked_at)))
  if (active === 0) return null
  const parts = [
    t('alarms.watch.watched', { watched: formatNumber(watched), total: formatNumber(active) }),
    active < total && t('alarms.watch.inactive', { count: total - active }),
    t('alarms.watch.checked', { age }),
    hasPush && t('alarms.watch.push.on'),
  ]
  const shortTime = (at: string) => formatShortTime(at, checked_at)
  return (
    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.875rem' }}>
      {interruption && (
        <b>{`${t('alarms.watch.interrupted', { from: shortTime(interruption.from), to: shortTime(interruption.to) })} · `}</b>
      )}
      {parts.filter(Boolean).join(' · ')}
    </Box>
  )
}

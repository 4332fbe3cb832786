import type { TANK_CONDITIONS, TankPage } from '@dalyan/contracts/tanks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tankList } from './tank-list-search.ts'

/** `11 kayıt · 2 tank aralık dışı · 1 tankın verisi gecikmeli`, over the whole filter; the last two lead to those tanks. */
export function TanksCount({ page }: { page: TankPage }) {
  const { t } = useTranslation()
  const { out_of_range, stale } = page.counts
  return (
    <>
      {t('common.states.resultCount', { count: page.total })}
      {out_of_range > 0 && (
        <>
          {' · '}
          <Narrowed to="out_of_range">
            <b>{t('tanks.list.outOfRange', { count: out_of_range })}</b>
          </Narrowed>
        </>
      )}
      {stale > 0 && (
        <>
          {' · '}
          <Narrowed to="stale">{t('tanks.list.staleTanks', { count: stale })}</Narrowed>
        </>
      )}
    </>
  )
}

interface NarrowedProps {
  to: (typeof TANK_CONDITIONS)[number]
  children: ReactNode
}

/** The same list with these tanks alone. */
function Narrowed({ to, children }: NarrowedProps) {
  return (
    <Link to="/tanks" search={(before) => tankList.read({ ...before, condition: [to], page: undefined })} style={PLAIN}>
      {children}
    </Link>
  )
}

const PLAIN = { color: 'inherit' }

import type { TankPage } from '@dalyan/contracts/tanks'
import { useTranslation } from 'react-i18next'

/** `11 kayıt · 2 tank aralık dışı · 1 tankta eski veri`, over the whole filter. */
export function TanksCount({ page }: { page: TankPage }) {
  const { t } = useTranslation()
  const { out_of_range, stale } = page.counts
  return (
    <>
      {t('common.states.resultCount', { count: page.total })}
      {out_of_range > 0 && (
        <>
          {' · '}
          <b>{t('tanks.list.outOfRange', { count: out_of_range })}</b>
        </>
      )}
      {stale > 0 && ` · ${t('tanks.list.staleTanks', { count: stale })}`}
    </>
  )
}

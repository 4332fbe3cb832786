import { type Terminal, terminalsApi } from '@dalyan/contracts/terminals'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { tankQueries } from '../../tanks/tanks.queries.ts'

interface Props {
  terminal: Terminal
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a terminal is deleted; says so when its tank would be left without any. */
export function DeleteTerminal({ terminal: { id, code, tank }, onDeleted, onClose }: Props) {
  const { t } = useTranslation()
  const itsTank = useQuery({ ...tankQueries.one(tank?.id ?? 0), enabled: tank !== null }).data
  const isLast = tank !== null && itsTank?.iots.length === 1
  return (
    <ConfirmDialog
      title={t('terminals.delete.title', { code })}
      body={
        <>
          {t('terminals.delete.body')}
          {isLast && (
            <>
              {' '}
              <b>{t('terminals.delete.lastTerminal', { tank: tank.code })}</b>
            </>
          )}
        </>
      }
      confirm={t('terminals.delete.confirm')}
      failed={t('terminals.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(terminalsApi.remove, { params: { id } })
        onDeleted()
      }}
    />
  )
}

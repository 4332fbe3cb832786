import { type Tank, tanksApi, type TankTerminal } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callIfMatch } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'

interface Props {
  tank: Tank
  terminal: Pick<TankTerminal, 'id' | 'code'>
  onClose: () => void
}

/** Takes one terminal off the tank, after a question that says what the tank loses. */
export function DetachTerminal({ tank, terminal, onClose }: Props) {
  const { t } = useTranslation()
  const edited = useQuery(tankQueries.edited(tank.id))
  const done = useDone(onClose, tankKeys.all, terminalKeys.all)
  return (
    <RecordLoader query={edited} label={t('tanks.one')} failed={t('tanks.messages.loadFailed')} onClose={onClose}>
      {({ record, etag }) => {
        const others = record.iots.filter(({ id }) => id !== terminal.id)
        return (
          <ConfirmDialog
            title={t('tanks.detach.title', { terminal: terminal.code, code: record.code })}
            body={
              <>
                {t('tanks.detach.body')}
                {others.length === 0 && record.status === 'active' && (
                  <strong> {t('terminals.delete.lastTerminal', { tank: record.code })}</strong>
                )}
              </>
            }
            confirm={t('tanks.detail.unassignTerminal')}
            failed={t('tanks.messages.saveFailed')}
            onClose={onClose}
            onConfirm={async () => {
              const body = { iot_ids: others.map(({ id }) => id) }
              await callIfMatch(tanksApi.update, etag, { params: { id: record.id }, body })
              done(t('terminals.messages.unassigned', { terminal: terminal.code }))
            }}
          />
        )
      }}
    </RecordLoader>
  )
}

import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { terminalKeys } from '../../records/public/terminals.queries.ts'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { OperateForm } from './OperateForm.tsx'
import { TankForm } from './TankForm.tsx'
import { TankView } from './TankView.tsx'

addWords({ terminals })

const TanksFromFile = lazy(async () => ({ default: (await import('./TanksFromFile.tsx')).TanksFromFile }))

type TankDialog = 'create' | 'bulk' | 'edit' | 'view' | 'delete' | 'restore'

interface Props {
  dialog: TankDialog
  /** Of the record; `create` and `bulk` have none. */
  id?: number | undefined
  onOpen: (dialog: TankDialog, id: number) => void
  onClose: () => void
}

/** The dialogs about a tank, by the word that stands in the address. */
export function TankDialogs({ dialog, id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const tank = useQuery({ ...tankQueries.edited(id ?? 0), enabled: id !== undefined })
  const done = useDone(onClose, tankKeys.all, terminalKeys.all)
  const isManager = may(useUser(), 'tanks.manage')

  if (dialog === 'bulk') return isManager ? <TanksFromFile onCreated={done} onClose={onClose} /> : null
  if (dialog === 'create')
    return <TankForm tagged={null} onSaved={() => done(t('tanks.messages.created'))} onClose={onClose} />
  return (
    <RecordLoader query={tank} label={t('tanks.one')} failed={t('tanks.messages.loadFailed')} onClose={onClose}>
      {(tagged) => {
        const { record } = tagged
        if (dialog === 'delete') return <DeleteTank tank={record} onDeleted={done} onClose={onClose} />
        if (dialog === 'restore') return <RestoreTank tank={record} onRestored={done} onClose={onClose} />
        // A deleted tank is only read.
        if (dialog === 'view' || record.status === 'deleted') {
          return <TankView tank={record} onEdit={() => onOpen('edit', record.id)} onClose={onClose} />
        }
        if (!isManager) {
          return <OperateForm tagged={tagged} onSaved={() => done(t('tanks.messages.updated'))} onClose={onClose} />
        }
        return <TankForm tagged={tagged} onSaved={() => done(t('tanks.messages.updated'))} onClose={onClose} />
      }}
    </RecordLoader>
  )
}

interface DeleteProps {
  tank: Tank
  onDeleted: (message: string) => void
  onClose: () => void
}

function DeleteTank({ tank, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('tanks.delete.title', { code: tank.code })}
      body={
        <>
          {t('tanks.delete.body')}
          {tank.iots.length > 0 && ` ${t('tanks.delete.detach', { count: tank.iots.length })}`}
        </>
      }
      confirm={t('tanks.delete.confirm')}
      failed={t('tanks.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(tanksApi.remove, { params: { id: tank.id } })
        onDeleted(t('tanks.messages.deleted'))
      }}
    />
  )
}

interface RestoreProps {
  tank: Tank
  onRestored: (message: string) => void
  onClose: () => void
}

function RestoreTank({ tank, onRestored, onClose }: RestoreProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      harmless
      title={t('tanks.restore.title', { code: tank.code })}
      body={t('tanks.restore.body')}
      confirm={t('tanks.restore.confirm')}
      failed={t('tanks.messages.restoreFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(tanksApi.restore, { params: { id: tank.id } })
        onRestored(t('tanks.messages.restored'))
      }}
    />
  )
}

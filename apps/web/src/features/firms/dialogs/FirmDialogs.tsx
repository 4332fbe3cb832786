import { type Firm, firmsApi } from '@dalyan/contracts/firms'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { OnCallDialog } from '../../notifications/public/OnCallDialog.tsx'
import { WebhooksDialog } from '../../notifications/public/WebhooksDialog.tsx'
import { firmKeys, firmQueries } from '../../records/public/firms.queries.ts'
import { FirmTanksLink } from '../FirmTanksLink.tsx'
import { FirmForm } from './FirmForm.tsx'
import { FirmView } from './FirmView.tsx'

type FirmDialog = 'create' | 'edit' | 'view' | 'delete' | 'restore' | 'oncall' | 'webhooks'

interface Props {
  dialog: FirmDialog
  /** Of the record; `create` has none. */
  id?: number | undefined
  onOpen: (dialog: FirmDialog, id: number) => void
  onClose: () => void
}

/** The dialogs about a firm, by the word that stands in the address. */
export function FirmDialogs({ dialog, id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const firm = useQuery({ ...firmQueries.edited(id ?? 0), enabled: id !== undefined })
  const done = useDone(onClose, firmKeys.all)

  if (dialog === 'create')
    return <FirmForm tagged={null} onSaved={() => done(t('firms.messages.created'))} onClose={onClose} />
  return (
    <RecordLoader query={firm} label={t('firms.one')} failed={t('firms.messages.loadFailed')} onClose={onClose}>
      {(tagged) => {
        const { record } = tagged
        if (dialog === 'delete') return <DeleteFirm firm={record} onDone={done} onClose={onClose} />
        if (dialog === 'restore') return <RestoreFirm firm={record} onDone={done} onClose={onClose} />
        if (dialog === 'oncall') return <OnCallDialog firm={record} onClose={onClose} />
        if (dialog === 'webhooks') return <WebhooksDialog firm={record} onClose={onClose} />
        // A deleted firm is only read.
        if (dialog === 'view' || record.status === 'deleted') {
          return <FirmView firm={record} onEdit={() => onOpen('edit', record.id)} onClose={onClose} />
        }
        return <FirmForm tagged={tagged} onSaved={() => done(t('firms.messages.updated'))} onClose={onClose} />
      }}
    </RecordLoader>
  )
}

interface QuestionProps {
  firm: Firm
  onDone: (message: string) => void
  onClose: () => void
}

/** Refused while something hangs on the firm: the server names it, and its tanks are a link away. */
function DeleteFirm({ firm, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('firms.delete.title', { name: firm.name })}
      body={
        <>
          {t('firms.delete.body')}
          {firm.tanks_count > 0 && (
            <div>
              {t('firms.fields.tankCount')}: <FirmTanksLink firm={firm} />
            </div>
          )}
        </>
      }
      confirm={t('firms.delete.confirm')}
      failed={t('firms.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(firmsApi.remove, { params: { id: firm.id } })
        onDone(t('firms.messages.deleted'))
      }}
    />
  )
}

function RestoreFirm({ firm, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      harmless
      title={t('firms.restore.title', { name: firm.name })}
      body={t('firms.restore.body')}
      confirm={t('firms.restore.confirm')}
      failed={t('firms.messages.restoreFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(firmsApi.restore, { params: { id: firm.id } })
        onDone(t('firms.messages.restored'))
      }}
    />
  )
}

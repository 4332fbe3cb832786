import { firmsApi } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps } from '../../../shared/resource/ResourcePage.tsx'
import { OnCallDialog } from '../../notifications/public/OnCallDialog.tsx'
import { WebhooksDialog } from '../../notifications/public/WebhooksDialog.tsx'
import { firmQueries } from '../../records/public/firms.queries.ts'
import { FirmStatusChip } from '../FirmStatusChip.tsx'
import { FirmTanksLink } from '../FirmTanksLink.tsx'
import { firmForm } from './firm-form.tsx'

type FirmDialog = 'create' | 'edit' | 'view' | 'delete' | 'restore' | 'oncall' | 'webhooks'

/** The dialogs about a firm, by their name in the address. */
export function FirmDialogs(props: DialogProps<FirmDialog>) {
  const { t } = useTranslation()
  const { onClose } = props
  return (
    <ResourceDialogs
      {...props}
      kind="firms"
      api={firmsApi}
      queries={firmQueries}
      form={firmForm}
      fields={(firm) => [
        { label: t('firms.fields.code'), value: <span lang="en">{firm.code}</span> },
        { label: t('firms.fields.name'), value: firm.name },
        { label: t('firms.fields.type'), value: t(`firms.type.${firm.type}`) },
        { label: t('firms.fields.status'), value: <FirmStatusChip status={firm.status} /> },
        { label: t('firms.fields.parent'), value: firm.parent?.name },
        { label: t('firms.fields.tankCount'), value: <FirmTanksLink firm={firm} /> },
        { label: t('firms.fields.phone'), value: firm.phone },
        { label: t('firms.fields.city'), value: firm.city },
        { label: t('firms.fields.province'), value: firm.province },
        { label: t('firms.fields.district'), value: firm.district },
        { label: t('firms.fields.neighborhood'), value: firm.neighborhood },
        { label: t('firms.fields.postalCode'), value: firm.postal_code },
        { label: t('firms.fields.country'), value: firm.country },
        { label: t('firms.fields.notes'), value: firm.notes },
        { label: t('firms.fields.editedBy'), value: firm.edited_by?.name },
        { label: t('common.fields.updatedAt'), value: formatDateTime(firm.updated_at) },
      ]}
      // The server refuses while records depend on the firm, and names them; the dialog links to its tanks.
      deleteBody={(firm) => (
        <>
          {t('firms.delete.body')}
          {firm.tanks_count > 0 && (
            <div>
              {t('firms.fields.tankCount')}: <FirmTanksLink firm={firm} />
            </div>
          )}
        </>
      )}
      others={{
        oncall: ({ record }) => <OnCallDialog firm={record} onClose={onClose} />,
        webhooks: ({ record }) => <WebhooksDialog firm={record} onClose={onClose} />,
      }}
    />
  )
}

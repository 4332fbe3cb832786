import { type Firm, FIRM_TYPES, WRITABLE_FIRM_STATUSES } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'
import { DistrictField, ProvinceField } from '../../../shared/form/PlaceFields.tsx'
import { CODE_INPUT, type InputProps, recordForm } from '../../../shared/resource/record-form.tsx'
import { shownValue } from '../../../shared/resource/record-values.tsx'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { OnCallDialog } from '../../notifications/public/OnCallDialog.tsx'
import { WebhooksDialog } from '../../notifications/public/WebhooksDialog.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { firmKind } from '../firm-kind.tsx'
import type { firmList } from '../firm-list-search.ts'

const firmForm = recordForm(
  firmKind,
  {
    code: CODE_INPUT,
    name: { required: true, maxLength: 120 },
    type: { options: FIRM_TYPES, initial: 'grower' },
    status: { options: WRITABLE_FIRM_STATUSES, initial: 'active' },
    // A firm is not offered as its own parent.
    parent_id: { Picker: ({ record, ...field }: InputProps<Firm>) => <FirmPicker {...field} without={record?.id} /> },
    phone: { type: 'tel', maxLength: 40 },
    city: { maxLength: 60 },
    province: { Input: ProvinceField },
    district: { Input: DistrictField },
    neighborhood: { maxLength: 120 },
    postal_code: { maxLength: 20 },
    country: { maxLength: 60, initial: 'Türkiye' },
    notes: { multiline: true, maxLength: 4000 },
  },
  { groups: { code: 'identity', phone: 'contact', notes: 'notes' } },
)

/** The dialogs about a firm, by their name in the address. */
export function FirmDialogs(props: DialogProps<DialogsOf<typeof firmList>>) {
  const { t } = useTranslation()
  return (
    <ResourceDialogs
      {...props}
      kind={firmKind}
      form={firmForm}
      fields={[
        'code',
        'name',
        'type',
        'status',
        'parent',
        'tanks_count',
        'phone',
        'city',
        'province',
        'district',
        'neighborhood',
        'postal_code',
        'country',
        'notes',
        'edited_by',
        'updated_at',
      ]}
      // The server refuses while records depend on the firm, and names them; the dialog links to its tanks.
      deleteNote={(firm) =>
        firm.tanks_count > 0 && (
          <div>
            {t('firms.fields.tanks_count')}: {shownValue(firmKind, 'tanks_count', firm, t)}
          </div>
        )
      }
      others={{
        oncall: ({ record }) => <OnCallDialog firm={record} onClose={props.onClose} />,
        webhooks: ({ record }) => <WebhooksDialog firm={record} onClose={props.onClose} />,
      }}
    />
  )
}

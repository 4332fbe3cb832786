import { type Firm, FIRM_TYPES, type firmsApi, WRITABLE_FIRM_STATUSES } from '@dalyan/contracts/firms'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { ProvinceDistrictFields } from '../../../shared/form/ProvinceDistrictFields.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { textFields } from '../../../shared/resource/text-fields.ts'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'

const texts = textFields(['phone', 'city', 'province', 'district', 'neighborhood', 'postal_code', 'country', 'notes'])

/** The values of the firm's form: text as typed, the parent as picked. */
type FirmFormValues = Pick<Firm, 'code' | 'name' | 'type'> & {
  status: (typeof WRITABLE_FIRM_STATUSES)[number]
  parent: PickOption | null
} & ReturnType<typeof texts.values>

export const firmForm: RecordForm<typeof firmsApi, FirmFormValues> = {
  width: 'md',
  empty: {
    code: '',
    name: '',
    type: 'grower',
    status: 'active',
    parent: null,
    ...texts.values({ country: 'Türkiye' }),
  },
  values: ({ code, name, type, status, parent, ...firm }) => ({
    code,
    name,
    type,
    status: status === 'deleted' ? 'inactive' : status,
    parent: parent && { id: parent.id, label: parent.name },
    ...texts.values(firm),
  }),
  body: ({ code, name, type, status, parent, ...values }) => ({
    code: code.trim(),
    name: name.trim(),
    type,
    status,
    parent_id: parent?.id ?? null,
    ...texts.body(values),
  }),
  fieldOf: (name) => (name === 'parent_id' ? 'parent' : name),
  Fields: FirmFields,
}

function FirmFields({ record }: { record: Firm | null }) {
  const { t } = useTranslation()
  return (
    <>
      <Group title={t('firms.groups.identity')}>
        <FormText
          name="code"
          label={t('firms.fields.code')}
          required
          code
          maxLength={32}
          hint={t('validation.codeHint')}
        />
        <FormText name="name" label={t('firms.fields.name')} required maxLength={120} />
        <FormSelect
          name="type"
          label={t('firms.fields.type')}
          options={FIRM_TYPES.map((value) => ({ value, label: t(`firms.type.${value}`) }))}
        />
        <FormSelect
          name="status"
          label={t('firms.fields.status')}
          options={WRITABLE_FIRM_STATUSES.map((value) => ({ value, label: t(`firms.status.${value}`) }))}
        />
        <FirmPicker name="parent" label={t('firms.fields.parent')} without={record?.id} />
      </Group>
      <Group title={t('firms.groups.contact')}>
        <FormText name="phone" label={t('firms.fields.phone')} type="tel" maxLength={40} />
        <FormText name="city" label={t('firms.fields.city')} maxLength={60} />
        <ProvinceDistrictFields />
        <FormText name="neighborhood" label={t('firms.fields.neighborhood')} maxLength={120} />
        <FormText name="postal_code" label={t('firms.fields.postalCode')} maxLength={20} />
        <FormText name="country" label={t('firms.fields.country')} maxLength={60} />
      </Group>
      <Group title={t('firms.groups.notes')}>
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <FormText name="notes" label={t('firms.fields.notes')} multiline maxLength={4000} />
        </Box>
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <FormColumns>{children}</FormColumns>
    </Box>
  )
}

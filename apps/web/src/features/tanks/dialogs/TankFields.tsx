import { WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { ProvinceDistrictFields } from '../../../shared/form/ProvinceDistrictFields.tsx'
import { firmQueries } from '../../records/public/firms.queries.ts'
import { rangeTemplateQueries } from '../../records/public/range-templates.queries.ts'
import { limitsNote } from './limits-note.ts'
import type { TankFormValues } from './tank-form-values.ts'
import { TerminalsField } from './TerminalsField.tsx'

/** The fields of a tank's form. Terminals come before the status, which may need one. */
export function TankFields({ tankId }: { tankId: number | null }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const templates = useQuery(rangeTemplateQueries.options(search))
  const [firmSearch, setFirmSearch] = useState('')
  const firms = useQuery(firmQueries.options(firmSearch))
  const { trigger } = useFormContext<TankFormValues>()
  const [status, code] = useWatch<TankFormValues, ['status', 'code']>({ name: ['status', 'code'] })
  return (
    <FormColumns>
      <FormText
        name="code"
        label={t('tanks.fields.code')}
        required
        code
        maxLength={32}
        hint={t('validation.codeHint')}
      />
      <FormText name="name" label={t('tanks.fields.name')} required maxLength={120} />
      <FormPicker
        name="firm"
        label={t('tanks.fields.firm')}
        loading={firms.isFetching}
        options={(firms.data ?? []).map(({ id, code, name }) => ({ id, label: name, note: code }))}
        onSearch={setFirmSearch}
      />
      <FormPicker
        name="template"
        label={t('tanks.fields.rangeTemplate')}
        loading={templates.isFetching}
        options={(templates.data ?? []).map(({ id, name, ranges }) => ({
          id,
          label: name,
          note: limitsNote(t, ranges),
        }))}
        onSearch={setSearch}
      />
      <TerminalsField tankId={tankId} tankCode={code} />
      <FormSelect
        name="status"
        label={t('tanks.fields.status')}
        options={WRITABLE_TANK_STATUSES.map((value) => ({ value, label: t(`tanks.status.${value}`) }))}
        hint={status === 'suspended' ? t('tanks.status.suspendedHint') : undefined}
        // At once, not only when the form is sent: a tank becomes active with a terminal alone.
        onPick={() => void trigger('status')}
      />
      {status === 'suspended' && (
        <FormText
          name="suspended_until"
          label={t('common.fields.suspendedUntil')}
          hint={t('common.fields.suspendedUntilHint')}
        />
      )}
      <ProvinceDistrictFields />
      <FormText name="location" label={t('tanks.fields.location')} maxLength={200} />
      <FormText name="address" label={t('tanks.fields.address')} maxLength={500} />
      <Box sx={{ display: 'grid', gridColumn: '1 / -1' }}>
        <FormText name="notes" label={t('tanks.fields.notes')} multiline maxLength={4000} />
      </Box>
    </FormColumns>
  )
}

import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Ranges } from '@dalyan/contracts/range-templates'
import { type Tank, type tanksApi, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useFormContext, useWatch, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import { type PickOption, FormPicker } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { ProvinceDistrictFields } from '../../../shared/form/ProvinceDistrictFields.tsx'
import { typedTime } from '../../../shared/form/typed-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { textFields } from '../../../shared/resource/text-fields.ts'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { rangeTemplateQueries } from '../../records/public/range-templates.queries.ts'
import { suspensionBody, suspensionProblems, SuspendedUntil } from '../../records/public/suspension.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'

const texts = textFields(['province', 'district', 'location', 'address', 'notes'])

/** The values of the tank's form: text as typed, records as picked. */
export type TankFormValues = {
  code: string
  name: string
  firm: PickOption | null
  template: PickOption | null
  terminals: PickOption[]
  status: (typeof WRITABLE_TANK_STATUSES)[number]
  suspended_until: string
} & ReturnType<typeof texts.values>

const FIELD_OF: Readonly<Record<string, string>> = {
  firm_id: 'firm',
  range_template_id: 'template',
  iot_ids: 'terminals',
}

export const tankForm: RecordForm<typeof tanksApi, TankFormValues> = {
  width: 'md',
  empty: {
    code: '',
    name: '',
    firm: null,
    template: null,
    terminals: [],
    status: 'inactive',
    suspended_until: '',
    ...texts.values({}),
  },
  values: ({ firm, range_template: template, iots, ...tank }) => ({
    code: tank.code,
    name: tank.name,
    firm: firm && { id: firm.id, label: firm.name },
    template: template && { id: template.id, label: template.name },
    terminals: iots.map(({ id, code }) => ({ id, label: code })),
    status: tank.status === 'deleted' ? 'inactive' : tank.status,
    suspended_until: typedTime(tank.suspended_until),
    ...texts.values(tank),
  }),
  body: ({ code, name, firm, template, terminals, status, suspended_until, ...values }) => ({
    code: code.trim(),
    name: name.trim(),
    firm_id: firm?.id ?? null,
    range_template_id: template?.id ?? null,
    iot_ids: terminals.map(({ id }) => id),
    ...suspensionBody(status, suspended_until),
    ...texts.body(values),
  }),
  // `iot_ids.0` is one of the terminals.
  fieldOf: (name) => {
    const [first = name] = name.split('.')
    return FIELD_OF[first] ?? first
  },
  problems: ({ status, suspended_until, terminals }, t, record) => ({
    ...(status === 'active' &&
      record?.status !== 'active' &&
      terminals.length === 0 && { status: t('tanks.validation.activeNeedsTerminal') }),
    ...suspensionProblems(status, suspended_until, t),
  }),
  Fields: TankFields,
}

/** Terminals come before the status, since a tank becomes active only with one. */
function TankFields({ record }: { record: Tank | null }) {
  const { t } = useTranslation()
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
      <FirmPicker name="firm" label={t('tanks.fields.firm')} />
      <RecordPicker
        name="template"
        label={t('tanks.fields.rangeTemplate')}
        options={rangeTemplateQueries.options}
        option={({ id, name, ranges }) => ({ id, label: name, note: firstLimits(t, ranges) })}
      />
      <TerminalsField tankId={record?.id ?? null} tankCode={code} />
      <FormSelect
        name="status"
        label={t('tanks.fields.status')}
        options={WRITABLE_TANK_STATUSES.map((value) => ({ value, label: t(`tanks.status.${value}`) }))}
        hint={status === 'suspended' ? t('tanks.status.suspendedHint') : undefined}
        // At once, not only when the form is sent: only a tank with a terminal can become active.
        onPick={() => void trigger('status')}
      />
      <SuspendedUntil status={status} />
      <ProvinceDistrictFields />
      <FormText name="location" label={t('tanks.fields.location')} maxLength={200} />
      <FormText name="address" label={t('tanks.fields.address')} maxLength={500} />
      <Box sx={{ display: 'grid', gridColumn: '1 / -1' }}>
        <FormText name="notes" label={t('tanks.fields.notes')} multiline maxLength={4000} />
      </Box>
    </FormColumns>
  )
}

const SHOWN_LIMITS = 3

/** A template's first limits in one line: `Tank Sıcaklığı 16,0 °C – 22,0 °C · pH 7,50 – 8,30`. */
function firstLimits(t: TFunction, ranges: Ranges): string {
  const limits = SCREEN_ORDER.flatMap((key) => {
    const range = ranges[key]
    if (!range) return []
    const [min, max] = [range.min, range.max].map((limit) => (limit === null ? '' : formatMetric(key, limit)))
    return [`${t(`measurements.metrics.${key}`)} ${min} – ${max}`]
  })
  return limits.length > SHOWN_LIMITS ? `${limits.slice(0, SHOWN_LIMITS).join(' · ')} …` : limits.join(' · ')
}

interface Props {
  /** The tank being changed; null for a new one. */
  tankId: number | null
  tankCode: string
}

/** The tank's terminals: free ones first; a terminal of another tank is moved only after a question. */
export function TerminalsField({ tankId, tankCode }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [moving, setMoving] = useState<Terminal | null>(null)
  const terminals = useQuery(terminalQueries.options(search))
  const { getValues, setValue, trigger } = useFormContext<TankFormValues>()
  const { errors, defaultValues } = useFormState<TankFormValues>()
  const [status, chosen] = useWatch<TankFormValues, ['status', 'terminals']>({ name: ['status', 'terminals'] })
  const losesLast = status === 'active' && defaultValues?.status === 'active' && chosen.length === 0

  const isElsewhere = ({ tank }: Terminal) => tank !== null && tank.id !== tankId
  const known = (terminals.data ?? []).toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b)))
  const options = known.map((terminal) => ({
    id: terminal.id,
    label: terminal.code,
    ...(isElsewhere(terminal) && terminal.tank
      ? { note: t('terminals.move.option', { terminal: terminal.code, tank: terminal.tank.code }) }
      : {}),
  }))

  function picked(option: PickOption | null) {
    const terminal = option && known.find(({ id }) => id === option.id)
    if (terminal && isElsewhere(terminal)) setMoving(terminal)
    if (errors.status) void trigger('status')
  }
  function putBack(terminal: Terminal) {
    const rest = getValues('terminals').filter(({ id }) => id !== terminal.id)
    setValue('terminals', rest, { shouldDirty: true })
    setMoving(null)
  }
  return (
    <>
      <FormPicker
        multiple
        name="terminals"
        label={t('tanks.fields.terminals')}
        options={options}
        loading={terminals.isFetching}
        onSearch={setSearch}
        hint={losesLast ? t('tanks.losesLastTerminal') : undefined}
        onPick={picked}
      />
      {moving && (
        <ConfirmDialog
          local
          harmless
          title={t('terminals.move.title', { terminal: moving.code })}
          body={t('terminals.move.body', { from: moving.tank?.code, to: tankCode || t('tanks.create') })}
          confirm={t('terminals.move.confirm')}
          onClose={() => putBack(moving)}
          onConfirm={() => setMoving(null)}
        />
      )}
    </>
  )
}

import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Ranges } from '@dalyan/contracts/range-templates'
import { type Tank, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { FormPicker, type PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { DistrictField, ProvinceField } from '../../../shared/form/PlaceFields.tsx'
import { formatMetric } from '../../../shared/format/number.ts'
import { changeForm, CODE_INPUT, type InputProps, recordForm } from '../../../shared/resource/record-form.tsx'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { rangeTemplateQueries } from '../../records/public/range-templates.queries.ts'
import {
  SUSPENDED_UNTIL_INPUT,
  suspensionProblems,
  withoutEndUnlessSuspended,
} from '../../records/public/suspension.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { tankKind } from '../tank-kind.tsx'

const tankInputs = {
  code: CODE_INPUT,
  name: { required: true, maxLength: 120 },
  firm_id: { Picker: FirmPicker },
  range_template_id: { Picker: TemplatePicker },
  // Terminals come before the status, since a tank becomes active only with one.
  iot_ids: {
    initial: [],
    value: ({ iots }: Tank): PickOption[] => iots.map(({ id, code }) => ({ id, label: code })),
    body: (terminals: PickOption[]) => terminals.map(({ id }) => id),
    Input: TerminalsField,
  },
  status: { options: WRITABLE_TANK_STATUSES, initial: 'inactive', Input: StatusField },
  suspended_until: SUSPENDED_UNTIL_INPUT,
  province: { Input: ProvinceField },
  district: { Input: DistrictField },
  location: { maxLength: 200 },
  address: { maxLength: 500 },
  notes: { multiline: true, maxLength: 4000 },
} as const

export const tankForm = recordForm(tankKind, tankInputs, {
  finish: withoutEndUnlessSuspended,
  problems: ({ status, suspended_until, iot_ids }, t, record) => ({
    ...(status === 'active' &&
      record?.status !== 'active' &&
      iot_ids.length === 0 && { status: t('tanks.validation.activeNeedsTerminal') }),
    ...suspensionProblems(status, suspended_until, t),
  }),
})

export type TankFormValues = typeof tankForm.empty

/** What an operator may change of a tank: suspend or resume it, and edit its notes (docs/behaviour/sessions.md). */
export const operateForm = changeForm(
  tankKind,
  {
    status: { ...tankInputs.status, Input: OperatedStatusField },
    suspended_until: SUSPENDED_UNTIL_INPUT,
    notes: tankInputs.notes,
  },
  {
    finish: withoutEndUnlessSuspended,
    problems: ({ status, suspended_until }, t) => suspensionProblems(status, suspended_until, t),
  },
)

function TemplatePicker(field: InputProps<Tank>) {
  const { t } = useTranslation()
  return (
    <RecordPicker
      {...field}
      options={rangeTemplateQueries.options}
      option={({ id, name, ranges }) => ({ id, label: name, note: firstLimits(t, ranges) })}
    />
  )
}

/** Checks the choice at once, not only when the form is sent: only a tank with a terminal can become active. */
function StatusField(field: InputProps<Tank>) {
  const { trigger } = useFormContext<TankFormValues>()
  return <StatusSelect {...field} choices={WRITABLE_TANK_STATUSES} onPick={() => void trigger('status')} />
}

/** Only an administrator resumes an inactive tank. */
function OperatedStatusField(field: InputProps<Tank>) {
  return (
    <StatusSelect {...field} choices={field.record?.status === 'inactive' ? ['inactive'] : ['active', 'suspended']} />
  )
}

interface StatusSelectProps extends InputProps<Tank> {
  choices: readonly TankFormValues['status'][]
  onPick?: () => void
}

function StatusSelect({ record: _record, choices, ...field }: StatusSelectProps) {
  const { t } = useTranslation()
  const status = useWatch<TankFormValues, 'status'>({ name: 'status' })
  return (
    <FormSelect
      {...field}
      options={choices.map((value) => ({ value, label: t(`tanks.status.${value}`) }))}
      hint={status === 'suspended' ? t('tanks.status.suspendedHint') : undefined}
    />
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

/** The tank's terminals: free ones first; a terminal of another tank is moved only after a question. */
export function TerminalsField({ record, ...field }: InputProps<Tank>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [moving, setMoving] = useState<Terminal | null>(null)
  const terminals = useQuery(terminalQueries.options(search))
  const { getValues, setValue, trigger } = useFormContext<TankFormValues>()
  const { errors, defaultValues } = useFormState<TankFormValues>()
  const [status, chosen, code] = useWatch<TankFormValues, ['status', 'iot_ids', 'code']>({
    name: ['status', 'iot_ids', 'code'],
  })
  const losesLast = status === 'active' && defaultValues?.status === 'active' && chosen.length === 0

  const isElsewhere = ({ tank }: Terminal) => tank !== null && tank.id !== record?.id
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
    const rest = getValues('iot_ids').filter(({ id }) => id !== terminal.id)
    setValue('iot_ids', rest, { shouldDirty: true })
    setMoving(null)
  }
  return (
    <>
      <FormPicker
        {...field}
        multiple
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
          body={t('terminals.move.body', { from: moving.tank?.code, to: code || record?.code || t('tanks.create') })}
          confirm={t('terminals.move.confirm')}
          onClose={() => putBack(moving)}
          onConfirm={() => setMoving(null)}
        />
      )}
    </>
  )
}

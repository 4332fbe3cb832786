import { type Terminal, type terminalsApi, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { suspensionBody, suspensionProblems, SuspendedUntil } from '../../records/public/suspension.tsx'
import { typedTime } from '../../../shared/form/typed-time.ts'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

/** The values of the terminal's form: text as typed, the tank as picked. */
type TerminalFormValues = {
  code: string
  status: (typeof WRITABLE_TERMINAL_STATUSES)[number]
  tank: PickOption | null
  suspended_until: string
  expected_interval_seconds: string
  offline_after_seconds: string
  ip_address: string
}

export const terminalForm: RecordForm<typeof terminalsApi, TerminalFormValues> = {
  width: 'md',
  empty: {
    code: '',
    status: 'active',
    tank: null,
    suspended_until: '',
    expected_interval_seconds: '',
    offline_after_seconds: '',
    ip_address: '',
  },
  values: ({ tank, status, ...terminal }) => ({
    code: terminal.code,
    status: WRITABLE_TERMINAL_STATUSES.find((each) => each === status) ?? 'inactive',
    tank: tank && tankOption(tank),
    suspended_until: typedTime(terminal.suspended_until),
    expected_interval_seconds: String(terminal.expected_interval_seconds ?? ''),
    offline_after_seconds: String(terminal.offline_after_seconds ?? ''),
    ip_address: terminal.ip_address ?? '',
  }),
  body: (values) => ({
    code: values.code.trim(),
    tank_id: values.tank?.id ?? null,
    expected_interval_seconds: seconds(values.expected_interval_seconds),
    offline_after_seconds: seconds(values.offline_after_seconds),
    ...suspensionBody(values.status, values.suspended_until),
    ip_address: values.ip_address.trim() || null,
  }),
  fieldOf: (name) => (name === 'tank_id' ? 'tank' : name),
  problems: (values, t) => {
    const unreadable = (['expected_interval_seconds', 'offline_after_seconds'] as const).filter(
      (name) => !/^\s*\d*\s*$/.test(values[name]),
    )
    return {
      ...Object.fromEntries(unreadable.map((name) => [name, t('validation.integer')])),
      ...suspensionProblems(values.status, values.suspended_until, t),
    }
  },
  Fields: TerminalFields,
}

const tankOption = ({ id, code, name }: { id: number; code: string; name: string }): PickOption => ({
  id,
  label: `${code} · ${name}`,
})

/** A number that cannot be read is sent as NaN, which the contract refuses. */
const seconds = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim()))

/** The fields of a terminal's form; warns when its tank would have no terminal left. */
function TerminalFields({ record }: { record: Terminal | null }) {
  const { t } = useTranslation()
  const [status, tank] = useWatch<TerminalFormValues, ['status', 'tank']>({ name: ['status', 'tank'] })
  const presentTank = record?.tank ?? null
  const lastTerminal = useLastTerminalNote(presentTank)
  return (
    <FormColumns>
      <FormText
        name="code"
        label={t('terminals.fields.code')}
        required
        code
        maxLength={32}
        hint={t('validation.codeHint')}
      />
      <RecordPicker
        name="tank"
        label={t('terminals.fields.tank')}
        options={tankQueries.options}
        option={tankOption}
        hint={presentTank && tank?.id !== presentTank.id ? lastTerminal : undefined}
      />
      <FormSelect
        name="status"
        label={t('terminals.fields.status')}
        options={WRITABLE_TERMINAL_STATUSES.map((value) => ({ value, label: t(`terminals.status.${value}`) }))}
        hint={status === 'banned' || status === 'unauthorized' ? t(`terminals.status.${status}Hint`) : undefined}
      />
      <SuspendedUntil status={status} />
      <FormText
        name="expected_interval_seconds"
        label={t('terminals.fields.expectedInterval')}
        hint={t('terminals.fields.expectedIntervalHint')}
        decimal
      />
      <FormText
        name="offline_after_seconds"
        label={t('terminals.fields.offlineAfter')}
        hint={t('terminals.fields.offlineAfterHint')}
        decimal
      />
      <FormText name="ip_address" label={t('terminals.fields.ipAddress')} maxLength={45} />
    </FormColumns>
  )
}

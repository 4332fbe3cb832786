import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { FormColumns, FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import type { EntryValues } from './use-journal.ts'

interface Props {
  entry: EntryValues
  onSave: (values: EntryValues) => Promise<void>
  onClose: () => void
}

/** The details of an entry; saving them writes a correction, also without a network. */
export function EntryDialog({ entry, onSave, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog<EntryForm, void>
      title={t('journal.correctTitle', { kind: t(`journal.kinds.${entry.kind}`) })}
      submit={t('common.actions.save')}
      failed={t('journal.correctFailed')}
      isLocal
      defaults={{
        at: typedTime(entry.at),
        amount: typedDecimal(entry.amount, 0),
        unit: entry.unit ?? '',
        note: entry.note ?? '',
      }}
      check={({ at, amount }): Record<string, string> => ({
        ...(isPast(at) ? {} : { at: t('journal.timeInvalid') }),
        ...((readDecimal(amount) ?? 0) >= 0 ? {} : { amount: t('journal.numberInvalid') }),
      })}
      save={({ at, amount, unit, note }) =>
        onSave({
          kind: entry.kind,
          // The form has minutes; an unchanged time keeps its seconds.
          at: at === typedTime(entry.at) ? entry.at : (readTypedTime(at) ?? entry.at),
          amount: readDecimal(amount),
          unit: unit.trim() || null,
          note: note.trim() || null,
        })
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <FormText name="at" label={t('journal.fields.at')} required />
      <FormColumns>
        <FormText name="amount" label={t('journal.fields.amount')} decimal maxLength={12} />
        <FormText name="unit" label={t('journal.fields.unit')} maxLength={20} />
      </FormColumns>
      <FormText name="note" label={t('journal.fields.note')} multiline maxLength={2000} />
      <Quiet small>{t('journal.correctHint')}</Quiet>
    </FormDialog>
  )
}

type EntryForm = Record<'at' | 'amount' | 'unit' | 'note', string>

function isPast(typed: string): boolean {
  const at = readTypedTime(typed)
  return Boolean(at) && Date.parse(at ?? '') <= serverNow() + 60_000
}

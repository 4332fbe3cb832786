import type { Alarm } from '@dalyan/contracts/alarms'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { alarmName } from '../public/alarm-facts.ts'

interface Props {
  alarm: Alarm
  onAcknowledge: (note: string | null) => Promise<unknown>
  onClose: () => void
}

/** Acknowledges with a word for those who come after. */
export function NoteForm({ alarm, onAcknowledge, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog<{ note: string }, unknown>
      title={t('alarmPage.noteTitle', { name: alarmName(t, alarm) })}
      submit={t('alarms.actions.ack')}
      failed={t('alarms.messages.ackFailed')}
      defaults={{ note: '' }}
      check={() => ({})}
      save={({ note }) => onAcknowledge(note.trim() || null)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormText name="note" label={t('alarms.fields.note')} multiline maxLength={1000} />
    </FormDialog>
  )
}

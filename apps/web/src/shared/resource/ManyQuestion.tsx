import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { type RefusedRecord, type ManyAction, runForEach } from './many-actions.ts'
import { type AnyRecord, nameOf } from './record-kind.ts'

const NAMED = 10

interface Props {
  action: ManyAction<AnyRecord>
  /** Those that the action is for. */
  records: readonly AnyRecord[]
  onClose: () => void
  /** Called when the action was tried with every record. */
  onDone: (failures: readonly RefusedRecord<AnyRecord>[]) => void
}

/** The question before an action for several records: names them, and shows how many are done. */
export function ManyQuestion({ action, records, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const [done, setDone] = useState<number | null>(null)
  const total = records.length
  return (
    <ConfirmDialog
      title={action.title(total)}
      body={
        <>
          {action.body}
          <ul>
            {records.slice(0, NAMED).map((record) => (
              <li key={record.id} lang={record.code && 'en'}>
                {nameOf(record)}
              </li>
            ))}
          </ul>
          {total > NAMED && <p>{t('list.many.andMore', { count: total - NAMED })}</p>}
          {done !== null && (
            <LinearProgress
              variant="determinate"
              value={(100 * done) / total}
              aria-label={t('list.many.progress', { done, total })}
            />
          )}
        </>
      }
      {...(action.word ? { word: action.word } : {})}
      harmless={!action.danger}
      confirm={t('list.many.action', { action: action.label, n: total })}
      onClose={onClose}
      onConfirm={async () => onDone(await runForEach(records, action.run, setDone))}
    />
  )
}

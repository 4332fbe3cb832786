import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import journalWords from '../../../locales/tr/journal.json' with { type: 'json' }
import { formatTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useUser } from '../../../shared/session/user.ts'
import { dropEntry, type QueuedEntry, sendQueued, useQueuedEntries } from './journal-queue.ts'

addWords({ journal: journalWords })

/** How many entries wait for the network, and those that the server refused, each with its reason. Nothing when all are stored. */
export function QueuedEntries() {
  const { t } = useTranslation()
  const user = useUser()
  const queued = useQueuedEntries(user.id)
  const refused = queued.filter(({ problem }) => problem !== undefined)
  const count = queued.length - refused.length
  return (
    <>
      {count > 0 && (
        <Alert
          severity="info"
          role="status"
          action={
            <Button color="inherit" onClick={() => void sendQueued(user.id)}>
              {t('journal.sendNow')}
            </Button>
          }
        >
          {t('journal.waiting', { count })}
        </Alert>
      )}
      {refused.map((one) => (
        <RefusedEntry key={one.entry.id} {...one} />
      ))}
    </>
  )
}

function RefusedEntry({ entry, tank_code, problem = '' }: QueuedEntry) {
  const { t } = useTranslation()
  const words = { kind: t(`journal.kinds.${entry.kind}`), time: formatTime(entry.at) }
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" aria-label={t('journal.dropOf', words)} onClick={() => dropEntry(entry.id)}>
          {t('journal.drop')}
        </Button>
      }
    >
      {t('journal.refusedEntry', { ...words, code: tank_code, reason: problem })}
    </Alert>
  )
}

import { mdiNotebookOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import journalWords from '../../../locales/tr/journal.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDate, formatDayAndMonth, formatTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { amountText, JOURNAL_ICONS } from './journal-look.ts'
import { journalQueries } from './journal.queries.ts'

addWords({ journal: journalWords })

interface Props {
  tankId: number
  onShowAll: () => void
}

/** The newest entries of a tank's journal, at least one, to be read beside its charts. */
export function JournalPanel({ tankId, onShowAll }: Props) {
  const { t } = useTranslation()
  const list = useQuery(journalQueries.newest(tankId))
  const entries = list.data?.data
  const today = formatDate(serverNow())
  return (
    <PageSection title={t('journal.title')} icon={mdiNotebookOutline} gap={0.5}>
      <QueryError query={list} title={t('journal.loadFailed')} />
      {list.isPending && <Skeleton variant="rounded" height={240} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {entries?.map((entry) => {
          const amount = amountText(entry)
          return (
            <Box
              component="li"
              key={entry.id}
              sx={{ display: 'flex', gap: 1, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
            >
              <Icon path={JOURNAL_ICONS[entry.kind]} sx={{ fontSize: 20 }} />
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
                <b>{[t(`journal.kinds.${entry.kind}`), ...(amount ? [amount] : [])].join(': ')}</b>
                {entry.note && <div>{entry.note}</div>}
              </Box>
              <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', textAlign: 'end', whiteSpace: 'nowrap' }}>
                <time dateTime={entry.at}>
                  {[
                    ...(formatDate(entry.at) === today ? [] : [formatDayAndMonth(entry.at)]),
                    formatTime(entry.at),
                  ].join(' ')}
                </time>
                {entry.created_by && <div>{entry.created_by.name}</div>}
              </Box>
            </Box>
          )
        })}
      </Box>
      {entries && <Button onClick={onShowAll}>{t('journal.showAll')}</Button>}
    </PageSection>
  )
}

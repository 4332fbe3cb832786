import type { JournalEntry, JournalSum } from '@dalyan/contracts/journal'
import { mdiChartLine } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatDate, formatLongDate, formatTime } from '../../../shared/format/date-time.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { amountText, JOURNAL_ICONS } from './journal-look.ts'
import { sumText } from './journal-sums.ts'
import { useJournal } from './use-journal.ts'

const HOUR_MS = 3_600_000

interface Props {
  entries: readonly JournalEntry[]
  /** The sums of these days. */
  sums: readonly JournalSum[]
  /** The tank is deleted, so that no entry can be written any more. */
  isReadOnly: boolean
  /** Whether each entry names its tank. */
  namesTanks: boolean
}

interface OpenEntryDialog {
  entry: JournalEntry
  dialog: 'correct' | 'undo'
}

/** The entries under a heading for each day with its sums, and the dialogs that correct and withdraw one. */
export function EntryDays({ entries, sums, isReadOnly, namesTanks }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<OpenEntryDialog | null>(null)
  const mayWrite = may(useUser(), 'journal.write') && !isReadOnly
  const days = Map.groupBy(entries, ({ at }) => formatDate(at))
  const now = serverNow()
  const names = new Map([
    [formatDate(now - 86_400_000), t('journal.yesterday')],
    [formatDate(now), t('journal.today')],
  ])
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Typography variant="h3">{names.get(day) ?? formatLongDate(ofDay[0]?.at ?? now)}</Typography>
          <DaySums sums={sums.filter((sum) => formatDate(`${sum.day}T12:00:00+03:00`) === day)} />
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {ofDay.map((entry) => (
              <EntryLine
                key={entry.id}
                entry={entry}
                namesTank={namesTanks}
                onAsk={
                  mayWrite && entry.corrected_by === null && !entry.withdrawn
                    ? (dialog) => setAsked({ entry, dialog })
                    : undefined
                }
              />
            ))}
          </Box>
        </section>
      ))}
      {asked && <EntryQuestion key={asked.entry.id} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What adds up on a day: `Yemleme 2,5 kg (3 kayıt) · Ölüm 4 adet (2 kayıt)`. */
function DaySums({ sums }: { sums: readonly JournalSum[] }) {
  const { t } = useTranslation()
  const summed = sums.filter(({ amounts }) => amounts.length > 0)
  if (summed.length === 0) return null
  return <Quiet small>{summed.map((sum) => `${t(`journal.kinds.${sum.kind}`)} ${sumText(t, sum)}`).join(' · ')}</Quiet>
}

/** The dialog in which an entry is corrected, or the question whether it is withdrawn. */
function EntryQuestion({ entry, dialog, onClose }: OpenEntryDialog & { onClose: () => void }) {
  const { t } = useTranslation()
  const { correct, withdraw } = useJournal(entry.tank, onClose)
  if (dialog === 'correct')
    return <EntryDialog entry={entry} onSave={(values) => correct(entry, values)} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('journal.undoTitle')}
      body={t('journal.undoBody', { kind: t(`journal.kinds.${entry.kind}`), time: formatTime(entry.at) })}
      confirm={t('journal.undo')}
      local
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void withdraw(entry)
      }}
    />
  )
}

interface LineProps {
  entry: JournalEntry
  namesTank: boolean
  /** Absent: the user may not correct it. */
  onAsk: ((dialog: 'correct' | 'undo') => void) | undefined
}

function EntryLine({ entry, namesTank, onAsk }: LineProps) {
  const { t } = useTranslation()
  const { kind, at, note, created_by, corrected_by, withdrawn, tank } = entry
  const words = { kind: t(`journal.kinds.${kind}`), time: formatTime(at) }
  const amount = amountText(entry)
  const standing = withdrawn ? t('journal.isWithdrawal') : corrected_by !== null ? t('journal.isCorrected') : null
  return (
    <Box
      component="li"
      data-entry={kind}
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        py: 1,
        borderBottom: `1px solid ${palette.divider}`,
        ...(standing ? { color: 'text.secondary' } : {}),
      })}
    >
      <Icon path={JOURNAL_ICONS[kind]} />
      <Box sx={{ flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {namesTank && (
          <Box sx={{ fontSize: '0.875rem' }}>
            <b lang="en">{tank.code}</b> {tank.name}
          </Box>
        )}
        <Box sx={{ fontWeight: 700, ...(standing ? { textDecoration: 'line-through' } : {}) }}>
          {amount ? `${words.kind}: ${amount}` : words.kind}
        </Box>
        {note && <Box sx={{ fontSize: '0.875rem', whiteSpace: 'pre-line' }}>{note}</Box>}
        {standing && <Box sx={{ fontSize: '0.875rem' }}>{standing}</Box>}
      </Box>
      <Box sx={{ textAlign: 'end', fontSize: '0.875rem', color: 'text.secondary' }}>
        <time dateTime={at}>{words.time}</time>
        {created_by && <div>{created_by.name}</div>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', width: { xs: '100%', sm: 'auto' } }} data-shell>
        <ButtonLink
          to="/tanks/$id"
          params={{ id: String(tank.id) }}
          search={hourSearch(at)}
          startIcon={<Icon path={mdiChartLine} />}
          aria-label={t('journal.chartOf', { code: tank.code, time: words.time })}
          sx={{ minHeight: 44 }}
        >
          {t('journal.chart')}
        </ButtonLink>
        {onAsk && (
          <>
            <Button aria-label={t('journal.correctOf', words)} onClick={() => onAsk('correct')} sx={{ minHeight: 44 }}>
              {t('journal.correct')}
            </Button>
            <Button aria-label={t('journal.undoOf', words)} onClick={() => onAsk('undo')} sx={{ minHeight: 44 }}>
              {t('journal.undo')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}

/** The charts of a tank from an hour before an entry until an hour after it, at most until now. */
function hourSearch(at: string) {
  const [from, to] = [Date.parse(at) - HOUR_MS, Date.parse(at) + HOUR_MS]
  return { tab: 'charts' as const, from: toLocal(from), to: to > serverNow() ? 'now' : toLocal(to) }
}

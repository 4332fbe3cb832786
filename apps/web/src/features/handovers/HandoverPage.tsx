import type { Shift } from '@dalyan/contracts/handovers'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import handovers from '../../locales/tr/handovers.json' with { type: 'json' }
import journal from '../../locales/tr/journal.json' with { type: 'json' }
import tankModes from '../../locales/tr/tank-modes.json' with { type: 'json' }
import { formatLength } from '../../shared/format/age.ts'
import { formatDateTime, formatTime } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { PrintButton, PrintLayout } from '../../shared/print/PrintButton.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Figure } from '../../shared/ui/Figure.tsx'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { PageTabs, TabPanel } from '../../shared/ui/PageTabs.tsx'
import { useAppReady } from '../../shared/ui/page-state.ts'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { homeQueries } from '../alarms/public/overview.queries.ts'
import { amountText } from '../journal/public/journal-look.ts'
import { PLAIN_LIST, type Remarks, tankNames } from './handover-items.ts'
import { EarlierHandovers, WaitingHandovers } from './HandoverRecords.tsx'
import { handoverQueries } from './handovers.queries.ts'
import { HandOverForm } from './HandOverForm.tsx'
import { LeftWork } from './LeftWork.tsx'
import { ShiftLanes } from './ShiftLanes.tsx'

addWords({ handovers, journal, tankModes })

const JournalTab = lazy(async () => ({ default: (await import('../journal/public/JournalTab.tsx')).JournalTab }))
const QueuedEntries = onDemand(async () => (await import('../journal/public/QueuedEntries.tsx')).QueuedEntries)

/** The tabs of the page, by their name in the address. */
const TABS = ['shift', 'journal'] as const
/** The lanes mark all entries of a shift, the list names so many. */
const LISTED_ENTRIES = 20

/** The shift that ends with its handover to the next user on duty, and the journal of all tanks, from which a shift reads what was done. */
export function HandoverPage() {
  const { t } = useTranslation()
  const { tab = 'shift' } = useSearch({ from: '/signed-in/handover' })
  const navigate = useNavigate()
  return (
    <Box sx={{ display: 'grid', gap: 2, p: { xs: 1.5, sm: 3 }, maxWidth: 1920, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageTabs
        tabs={TABS}
        tab={tab}
        labels={{ shift: t('handovers.tab'), journal: t('journal.title') }}
        onChange={(next) => void navigate({ to: '/handover', search: next === 'journal' ? { tab: next } : {} })}
      />
      <TabPanel tab={tab}>{tab === 'journal' ? <JournalOfAllTanks /> : <ShiftTab />}</TabPanel>
    </Box>
  )
}

/** The journal of every tank that the user may see. */
function JournalOfAllTanks() {
  const { t } = useTranslation()
  useAppReady(true)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{t('handovers.journalTitle')}</Typography>
      <PrintLayout />
      <QueuedEntries />
      <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
        <JournalTab />
      </Suspense>
    </Box>
  )
}

/** `22.11.2026 21:05 – 23.11.2026 09:05` */
const printFacts = ({ from, to }: Shift) => `${formatDateTime(from)} – ${formatDateTime(to)}`

/** The shift that ends: its figures, what it leaves, and its handover to the next user on duty. */
function ShiftTab() {
  const { t } = useTranslation()
  const shift = useQuery(handoverQueries.shift())
  const newest = useQuery(handoverQueries.newest())
  const [remarks, setRemarks] = useState<Remarks>({})
  useAppReady(!shift.isPending)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Typography variant="h1">{t('handovers.title')}</Typography>
          <Quiet>
            {shift.data
              ? t('handovers.period', { from: formatTime(shift.data.from), to: formatTime(shift.data.to) })
              : '\u00A0'}
          </Quiet>
        </Box>
        <PrintButton facts={shift.data ? printFacts(shift.data) : ''} />
      </Box>
      <WaitingHandovers handovers={newest.data?.data ?? []} />
      <QueryError query={shift} />
      {shift.isPending && <Skeleton variant="rounded" height={480} />}
      {shift.data && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 8fr) minmax(0, 5fr)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Figures shift={shift.data} />
            <PageSection title={t('handovers.strip')}>
              {isEventful(shift.data) ? (
                <ShiftLanes shift={shift.data} />
              ) : (
                <NothingHappened isKnown={shift.data.unknown_tanks.length === 0} />
              )}
              <UnknownTanks tanks={shift.data.unknown_tanks} />
            </PageSection>
            <LeftWork
              shift={shift.data}
              remarks={remarks}
              onRemark={(key, remark) => setRemarks((all) => ({ ...all, [key]: remark }))}
            />
            <ShiftJournal entries={shift.data.journal} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <HandOverForm
              takers={shift.data.takers}
              next_taker_id={shift.data.next_taker_id}
              remarks={remarks}
              onSent={() => setRemarks({})}
            />
            <EarlierHandovers query={newest} />
          </Box>
        </Box>
      )}
    </Box>
  )
}

/** Nothing happened on any tank, or there is no tank on which something could happen. */
function NothingHappened({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation()
  const home = useQuery(homeQueries.overview())
  if (home.data?.tanks.active === 0) return <Quiet>{t('alarms.watch.none')}</Quiet>
  return <Quiet>{t(isKnown ? 'handovers.stripNone' : 'handovers.stripNoneKnown')}</Quiet>
}

/** The tanks of which nothing is known, because no reading of them ever came. */
function UnknownTanks({ tanks }: { tanks: Shift['unknown_tanks'] }) {
  const { t } = useTranslation()
  if (tanks.length === 0) return null
  return (
    <Quiet small>
      {t('home.now.unknown', { count: tanks.length })} <span lang="en">{tankNames(t, tanks)}</span>
    </Quiet>
  )
}

function isEventful({ tanks, journal, mode_spans, shelved_spans }: Shift): boolean {
  return [tanks, journal, mode_spans, shelved_spans].some(({ length }) => length > 0)
}

/** The newest entries of the journal. */
function ShiftJournal({ entries }: { entries: Shift['journal'] }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('handovers.entries')}>
      {entries.length === 0 && <Quiet>{t('handovers.entriesNone')}</Quiet>}
      <Box component="ul" sx={PLAIN_LIST}>
        {entries.slice(0, LISTED_ENTRIES).map((entry) => (
          <Box component="li" key={entry.id} sx={{ overflowWrap: 'anywhere' }}>
            <b lang="en">{entry.tank.code}</b>{' '}
            {[t(`journal.kinds.${entry.kind}`), amountText(entry), formatTime(entry.at)].filter(Boolean).join(' · ')}
            {entry.note && <Quiet small>{entry.note}</Quiet>}
          </Box>
        ))}
      </Box>
      <Box data-shell>
        <ButtonLink to="/handover" search={{ tab: 'journal' }} sx={{ minHeight: 44 }}>
          {t('handovers.allEntries')}
        </ButtonLink>
      </Box>
    </PageSection>
  )
}

/** The four figures of the shift. */
function Figures({ shift: { figures } }: { shift: Shift }) {
  const { t } = useTranslation()
  const length = (seconds: number) => formatLength(seconds * 1_000)
  const {
    raised,
    critical,
    ack_median_seconds: wait,
    out_seconds,
    silent_seconds,
    quality_seconds,
    journal_entries,
  } = figures
  const shown = [
    { label: t('handovers.raised'), value: formatNumber(raised), note: t('handovers.critical', { count: critical }) },
    {
      label: t('handovers.wait'),
      value: wait === null ? t('handovers.none') : length(wait),
      note: wait === null ? t('handovers.waitNone') : undefined,
    },
    {
      label: t('handovers.out'),
      value: length(out_seconds),
      note: [
        t('handovers.silentFor', { time: length(silent_seconds) }),
        ...(quality_seconds > 0 ? [t('handovers.qualityFor', { time: length(quality_seconds) })] : []),
      ].join(' · '),
    },
    { label: t('handovers.journal'), value: formatNumber(journal_entries) },
  ]
  return (
    <Box
      component="ul"
      sx={{
        ...PLAIN_LIST,
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {shown.map((figure) => (
        <Box
          component="li"
          key={figure.label}
          sx={({ tokens: { palette } }) => ({
            display: 'grid',
            alignContent: 'start',
            p: 1.5,
            border: `1px solid ${palette.divider}`,
            borderRadius: 1,
            bgcolor: palette.surface,
          })}
        >
          <Figure {...figure} />
        </Box>
      ))}
    </Box>
  )
}

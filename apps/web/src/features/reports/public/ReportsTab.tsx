import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { ReportRecord } from '@dalyan/contracts/reports'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiFileCertificateOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import exportWords from '../../../locales/tr/export.json' with { type: 'json' }
import reports from '../../../locales/tr/reports.json' with { type: 'json' }
import { ExportButton } from '../../../shared/export/ExportButton.tsx'
import { formatDateTime, formatMonth } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { reportFiles, reportQueries } from './reports.queries.ts'

addWords({ reports, export: exportWords })

/** The number of digits of a hash by which a user distinguishes records. */
const SHORT = 12

interface Props {
  tank: Tank
  /** The hash of a printed report, from its QR code; null: the page was opened without one. */
  hash: string | null
}

/** The monthly reports of a tank: the kept ones with their hashes, and a preview of the current month. */
export function ReportsTab({ tank, hash }: Props) {
  const { t } = useTranslation()
  const list = useQuery(reportQueries.ofTank(tank.id))
  const { data } = list
  return (
    <PageSection title={t('reports.title')}>
      <Quiet small>{t('reports.hint')}</Quiet>
      <QueryError query={list} title={t('reports.loadFailed')} />
      {list.isPending && <Skeleton variant="rounded" height={200} />}
      {data && hash !== null && <PrintedReport hash={hash} months={data.months} />}
      {data && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          <Month tank={tank} month={data.running} isDraft>
            <Quiet small>{t('reports.draft')}</Quiet>
          </Month>
          {data.months.map((record) => (
            <Month key={record.number} tank={tank} month={record.month}>
              <RecordLine record={record} />
            </Month>
          ))}
        </Box>
      )}
      {data?.months.length === 0 && (
        <EmptyState icon={mdiFileCertificateOutline} title={t('reports.empty.title')} body={t('reports.empty.body')} />
      )}
    </PageSection>
  )
}

interface MonthProps {
  tank: Tank
  month: string
  isDraft?: boolean
  children: ReactNode
}

function Month({ tank, month, isDraft = false, children }: MonthProps) {
  const { t, i18n } = useTranslation()
  const locale: FileLocale = i18n.language === 'en' ? 'en' : 'tr'
  const title = formatMonth(`${month}-15`)
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <b>{title}</b>
          {children}
        </Box>
        <Box role="group" aria-label={t('reports.download', { month: title })} sx={{ display: 'flex', gap: 1 }}>
          {reportFiles({ tank, month, isDraft, locale }, t).map((file) => (
            <ExportButton key={file.label} files={[file]} />
          ))}
        </Box>
      </Box>
    </DividedItem>
  )
}

function RecordLine({ record: { number, made_at, hash } }: { record: ReportRecord }) {
  const { t } = useTranslation()
  return (
    <Quiet small>
      {t('reports.record', { number, at: formatDateTime(made_at) })}
      {' · '}
      <span title={hash} lang="en" style={{ fontFamily: 'monospace' }}>
        {hash.slice(0, SHORT)}…
      </span>
    </Quiet>
  )
}

/** Says whether a printed report is one of the records. */
function PrintedReport({ hash, months }: { hash: string; months: readonly ReportRecord[] }) {
  const { t } = useTranslation()
  const record = months.find((each) => each.hash === hash)
  if (!record) return <Alert severity="warning">{t('reports.unknownHash')}</Alert>
  return (
    <Alert severity="success">
      {t('reports.knownHash', { number: record.number, month: formatMonth(`${record.month}-15`) })}
    </Alert>
  )
}

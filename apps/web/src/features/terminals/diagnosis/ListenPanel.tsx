import type { ReceivedMessage } from '@dalyan/contracts/diagnosis'
import { mdiCheck, mdiClose, mdiMinus } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { diagnosisQueries } from './diagnosis.queries.ts'

/** What arrives from the terminal, newest on top. The list stands still while the user has scrolled into it. */
export function ListenPanel({ id }: { id: number }) {
  const { t } = useTranslation()
  const query = useQuery(diagnosisQueries.messages(id))
  const [frozen, setFrozen] = useState<readonly ReceivedMessage[] | null>(null)
  const live = query.data ?? []
  const shown = frozen ?? live
  const waiting = (live[0]?.number ?? 0) - (shown[0]?.number ?? 0)
  return (
    <PageSection title={t('diagnosis.listen.title')} gap={0.5}>
      {query.error && <QueryError query={query} title={t('diagnosis.listen.failed')} />}
      <Quiet small>
        {frozen ? t('diagnosis.listen.frozen', { count: Math.max(0, waiting) }) : t('diagnosis.listen.hint')}
      </Quiet>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('diagnosis.listen.title')}
        onScroll={({ currentTarget }) => setFrozen((before) => (currentTarget.scrollTop > 0 ? (before ?? live) : null))}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, minHeight: 120, overflowY: 'auto', fontSize: '0.875rem' }}
      >
        {shown.length === 0 && (
          <Box component="li" sx={{ py: 1 }}>
            {t('diagnosis.listen.nothing')}
          </Box>
        )}
        {shown.map(({ number, at, kind, text }) => (
          <Box
            component="li"
            key={number}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 12px', py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <Box component="time" dateTime={at} sx={{ color: 'text.secondary', width: 66 }}>
              {formatTimeWithSeconds(at)}
            </Box>
            <Box component="span" sx={{ display: 'flex', gap: 0.5, width: 150, fontWeight: 600 }}>
              <Icon path={ICONS[kind] ?? mdiClose} sx={{ fontSize: 18 }} />
              {t(`diagnosis.listen.kind.${kind}`)}
            </Box>
            <Box
              component="code"
              sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
            >
              {visibleText(text)}
            </Box>
          </Box>
        ))}
      </Box>
    </PageSection>
  )
}

const ICONS: Partial<Record<ReceivedMessage['kind'], string>> = {
  stored: mdiCheck,
  connected: mdiCheck,
  disconnected: mdiMinus,
}

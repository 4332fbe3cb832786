import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import logs from '../../../locales/tr/logs.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { CommLoggingBanner } from '../CommLoggingBanner.tsx'
import type { LogSearch } from '../log-search.ts'
import type { LogSource } from '../log-source.ts'
import { LogView } from '../LogView.tsx'

addWords({ logs })

/** The log of one terminal (`iot`) or tank on its own page; its filters are not in the address. */
export function EntityLogs({ kind, id }: { kind: 'iot' | 'tanks'; id: number }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState<LogSearch>({})
  const source: LogSource = useMemo(() => ({ kind, ownerId: id }), [kind, id])
  const maySet = may(useUser(), 'settings.manage')
  const view = (
    <LogView
      source={source}
      label={t(`logs.tabs.${kind}`)}
      search={search}
      onSearch={(part) => setSearch((before) => ({ ...before, ...part }))}
    />
  )
  if (kind !== 'iot' || !maySet) return view
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <CommLoggingBanner />
      {view}
    </Box>
  )
}

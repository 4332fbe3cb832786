import { JOURNAL_KINDS, type JournalKind } from '@dalyan/contracts/journal-words'
import { mdiFilterVariant } from '@mdi/js'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTimeRange } from '../../../shared/charts/time-range.ts'
import { TimeFilter } from '../../../shared/list/TimeFilter.tsx'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { SearchField } from '../../../shared/ui/SearchField.tsx'
import { SubjectPicker } from '../../records/public/SubjectPicker.tsx'
import { journalQueries } from './journal.queries.ts'

const ALL = ''
const TIMES = [
  { from: 'now-24h', label: 'common.time.last24h' },
  { from: 'now-7d', label: 'common.time.last7d' },
  { from: 'now-30d', label: 'common.time.last30d' },
] as const

/** What the user chose; undefined and empty: all. */
export interface ChosenEntries {
  tankId: number | undefined
  kind: JournalKind | ''
  author: number | undefined
  search: string
  window: OpenTimeRange
  showsCorrected: boolean
}

interface Props {
  chosen: ChosenEntries
  onChoose: (part: Partial<ChosenEntries>) => void
  /** The journal of one tank has no filters for tank, author and words. */
  isOfOneTank: boolean
  /** The button of the file. */
  children: ReactNode
}

/** The filters of a journal; on a phone all but the time are behind a button that counts them. */
export function JournalFilterBar({ chosen, onChoose, isOfOneTank, children }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const { tankId, kind, author, search, window, showsCorrected } = chosen
  const count = [tankId !== undefined, kind !== ALL, author !== undefined, search !== '', showsCorrected].filter(
    Boolean,
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 8px' }} data-shell>
      {isNarrow && (
        <Button
          variant="outlined"
          aria-expanded={isOpen}
          startIcon={
            <Badge badgeContent={count.length} color="primary">
              <Icon path={mdiFilterVariant} />
            </Badge>
          }
          onClick={() => setIsOpen(!isOpen)}
          sx={{ minHeight: 44 }}
        >
          {t('common.table.filters')}
        </Button>
      )}
      {(!isNarrow || isOpen) && (
        <>
          {!isOfOneTank && (
            <>
              <SearchField
                label={t('journal.search')}
                placeholder={t('journal.searchIn')}
                value={search}
                onSearch={(text) => onChoose({ search: text })}
              />
              <SubjectPicker
                kind="tanks"
                id={tankId}
                label={t('journal.fields.tank')}
                onPick={(id) => onChoose({ tankId: id })}
              />
            </>
          )}
          <TextField
            select
            size="small"
            label={t('journal.fields.kind')}
            value={kind}
            onChange={(event) => onChoose({ kind: event.target.value as JournalKind | '' })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 150 }}
          >
            <MenuItem value={ALL}>{t('journal.allKinds')}</MenuItem>
            {JOURNAL_KINDS.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`journal.kinds.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          {!isOfOneTank && <AuthorFilter id={author} onPick={(id) => onChoose({ author: id })} />}
          <FormControlLabel
            label={t('journal.showCorrected')}
            sx={{ minHeight: 44, mr: 0, order: { sm: 1 } }}
            control={<Switch checked={showsCorrected} onChange={(_, isOn) => onChoose({ showsCorrected: isOn })} />}
          />
        </>
      )}
      <TimeFilter
        search={window}
        allTimes={t('journal.allTimes')}
        presets={TIMES}
        sx={{ minWidth: 150 }}
        onChange={(part) => onChoose({ window: part })}
      />
      <Box sx={{ marginInlineStart: { sm: 'auto' }, order: 2 }}>{children}</Box>
    </Box>
  )
}

/** The users who wrote entries that this user sees. */
function AuthorFilter({ id, onPick }: { id: number | undefined; onPick: (id: number | undefined) => void }) {
  const { t } = useTranslation()
  const { data: authors = [] } = useQuery(journalQueries.authors())
  return (
    <TextField
      select
      size="small"
      label={t('journal.fields.author')}
      value={id !== undefined && authors.some((author) => author.id === id) ? id : ALL}
      onChange={({ target }) => onPick(target.value === ALL ? undefined : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 150 }}
    >
      <MenuItem value={ALL}>{t('journal.allAuthors')}</MenuItem>
      {authors.map((author) => (
        <MenuItem key={author.id} value={author.id}>
          {author.name}
        </MenuItem>
      ))}
    </TextField>
  )
}

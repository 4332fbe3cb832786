import type { Handover } from '@dalyan/contracts/handovers'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { useUser } from '../../shared/session/user.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { itemKey, itemText, PLAIN_LIST } from './handover-items.ts'
import { handoverMutations } from './handovers.queries.ts'

const LONGEST_NOTE = 2_000

/** The handovers that wait until this user takes over. */
export function WaitingHandovers({ handovers: newest }: { handovers: readonly Handover[] }) {
  const { t } = useTranslation()
  const user = useUser()
  const show = useSnackbar()
  const take = useMutation({
    ...handoverMutations.take(useQueryClient()),
    onSuccess: () => show(t('handovers.taken')),
  })
  return (
    <>
      {take.error && <ErrorAlert error={take.error} />}
      {newest
        .filter(({ to_user, taken_at }) => to_user.id === user.id && taken_at === null)
        .map((handover) => (
          <Alert
            key={handover.id}
            severity="info"
            action={
              <Button variant="contained" disabled={take.isPending} onClick={() => take.mutate(handover.id)}>
                {t('handovers.take')}
              </Button>
            }
          >
            <b>{t('handovers.waiting', { name: handover.by.name, time: formatDateTime(handover.created_at) })}</b>
            <HandoverContent handover={handover} />
          </Alert>
        ))}
    </>
  )
}

/** The note, what was handed over with its remarks, and the notes that were added. */
function HandoverContent({ handover: { note, items, notes } }: { handover: Handover }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 0.5, overflowWrap: 'anywhere', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {note && <Box sx={{ whiteSpace: 'pre-line' }}>{note}</Box>}
      {items.length > 0 && (
        <Box component="ul" aria-label={t('handovers.left')} sx={PLAIN_LIST}>
          {items.map((item) => {
            const { icon, what, state } = itemText(t, item)
            return (
              <Box component="li" key={itemKey(item)} sx={{ display: 'flex', gap: 1, fontSize: '0.875rem' }}>
                <Icon path={icon} sx={{ fontSize: 18, mt: 0.25 }} />
                <Box sx={{ minWidth: 0 }}>
                  <b>{what}</b> {state}
                  {item.remark && <Box sx={{ whiteSpace: 'pre-line' }}>{`“${item.remark}”`}</Box>}
                </Box>
              </Box>
            )
          })}
        </Box>
      )}
      {notes.map(({ id, note: added, by, created_at }) => (
        <Box key={id} sx={{ fontSize: '0.875rem' }}>
          <Box sx={{ color: 'text.secondary' }}>
            {t('handovers.addedBy', { name: by.name, time: formatDateTime(created_at) })}
          </Box>
          <Box sx={{ whiteSpace: 'pre-line' }}>{added}</Box>
        </Box>
      ))}
    </Box>
  )
}

interface HandoverQuery {
  data: { data: Handover[] } | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

/** The newest handovers, whether each was taken, and what it said; notes can be added to each. */
export function EarlierHandovers({ query }: { query: HandoverQuery }) {
  const { t } = useTranslation()
  const all = query.data?.data
  return (
    <PageSection title={t('handovers.earlier')}>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {all?.length === 0 && <Quiet>{t('handovers.earlierNone')}</Quiet>}
      <Box component="ul" sx={PLAIN_LIST}>
        {all?.map((handover) => (
          <EarlierHandover key={handover.id} handover={handover} />
        ))}
      </Box>
    </PageSection>
  )
}

function EarlierHandover({ handover }: { handover: Handover }) {
  const { t } = useTranslation()
  const { id, by, to_user, to, taken_at, items, note, notes } = handover
  const [isOpen, setIsOpen] = useState(false)
  const names = t('handovers.line', { by: by.name, to: to_user.name })
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        pb: 1,
        borderBottom: `1px solid ${palette.divider}`,
        overflowWrap: 'anywhere',
      })}
    >
      <b>{names}</b>
      <Quiet small>
        {[
          formatDateTime(to),
          taken_at ? t('handovers.takenAt', { time: formatDateTime(taken_at) }) : t('handovers.open'),
          items.length > 0 ? t('handovers.itemCount', { count: items.length }) : t('handovers.noItems'),
        ].join(' · ')}
      </Quiet>
      {!isOpen && (note || notes.at(-1)) && (
        <Quiet small>{[note, ...notes.map((each) => each.note)].join(' · ')}</Quiet>
      )}
      {isOpen && (
        <>
          <HandoverContent handover={handover} />
          <NoteForm id={id} names={names} />
        </>
      )}
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'handovers.hideOf' : 'handovers.showOf', { names })}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ minHeight: 44 }}
      >
        {t(isOpen ? 'handovers.hide' : 'handovers.show')}
      </Button>
    </Box>
  )
}

/** Adds a note to a handover; what was written before stays. */
function NoteForm({ id, names }: { id: number; names: string }) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const add = useMutation({ ...handoverMutations.addNote(useQueryClient()), onSuccess: () => setNote('') })
  function send(event: SyntheticEvent) {
    event.preventDefault()
    if (note.trim() !== '') add.mutate({ id, note: note.trim() })
  }
  return (
    <form onSubmit={send} style={{ display: 'grid', gap: 8, marginTop: 8 }} data-shell>
      <TextField
        size="small"
        multiline
        maxRows={6}
        label={t('handovers.addNote')}
        helperText={t('handovers.addNoteHint')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: LONGEST_NOTE } }}
      />
      {add.error && <ErrorAlert error={add.error} />}
      <Button
        type="submit"
        variant="outlined"
        aria-label={t('handovers.addNoteOf', { names })}
        disabled={note.trim() === '' || add.isPending}
        sx={{ minHeight: 44 }}
      >
        {t('handovers.add')}
      </Button>
    </form>
  )
}

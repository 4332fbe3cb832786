import type { HandoverInput, HandoverItemType, Shift } from '@dalyan/contracts/handovers'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import type { Remarks } from './handover-items.ts'
import { handoverMutations } from './handovers.queries.ts'

const LONGEST_NOTE = 2_000
/** Words of `handovers.quick` that a touch adds to the note. */
const QUICK_WORDS = ['feed', 'power', 'sensor', 'calm'] as const

interface Props extends Pick<Shift, 'takers' | 'next_taker_id'> {
  /** On the open work. */
  remarks: Remarks
  onSent: () => void
}

/** A sentence to the next shift, and who takes over. With one possible user that one is chosen. */
export function HandOverForm({ takers, next_taker_id, remarks, onSent }: Props) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [movesOnCall, setMovesOnCall] = useState(true)
  const create = useMutation({
    ...handoverMutations.create(useQueryClient()),
    onSuccess: ({ to_user }) => {
      setNote('')
      onSent()
      show(t('handovers.sent', { name: to_user.name }))
    },
  })
  const only = takers.length === 1 ? takers[0] : undefined
  const taker = takers.find(({ id }) => id === (chosen ?? next_taker_id)) ?? only

  function send(event: SyntheticEvent) {
    event.preventDefault()
    if (taker) create.mutate({ note, to_user_id: taker.id, moves_on_call: movesOnCall, remarks: sentRemarks(remarks) })
  }

  return (
    <PageSection title={t('handovers.form')} isForm>
      {takers.length === 0 ? (
        <Quiet>{t('handovers.takersNone')}</Quiet>
      ) : (
        <form onSubmit={send} style={{ display: 'grid', gap: 12 }} data-shell>
          <TextField
            select
            required
            label={t('handovers.taker')}
            value={taker?.id ?? ''}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {takers.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            multiline
            minRows={3}
            label={t('handovers.note')}
            helperText={t('handovers.noteHint')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NOTE } }}
          />
          <Box role="group" aria-label={t('handovers.quickWords')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {QUICK_WORDS.map((word) => (
              <Button
                key={word}
                size="small"
                variant="outlined"
                onClick={() =>
                  setNote((typed) => [...(typed.trim() ? [typed.trim()] : []), t(`handovers.quick.${word}`)].join(' '))
                }
                sx={{ minHeight: 44, borderRadius: 22 }}
              >
                {t(`handovers.quick.${word}`)}
              </Button>
            ))}
          </Box>
          <FormControlLabel
            control={<Checkbox checked={movesOnCall} onChange={(_event, checked) => setMovesOnCall(checked)} />}
            label={t('handovers.moves')}
          />
          {create.error && <ErrorAlert error={create.error} />}
          <Button type="submit" variant="contained" disabled={!taker || create.isPending}>
            {taker ? t('handovers.send', { name: taker.name }) : t('handovers.sendNobody')}
          </Button>
        </form>
      )}
    </PageSection>
  )
}

/** The remarks that say something. */
function sentRemarks(remarks: Remarks): HandoverInput['remarks'] {
  return Object.entries(remarks).flatMap(([key, remark]) => {
    const [type, id] = key.split(' ')
    return remark.trim() === '' ? [] : { type: type as HandoverItemType, id: Number(id), remark: remark.trim() }
  })
}

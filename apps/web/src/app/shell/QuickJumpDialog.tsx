import { mdiRouterWireless, mdiWaves } from '@mdi/js'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tankQueries } from '../../features/records/public/tanks.queries.ts'
import { terminalQueries } from '../../features/records/public/terminals.queries.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAfterPause } from '../../shared/ui/use-after-pause.ts'

const SEARCH_AFTER_MS = 200
const SHOWN_OF_EACH = 8

interface Place {
  kind: 'tank' | 'terminal'
  id: number
  code: string
  note: string
}

/** Finds a tank by its code, or a terminal if the user may see terminals, and opens its page. */
export function QuickJumpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const afterPause = useAfterPause(SEARCH_AFTER_MS)
  const { places, isPending, isOlder } = usePlaces(search)
  // Until the typed text is answered, Enter may only open a code that contains it.
  const isWaiting = isOlder || search !== typed.trim()
  const upper = typed.trim().toLocaleUpperCase('en-US')
  const shown = isWaiting ? places.filter(({ code }) => code.includes(upper)) : places

  function go({ kind, id }: Place) {
    onClose()
    if (kind === 'tank') void navigate({ to: '/tanks/$id', params: { id: String(id) } })
    else void navigate({ to: '/terminals/$id', params: { id: String(id) } })
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-label={t('nav.quickJump')}
      onClose={onClose}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogContent sx={{ height: 'min(440px, 70vh)' }}>
        <Autocomplete<Place>
          open
          autoHighlight
          disablePortal
          forcePopupIcon={false}
          options={shown}
          filterOptions={(all) => all}
          loading={isPending || isWaiting}
          noOptionsText={t('nav.quickJumpEmpty')}
          inputValue={typed}
          onInputChange={(_, text, reason) => {
            if (reason === 'selectOption') return
            setTyped(text)
            afterPause(() => setSearch(text.trim()))
          }}
          onChange={(_, place) => place && go(place)}
          getOptionLabel={({ code }) => code}
          getOptionKey={({ kind, id }) => `${kind}-${id}`}
          renderOption={({ key, ...props }, { kind, code, note }) => (
            <Box component="li" key={key} {...props} sx={{ gap: 1.5, minHeight: 44 }}>
              <Icon
                path={kind === 'tank' ? mdiWaves : mdiRouterWireless}
                titleAccess={t(kind === 'tank' ? 'nav.jumpTank' : 'nav.jumpTerminal')}
                sx={{ color: 'text.secondary' }}
              />
              <span>
                <b lang="en">{code}</b> {note}
              </span>
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={t('nav.quickJump')}
              placeholder={t('nav.quickJumpPlaceholder')}
              sx={{ mt: 1 }}
            />
          )}
          onClose={(_, reason) => reason === 'escape' && onClose()}
        />
      </DialogContent>
    </Dialog>
  )
}

function usePlaces(search: string): { places: Place[]; isPending: boolean; isOlder: boolean } {
  const seesTerminals = may(useUser(), 'iots.view')
  const query = { search, per_page: SHOWN_OF_EACH }
  const tanks = useQuery(tankQueries.list(query))
  const terminals = useQuery({ ...terminalQueries.list(query), enabled: seesTerminals, refetchInterval: false })
  const places: Place[] = [
    ...(tanks.data?.data ?? []).map(({ id, code, name }) => ({ kind: 'tank' as const, id, code, note: name })),
    ...((seesTerminals && terminals.data?.data) || []).map(({ id, code, tank }) => ({
      kind: 'terminal' as const,
      id,
      code,
      note: tank?.code ?? '',
    })),
  ]
  const start = search.toLocaleUpperCase('en-US')
  const isMeant = ({ code }: Place) => (start !== '' && code.startsWith(start) ? 0 : 1)
  return {
    places: places.toSorted((one, other) => isMeant(one) - isMeant(other)),
    isOlder: tanks.isPlaceholderData || (seesTerminals && terminals.isPlaceholderData),
    isPending: tanks.isPending || (seesTerminals && terminals.isPending),
  }
}

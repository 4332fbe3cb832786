import { JOURNAL_KINDS, type JournalKind } from '@dalyan/contracts/journal-words'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiMinus, mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'
import { formatAge, formatDuration } from '../../../shared/format/age.ts'
import { formatTime } from '../../../shared/format/date-time.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { MODE_PRESETS } from '../../records/public/tank-modes.ts'
import { amountText, JOURNAL_ICONS } from './journal-look.ts'
import { journalQueries } from './journal.queries.ts'
import { type EntryValues, hasMode } from './use-journal.ts'

const NO_MODE_KEY = 'journal-without-mode'
const MINUTES_AGO = [5, 15, 60] as const
const TILE_PX = 64
const STEPPER_PX = 56

interface Props {
  tank: Pick<Tank, 'id' | 'code'>
  onWrite: (values: EntryValues, withMode: boolean) => void
  onClose: () => void
}

/** When the work was done: minutes ago, or as the user typed it. */
type When = { ago: number } | { typed: string }

/** The sheet of a tank's work: a touch writes an entry with the time and the last amount. Mortality asks for its number, a note for its text. */
export function JournalSheet({ tank, onWrite, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const [asked, setAsked] = useState<'mortality' | 'note' | null>(null)
  const [when, setWhen] = useState<When>({ ago: 0 })
  const [withMode, setWithMode] = useState(() => readStored(NO_MODE_KEY) === null)
  const last = useQuery(journalQueries.last(tank.id)).data ?? []
  const at = instantOf(when)
  const isLate = !('ago' in when) || when.ago > 0

  const lastOf = (kind: JournalKind) => last.find((entry) => entry.kind === kind)
  function write(kind: JournalKind, given: Partial<EntryValues> = {}): void {
    if (at === null) return
    const { amount = null, unit = null } = (kind === 'note' ? null : lastOf(kind)) ?? {}
    // The mode of work that is over would hold alarms of a tank that nobody works on.
    onWrite({ kind, note: null, amount, unit, ...given, at: instantOf(when) ?? at }, withMode && !isLate)
  }
  function choose(kind: JournalKind): void {
    if (kind === 'mortality' || kind === 'note') setAsked(kind)
    else write(kind)
  }
  const hintOf = (kind: JournalKind): string | null => {
    const entry = lastOf(kind)
    const amount = entry && kind !== 'mortality' ? amountText(entry) : null
    const texts = [
      ...(amount ? [t('journal.last', { amount })] : []),
      ...(hasMode(kind) && withMode && !isLate
        ? [t('journal.modeFor', { duration: formatDuration(MODE_PRESETS[kind].minutes * 60_000) })]
        : []),
    ]
    return texts.length > 0 ? texts.join(' · ') : null
  }
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { maxWidth: 600, mx: 'auto', borderRadius: '16px 16px 0 0', p: 1.5, maxHeight: '100dvh' },
        },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography variant="h2" id={titleId} sx={{ flex: 1, minWidth: 140, overflowWrap: 'anywhere' }}>
          {t('journal.addTitle', { code: tank.code })}
        </Typography>
        <WhenButton when={when} onWhen={setWhen} />
      </Box>
      {'typed' in when && (
        <TextField
          size="small"
          label={t('journal.fields.at')}
          value={when.typed}
          onChange={(event) => setWhen({ typed: event.target.value })}
          error={at === null}
          helperText={at === null ? t('journal.timeInvalid') : ' '}
          sx={{ mb: 1 }}
        />
      )}
      {asked === 'mortality' && (
        <NumberPanel
          onSave={(amount) => write('mortality', { amount, unit: t('journal.pieces') })}
          onBack={() => setAsked(null)}
        />
      )}
      {asked === 'note' && <NotePanel onSave={(note) => write('note', { note })} onBack={() => setAsked(null)} />}
      {asked === null && (
        <>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            {JOURNAL_KINDS.map((kind) => (
              <KindButton key={kind} kind={kind} hint={hintOf(kind)} onClick={() => choose(kind)} />
            ))}
          </Box>
          <FormControlLabel
            label={t('journal.withMode')}
            sx={{ minHeight: 44, mt: 0.5 }}
            control={
              <Switch
                checked={withMode}
                onChange={(_, on) => {
                  setWithMode(on)
                  writeStored(NO_MODE_KEY, on ? null : '1')
                }}
              />
            }
          />
          <Quiet small>{t('journal.withModeHint')}</Quiet>
          <Quiet small>{t('journal.hint')}</Quiet>
        </>
      )}
    </Drawer>
  )
}

/** The instant; null: the typed time is none, or lies in the future. */
function instantOf(when: When): string | null {
  if ('ago' in when) return new Date(serverNow() - when.ago * 60_000).toISOString()
  const typed = readTypedTime(when.typed)
  return typed && Date.parse(typed) <= serverNow() + 60_000 ? typed : null
}

function KindButton({ kind, hint, onClick }: { kind: JournalKind; hint: string | null; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="outlined"
      onClick={onClick}
      data-kind={kind}
      startIcon={<Icon path={JOURNAL_ICONS[kind]} />}
      sx={{
        minHeight: TILE_PX,
        px: 1.5,
        justifyContent: 'flex-start',
        textAlign: 'start',
        ...(kind === 'note' ? { gridColumn: '1 / -1' } : {}),
      }}
    >
      <span>
        <Box component="span" sx={{ display: 'block', fontSize: '1rem', fontWeight: 700 }}>
          {t(`journal.kinds.${kind}`)}
        </Box>
        {hint && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {hint}
          </Box>
        )}
      </span>
    </Button>
  )
}

/** The time of the entry: now, or some time ago. */
function WhenButton({ when, onWhen }: { when: When; onWhen: (when: When) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const now = useNow()
  const ago = (minutes: number) => {
    const time = formatTime(now - minutes * 60_000)
    return minutes === 0 ? t('journal.now', { time }) : t('journal.ago', { age: formatAge(t, minutes * 60_000), time })
  }
  function choose(next: When): void {
    setAnchor(null)
    onWhen(next)
  }
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 44, borderRadius: 22 }}
      >
        {'ago' in when ? ago(when.ago) : t('journal.ownTime')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[0, ...MINUTES_AGO].map((minutes) => (
          <MenuItem key={minutes} onClick={() => choose({ ago: minutes })}>
            {ago(minutes)}
          </MenuItem>
        ))}
        <MenuItem onClick={() => choose({ typed: typedTime(new Date(now).toISOString()) })}>
          {t('journal.ownTime')}
        </MenuItem>
      </Menu>
    </>
  )
}

function NumberPanel({ onSave, onBack }: { onSave: (amount: number) => void; onBack: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('1')
  const amount = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
  const step = (by: number) => setTyped(String(Math.max(1, (Number.isNaN(amount) ? 0 : amount) + by)))
  return (
    <Panel isReady={amount > 0} onSave={() => onSave(amount)} onBack={onBack}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1 }}>
        <Step label={t('journal.less')} icon={mdiMinus} onClick={() => step(-1)} />
        <TextField
          autoFocus
          label={t('journal.howMany')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={!(amount > 0)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6, style: { textAlign: 'center' } } }}
          sx={{ width: 160 }}
        />
        <Step label={t('journal.more')} icon={mdiPlus} onClick={() => step(1)} />
      </Box>
    </Panel>
  )
}

function Step({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) {
  return (
    <IconButton
      aria-label={label}
      onClick={onClick}
      sx={{ width: STEPPER_PX, height: STEPPER_PX, border: 1, borderColor: 'divider' }}
    >
      <Icon path={icon} />
    </IconButton>
  )
}

function NotePanel({ onSave, onBack }: { onSave: (note: string) => void; onBack: () => void }) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  return (
    <Panel isReady={note.trim() !== ''} onSave={() => onSave(note.trim())} onBack={onBack}>
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={3}
        maxRows={8}
        label={t('journal.kinds.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
    </Panel>
  )
}

interface PanelProps {
  isReady: boolean
  onSave: () => void
  onBack: () => void
  children: ReactNode
}

function Panel({ isReady, onSave, onBack, children }: PanelProps) {
  const { t } = useTranslation()
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSave()
      }}
      sx={{ display: 'grid', gap: 1.5, pt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        <Button variant="outlined" onClick={onBack} sx={{ minHeight: STEPPER_PX }}>
          {t('journal.back')}
        </Button>
        <Button type="submit" variant="contained" disabled={!isReady} sx={{ minHeight: STEPPER_PX }}>
          {t('common.actions.save')}
        </Button>
      </Box>
    </Box>
  )
}

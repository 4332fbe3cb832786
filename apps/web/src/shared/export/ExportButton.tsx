import { mdiClose, mdiDownload, mdiMenuDown } from '@mdi/js'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type MouseEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import words from '../../locales/tr/export.json' with { type: 'json' }
import { useOnline } from '../api/online.ts'
import { formatBytes } from '../format/bytes.ts'
import { addWords } from '../i18n/add-words.ts'
import { Icon } from '../ui/Icon.tsx'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'
import { type ExportFile, useExport } from './use-export.ts'

addWords({ export: words })

interface Props {
  files: readonly ExportFile[]
  /** The button of a menu without words. */
  isTight?: boolean
}

/** Downloads the present data: one file type by a button, several by a menu. During the download it shows the progress and a button that cancels. */
export function ExportButton({ files, isTight = false }: Props) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const online = useOnline()
  const { state, start, cancel } = useExport((bytes) => show(t('export.done', { size: formatBytes(bytes) })))
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (state.step === 'running') return <Running bytes={state.bytes} onCancel={cancel} />
  const [first, ...others] = files
  const common = { variant: 'outlined', disabled: !online, startIcon: <Icon path={mdiDownload} /> } as const
  const menu = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const
  return (
    <>
      {first && others.length === 0 ? (
        <Button {...common} onClick={() => void start(first)}>
          {first.label}
        </Button>
      ) : isTight ? (
        <IconButton {...menu} disabled={!online} aria-label={t('common.actions.export')}>
          <Icon path={mdiDownload} />
        </IconButton>
      ) : (
        <Button {...common} {...menu} endIcon={<Icon path={mdiMenuDown} />}>
          {t('common.actions.export')}
        </Button>
      )}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {files.map((file) => (
          <MenuItem
            key={file.label}
            onClick={() => {
              setAnchor(null)
              void start(file)
            }}
          >
            {file.label}
          </MenuItem>
        ))}
      </Menu>
      {state.error && (
        <Alert severity="error" sx={{ width: 1 }}>
          <AlertTitle>{t('export.failed')}</AlertTitle>
          {state.error.message}
        </Alert>
      )}
    </>
  )
}

function Running({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
      <CircularProgress size={20} aria-hidden />
      {/* The size is not read out: it changes five times a second. */}
      <Box sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
        <span role="status">{t('export.running')}</span>
        {bytes > 0 && ` ${t('export.progress', { size: formatBytes(bytes) })}`}
      </Box>
      <Button autoFocus startIcon={<Icon path={mdiClose} />} onClick={onCancel}>
        {t('export.cancel')}
      </Button>
    </Box>
  )
}

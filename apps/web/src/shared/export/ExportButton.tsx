import { mdiClose, mdiDownload, mdiMenuDown } from '@mdi/js'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import words from '../../locales/tr/export.json' with { type: 'json' }
import { useOnline } from '../api/online.ts'
import { formatBytes } from '../format/bytes.ts'
import { addWords } from '../i18n/add-words.ts'
import { Icon } from '../ui/Icon.tsx'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'
import { type ExportFile, useExport } from './use-export.ts'

addWords({ export: words })

/** Downloads the present data: one file type by a button, several by a menu. During the download it shows the progress and a button that cancels. */
export function ExportButton({ files }: { files: readonly ExportFile[] }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const online = useOnline()
  const { state, start, cancel } = useExport((bytes) => show(t('export.done', { size: formatBytes(bytes) })))
  const [only] = files
  if (state.step === 'running') return <Running bytes={state.bytes} onCancel={cancel} />
  const common = { variant: 'outlined', disabled: !online, startIcon: <Icon path={mdiDownload} /> } as const
  return (
    <>
      {only && files.length === 1 ? (
        <Button {...common} onClick={() => void start(only)}>
          {only.label}
        </Button>
      ) : (
        <FilesMenu files={files} look={common} onChoose={(file) => void start(file)} />
      )}
      {state.error && (
        <Alert severity="error" sx={{ width: 1 }}>
          <AlertTitle>{t('export.failed')}</AlertTitle>
          {state.error.message}
        </Alert>
      )}
    </>
  )
}

interface MenuProps {
  files: readonly ExportFile[]
  look: Pick<Parameters<typeof Button>[0], 'variant' | 'disabled' | 'startIcon'>
  onChoose: (file: ExportFile) => void
}

function FilesMenu({ files, look, onChoose }: MenuProps) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        {...look}
        id={`${id}-button`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon path={mdiMenuDown} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('common.actions.export')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {files.map((file) => (
          <MenuItem
            key={file.label}
            onClick={() => {
              setAnchor(null)
              onChoose(file)
            }}
          >
            {file.label}
          </MenuItem>
        ))}
      </Menu>
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

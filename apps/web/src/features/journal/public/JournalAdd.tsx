import type { Tank } from '@dalyan/contracts/tanks'
import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import journalWords from '../../../locales/tr/journal.json' with { type: 'json' }
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { JournalSheet } from './JournalSheet.tsx'
import { useJournal, type WrittenEntry } from './use-journal.ts'

addWords({ journal: journalWords, tankModes: modeWords })

interface Props {
  tank: Tank
  /** For a screen beside the tank. */
  isLarge?: boolean
  /** Shows the sign alone. */
  isIcon?: boolean
}

/** The button that opens the sheet of entries for a tank. Permission: `journal.write`. The sheet is loaded with it, so that it opens without a network. */
export function JournalAdd({ tank, isLarge = false, isIcon = false }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [detailed, setDetailed] = useState<WrittenEntry | null>(null)
  const journal = useJournal(tank, setDetailed)
  return (
    <>
      {isIcon ? (
        <IconButton aria-label={t('journal.add')} onClick={() => setIsOpen(true)} sx={{ width: 44, height: 44 }}>
          <Icon path={mdiPlus} />
        </IconButton>
      ) : (
        <Button
          variant="contained"
          startIcon={<Icon path={mdiPlus} />}
          onClick={() => setIsOpen(true)}
          sx={{ minHeight: isLarge ? 56 : 44 }}
        >
          {t('journal.add')}
        </Button>
      )}
      {isOpen && (
        <JournalSheet
          tank={tank}
          onWrite={(values, withMode) => {
            setIsOpen(false)
            void journal.write(values, withMode)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
      {detailed && (
        <EntryDialog
          entry={detailed}
          onSave={(values) => journal.correct(detailed, values)}
          onClose={() => setDetailed(null)}
        />
      )}
    </>
  )
}

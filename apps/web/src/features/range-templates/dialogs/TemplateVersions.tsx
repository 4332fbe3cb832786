import {
  MOST_VERSIONS,
  type RangeTemplate,
  rangeTemplatesApi,
  type RangeTemplateVersion,
} from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callIfMatch, type Tagged } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { rangeTemplateQueries, templateVersionsQuery } from '../../records/public/range-templates.queries.ts'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { versionChanges, versionLimits } from '../version-changes.ts'

interface Props {
  tagged: Tagged<RangeTemplate>
}

/** The number of versions before the button that shows all. */
const FIRST_SHOWN = 5

/** The versions of a template with what each changed; an earlier one can be restored. */
export function TemplateVersions({ tagged }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const mayRestore = may(useUser(), 'range_templates.manage')
  const query = useQuery(templateVersionsQuery(tagged.record.id))
  const [isOpen, setIsOpen] = useState(false)
  const [restored, setRestored] = useState<RangeTemplateVersion | null>(null)
  const versions = query.data ?? []
  const shown = isOpen ? versions : versions.slice(0, FIRST_SHOWN)
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h3" id={id} sx={{ fontWeight: 700, mb: 1 }}>
        {t('rangeTemplates.versions.title')}
      </Typography>
      <QueryError query={query} title={t('rangeTemplates.versions.loadFailed')} />
      {query.isPending && (
        <Box role="status" aria-busy aria-label={t('common.states.loading')}>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Box>
      )}
      {query.data?.length === 0 && <Quiet>{t('rangeTemplates.versions.empty')}</Quiet>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((version, i) => (
          <DividedItem key={version.number}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                <b>{t('rangeTemplates.versions.number', { number: version.number })}</b>
                {i === 0 && ` · ${t('rangeTemplates.versions.current')}`}
                <Quiet small>
                  {[formatDateTime(version.valid_from), ...(version.edited_by ? [version.edited_by.name] : [])].join(
                    ' · ',
                  )}
                </Quiet>
              </Box>
              {mayRestore && i > 0 && restoredChanges(t, tagged.record, version).length > 0 && (
                <WriteButton
                  size="small"
                  aria-label={t('rangeTemplates.versions.restoreOf', { number: version.number })}
                  onClick={() => setRestored(version)}
                >
                  {t('rangeTemplates.versions.restore')}
                </WriteButton>
              )}
            </Box>
            <Changes version={version} before={versions[i + 1]} />
          </DividedItem>
        ))}
      </Box>
      {shown.length < versions.length && (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {t('rangeTemplates.versions.showAll', { count: versions.length })}
        </Button>
      )}
      {isOpen && versions.length === MOST_VERSIONS && (
        <Quiet small>{t('rangeTemplates.versions.newest', { number: MOST_VERSIONS })}</Quiet>
      )}
      {restored && <RestoreQuestion tagged={tagged} version={restored} onClose={() => setRestored(null)} />}
    </Box>
  )
}

/** The changes of a version; for the first one its limits. */
function Changes({ version, before }: { version: RangeTemplateVersion; before: RangeTemplateVersion | undefined }) {
  const { t } = useTranslation()
  if (before) return <Lines lines={versionChanges(t, before, version)} />
  if (version.number > 1) return null
  return (
    <div>
      {t('rangeTemplates.versions.first')}
      <Lines lines={versionLimits(t, version)} />
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  )
}

/** The changes that restoring a version would make now; the name stays. */
function restoredChanges(
  t: Parameters<typeof versionChanges>[0],
  template: RangeTemplate,
  version: RangeTemplateVersion,
): string[] {
  return versionChanges(t, template, { ...version, name: template.name })
}

function RestoreQuestion({ tagged, version, onClose }: Props & { version: RangeTemplateVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { record, etag } = tagged
  const { number, active, delay_seconds, ranges } = version
  const done = useDone(onClose, rangeTemplateQueries.all, tankKeys.all)
  async function restore() {
    try {
      await callIfMatch(rangeTemplatesApi.update, etag, {
        params: { id: record.id },
        body: { active, delay_seconds, ranges },
      })
    } catch (error) {
      // Another user may have changed it: the versions and the question show the present state then.
      void cache.invalidateQueries({ queryKey: rangeTemplateQueries.all })
      throw error
    }
    done(t('rangeTemplates.versions.restored', { number }))
  }
  return (
    <ConfirmDialog
      harmless
      title={t('rangeTemplates.versions.restoreTitle', { number })}
      body={
        <>
          {t('rangeTemplates.versions.restoreBody')}
          {record.tanks_count > 0 && ` ${t('rangeTemplates.affects', { count: record.tanks_count })}`}
          <Lines lines={restoredChanges(t, record, version)} />
        </>
      }
      confirm={t('rangeTemplates.versions.restore')}
      failed={t('rangeTemplates.messages.saveFailed')}
      onClose={onClose}
      onConfirm={restore}
    />
  )
}

import { mdiChevronRight } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatTimeWithSeconds } from '../../shared/format/date-time.ts'
import { visibleText } from '../../shared/format/visible-text.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { eventWords, OUTCOME_LOOK, outcomeWord } from './log-words.ts'
import { LogDetails } from './LogDetails.tsx'
import type { LogKind, LogLine } from './logs.queries.ts'

const PREVIEWED = 300

interface Props {
  kind: LogKind
  line: LogLine
  /** Whether the entry shows its terminal or tank. */
  named: boolean
  isOpen: boolean
  onToggle: (id: number) => void
}

/** One entry. Plain elements and classes (see `LogTable`), because there may be five hundred. */
export const LogRow = memo(function LogRow({ kind, line, named, isOpen, onToggle }: Props) {
  const { t } = useTranslation()
  const { icon, tone } = OUTCOME_LOOK[line.outcome]
  // A message without details takes their columns too.
  const spans = kind === 'server' && line.details === null
  const name = kind === 'server' ? null : eventWords(t, line.text)
  const title = t(isOpen ? 'logs.collapseRow' : 'logs.expandRow')
  return (
    <>
      <div role="row" className={`log-row${isOpen ? ' is-open' : ''}`} data-log={line.id}>
        <span role="cell" className="log-time">
          <span className="log-date">{formatDate(line.at)} </span>
          {formatTimeWithSeconds(line.at)}
          <span className="log-ms">.{line.at.slice(20, 23)}</span>
        </span>
        {kind === 'server' && (
          <span role="cell" className="log-seq">
            {line.id}
          </span>
        )}
        {named && (
          <span role="cell" className="log-subject">
            <Subject kind={kind} subject={line.subject} />
          </span>
        )}
        <span role="cell" className={`log-outcome is-${tone}`}>
          <Icon path={icon} />
          {outcomeWord(t, kind, line.outcome)}
        </span>
        {kind !== 'server' && (
          <span role="cell" className="log-who">
            {line.who && visibleText(line.who)}
          </span>
        )}
        <span
          role="cell"
          title={name === null ? undefined : `${name} (${line.text})`}
          className={`log-text${spans ? ' spans' : ''}${name === null ? '' : ' is-named'}`}
          {...(spans ? { 'aria-colspan': 2 } : {})}
        >
          {line.isOrphan && <em>{t('logs.orphan')} </em>}
          {/* An event without a name shows only its code. */}
          {name === null ? (
            visibleText(line.text)
          ) : (
            <>
              <span className="log-event">{name}</span> <small className="log-code">{line.text}</small>
            </>
          )}
        </span>
        {!spans && (
          <span role="cell" className="log-details">
            {line.details && visibleText(JSON.stringify(line.details).slice(0, PREVIEWED))}
          </span>
        )}
        <span role="cell" className="log-more">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${title}: ${name ?? line.text.slice(0, 80)}`}
            title={title}
            onClick={() => onToggle(line.id)}
          >
            <Icon path={mdiChevronRight} />
          </button>
        </span>
      </div>
      {isOpen && (
        <div role="row" className="log-open">
          <div role="cell">
            <LogDetails line={line} />
          </div>
        </div>
      )}
    </>
  )
})

function Subject({ kind, subject }: Pick<Props, 'kind'> & { subject: LogLine['subject'] }) {
  if (!subject) return null
  if (kind === 'audit' || subject.id === null) return visibleText(subject.code)
  return (
    <Link to={kind === 'tanks' ? '/tanks/$id' : '/terminals/$id'} params={{ id: String(subject.id) }}>
      {subject.code}
    </Link>
  )
}

import { useTranslation } from 'react-i18next'
import { visibleText } from '../../shared/format/visible-text.ts'
import { eventWords } from './event-words.ts'

/** The name of an event with its code small behind it; of one that has no name the code alone. */
export function EventName({ event }: { event: string }) {
  const { t } = useTranslation()
  const name = eventWords(t, event)
  if (name === null) return visibleText(event)
  return (
    <>
      <span className="log-event">{name}</span> <small className="log-code">{event}</small>
    </>
  )
}

import type { Alarm } from '@dalyan/contracts/alarms'
import type { WebhookPlaceholder } from '@dalyan/contracts/webhooks'

/** What is sent: the event's name, and the alarm where there is one. */
export interface WebhookContent {
  /** The same for a repeat. */
  id: string
  event: string
  /** As people read it. */
  text: string
  /** Null for a trial. */
  alarm: Alarm | null
}

export interface WebhookBody {
  type: 'application/json' | 'text/plain; charset=utf-8'
  body: string
}

function valuesOf({ id, event, text, alarm }: WebhookContent): Record<WebhookPlaceholder, string> {
  const shown = (value: string | number | null | undefined) => String(value ?? '')
  return {
    id,
    event,
    text,
    alarm_id: shown(alarm?.id),
    kind: shown(alarm?.kind),
    metric: shown(alarm?.metric),
    severity: shown(alarm?.severity),
    state: shown(alarm?.state),
    value: shown(alarm?.value),
    limit: shown(alarm?.limit),
    out_since: shown(alarm?.out_since),
    tank_code: shown(alarm?.tank?.code),
    tank_name: shown(alarm?.tank?.name),
    terminal_code: shown(alarm?.iot?.code),
  }
}

/** A template that looks like JSON is JSON: no tank's name can end a text of it. */
export function bodyOf(template: string | null, content: WebhookContent): WebhookBody {
  if (template === null) return { type: 'application/json', body: JSON.stringify(content) }
  const isJson = /^\s*(?:\[|\{(?!\{))/.test(template)
  const values: Readonly<Record<string, string>> = valuesOf(content)
  const body = template.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = values[name.trim()] ?? ''
    return isJson ? JSON.stringify(value).slice(1, -1) : value
  })
  return { type: isJson ? 'application/json' : 'text/plain; charset=utf-8', body }
}

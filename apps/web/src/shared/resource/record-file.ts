import type { Endpoint } from '@dalyan/contracts/endpoint'
import { foldText } from '@dalyan/contracts/fold-text'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems } from '../form/form-problems.ts'

const VERSION = 1
const MOST_BYTES = 256 * 1024

/** The part of a kind's endpoints that says what its files hold. */
interface FileApi {
  list: Pick<Endpoint, 'path'>
}

/** `range-templates`: what a file says that it holds. */
const kindOf = ({ list }: FileApi): string => list.path.replace('/api/', '')

/** The file of a record: what its form would send to create it. */
export function recordFile(api: FileApi, body: unknown): Blob {
  const text = JSON.stringify({ dalyan: kindOf(api), version: VERSION, record: body }, null, 2)
  return new Blob([text, '\n'], { type: 'application/json' })
}

/** A name that every system can store: the record's name in small ASCII letters and digits. */
export function recordFileName(api: FileApi, name: string): string {
  const plain = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${kindOf(api)}-${plain || 'dalyan'}.json`
}

/**
 * Reads such a file. @param input the shape of what creates a record; the page's endpoints are addresses alone, without shapes. @returns the body that creates its record, or what is wrong with the file, in the words of the page
 */
export async function readRecordFile(
  api: FileApi,
  input: z.ZodMiniType,
  file: File,
  t: TFunction,
): Promise<{ body: unknown } | { problems: string[] }> {
  if (file.size > MOST_BYTES) return { problems: [t('list.file.tooLarge', { kilobytes: MOST_BYTES / 1024 })] }
  const content = parsed(await file.text())
  if (content === null || typeof content !== 'object' || !('dalyan' in content) || !('record' in content))
    return { problems: [t('list.file.notOurs')] }
  if (content.dalyan !== kindOf(api)) return { problems: [t('list.file.otherKind', { kind: kindOf(api) })] }
  if (!('version' in content) || content.version !== VERSION) return { problems: [t('list.file.otherVersion')] }
  const problems = Object.entries(contractProblems(input, content.record))
  if (problems.length > 0) return { problems: problems.map(([field, text]) => (field ? `${field}: ${text}` : text)) }
  return { body: input.parse(content.record) }
}

/** Undefined: the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

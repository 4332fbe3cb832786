import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ParseKeys } from 'i18next'
import { type ComponentProps, type ComponentType, Fragment, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../form/FormDialog.tsx'
import type { PickOption } from '../form/FormPicker.tsx'
import { FormSelect } from '../form/FormSelect.tsx'
import { FormText } from '../form/FormText.tsx'
import {
  type ChangeOf,
  type CreationOf,
  fieldKey,
  type KindName,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  wordText,
} from './record-kind.ts'
import type { ChangeForm, RecordForm } from './ResourceForm.tsx'

/** What the component of an input gets; `record` is null for a new one. */
export interface InputProps<T> {
  name: string
  label: string
  record: T | null
}

/** A text: trimmed, and null where it is empty and not required. */
interface TextInput<T> extends Omit<ComponentProps<typeof FormText>, 'name' | 'label' | 'hint'> {
  hint?: ParseKeys
  /** The text of a new record. */
  initial?: string
  /** Replaces the plain text field. */
  Input?: ComponentType<InputProps<T>>
}

/** A word of a closed list, with texts such as `firms.type.grower`. */
interface ChoiceInput<T, W extends string> {
  options: readonly W[]
  /** The word of a new record. */
  initial: W
  /** Replaces the plain select. */
  Input?: ComponentType<InputProps<T>>
}

/** Another record, sent by its id: the value of `firm_id` is the picked `firm` of the record. */
interface PickerInput<T> {
  Picker: ComponentType<InputProps<T>>
}

/** Any other value; `body` gets what `value` returns. */
interface OwnInput<T, B> {
  initial: unknown
  value: (record: T) => unknown
  body: (value: never) => B
  Input: ComponentType<InputProps<T>>
}

/** The inputs that fit a field of the body. */
type InputFor<T, B> =
  | ([B] extends [string | null | undefined]
      ? string extends B
        ? TextInput<T>
        : ChoiceInput<T, NonNullable<B>>
      : never)
  | ([B] extends [number | null | undefined] ? PickerInput<T> : never)
  | OwnInput<T, B>

/** The inputs of a form, in their order on screen, by the fields of the body. */
type InputTable<A extends ResourceApi> = {
  [F in keyof CreationOf<A>]: InputFor<RecordOf<A>, CreationOf<A>[F]>
}

type ValueOf<I> = I extends { value: (record: never) => infer V }
  ? V
  : I extends { options: readonly (infer W)[] }
    ? W
    : I extends { Picker: unknown }
      ? PickOption | null
      : string

/** The values of a form: texts as typed, records as picked. */
type ValuesOf<I> = { [F in keyof I]: ValueOf<I[F]> }

interface KindFormOptions<A extends ResourceApi, I, B> extends Pick<
  ChangeForm<A, ValuesOf<I>>,
  'problems' | 'words' | 'width'
> {
  /** Titles over groups of inputs, by the first input of each; the text of `contact` is `<kind>.groups.contact`. */
  groups?: { readonly [F in keyof I]?: string }
  /** Changes the body where it is not the values field by field. */
  finish?: (body: B, values: ValuesOf<I>) => B
}

/** A code that is unique among its kind. */
export const CODE_INPUT = { required: true, code: true, maxLength: 32, hint: 'validation.codeHint' } as const

/** The form that creates and changes a kind of record, from a table of its inputs. */
export function recordForm<K extends KindName, A extends ResourceApi, const I extends InputTable<A>>(
  kind: RecordKind<K, A>,
  inputs: I,
  options: KindFormOptions<A, I, CreationOf<A> & ChangeOf<A>> = {},
): RecordForm<A, ValuesOf<I>> {
  const form = tableForm(kind.name, inputs as object, { width: 'md', ...options } as LooseOptions)
  return form as unknown as RecordForm<A, ValuesOf<I>>
}

/** A form that changes some fields of a record. */
export function changeForm<K extends KindName, A extends ResourceApi, const I extends Partial<InputTable<A>>>(
  kind: RecordKind<K, A>,
  inputs: I,
  options: KindFormOptions<A, I, ChangeOf<A>> = {},
): ChangeForm<A, ValuesOf<I>> {
  return tableForm(kind.name, inputs as object, options as LooseOptions) as unknown as ChangeForm<A, ValuesOf<I>>
}

type AnyInput = TextInput<never> | ChoiceInput<never, string> | PickerInput<never> | OwnInput<never, unknown>
type LooseOptions = KindFormOptions<ResourceApi, Record<string, AnyInput>, unknown>
type LooseValues = Readonly<Record<string, unknown>>

/** The form of a table; `recordForm` and `changeForm` give it its types. */
function tableForm(kind: KindName, table: object, { groups = {}, finish, width = 'sm', ...options }: LooseOptions) {
  const inputs = Object.entries(table) as [string, AnyInput][]
  const Columns = width === 'md' ? FormColumns : Fragment
  const parts = inGroups(inputs, groups)

  function Fields({ record }: { record: RecordOf<ResourceApi> | null }) {
    return parts.map(({ title, inputs: shown }) => (
      <Group key={title} kind={kind} title={title}>
        <Columns>
          {shown.map(([name, input]) => (
            <FormInput
              key={name}
              kind={kind}
              name={name}
              input={input}
              record={record}
              hasFocus={record === null && name === inputs[0]?.[0]}
            />
          ))}
        </Columns>
      </Group>
    ))
  }
  return {
    ...options,
    width,
    Fields,
    empty: Object.fromEntries(inputs.map(([name, input]) => [name, initialOf(input)])),
    values: (record: LooseValues) =>
      Object.fromEntries(inputs.map(([name, input]) => [name, valueOf(name, input, record)])),
    body: (values: LooseValues) => {
      const body = Object.fromEntries(inputs.map(([name, input]) => [name, bodyOf(input, values[name])]))
      return finish ? finish(body, values as never) : body
    },
  }
}

type NamedInput = readonly [name: string, input: AnyInput]

/** The inputs under each title; those before the first title have none. */
function inGroups(inputs: readonly NamedInput[], titles: Readonly<Record<string, string | undefined>>) {
  const groups: { title: string | undefined; inputs: NamedInput[] }[] = []
  for (const input of inputs) {
    const title = titles[input[0]]
    if (groups.length === 0 || title !== undefined) groups.push({ title, inputs: [] })
    groups.at(-1)?.inputs.push(input)
  }
  return groups
}

function initialOf(input: AnyInput): unknown {
  if ('Picker' in input) return null
  return input.initial === undefined ? '' : input.initial
}

function valueOf(name: string, input: AnyInput, record: LooseValues): unknown {
  if ('value' in input) return input.value(record as never)
  if ('Picker' in input) {
    const picked = record[name.replace(/_id$/, '')] as { id: number; name: string } | null
    return picked && { id: picked.id, label: picked.name }
  }
  // A word that the form does not offer: the record was deleted meanwhile.
  if ('options' in input) return input.options.find((word) => word === record[name]) ?? input.initial
  return record[name] ?? ''
}

function bodyOf(input: AnyInput, value: unknown): unknown {
  if ('body' in input) return input.body(value as never)
  if ('Picker' in input) return (value as PickOption | null)?.id ?? null
  if ('options' in input) return value
  const text = String(value).trim()
  return input.required ? text : text || null
}

interface FormInputProps {
  kind: KindName
  name: string
  input: AnyInput
  record: object | null
  /** The first text of a new record can be typed at once. */
  hasFocus: boolean
}

function FormInput({ kind, name, input, record, hasFocus }: FormInputProps) {
  const { t } = useTranslation()
  const field = { name, label: t(fieldKey(kind, name)) }
  if ('Picker' in input) return <input.Picker {...field} record={record as never} />
  if (input.Input) return <input.Input {...field} record={record as never} />
  if ('options' in input) {
    const options = input.options.map((value) => ({ value, label: wordText(t, kind, name, value) }))
    return <FormSelect {...field} options={options} />
  }
  const { initial: _initial, Input: _Input, hint, ...look } = input as TextInput<never>
  const text = <FormText {...field} {...look} hint={hint && t(hint)} autoFocus={hasFocus} />
  return look.multiline ? <Box sx={{ display: 'grid', gridColumn: '1 / -1' }}>{text}</Box> : text
}

function Group({ kind, title, children }: { kind: KindName; title: string | undefined; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  if (title === undefined) return children
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3" sx={{ mb: 1.5 }}>
        {wordText(t, kind, 'groups', title)}
      </Typography>
      {children}
    </Box>
  )
}

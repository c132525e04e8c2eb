import { type ChangeEvent, type FocusEvent, type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { DownloadError } from './load-later.ts'

export type FormErrors<Name extends string> = Partial<Record<Name | 'root', string>>

type FormOptions<Name extends string, Output> = {
  initialValues: Record<Name, string>
  /** A public page downloads it on first use. */
  schema: z.ZodMiniType<Output> | (() => Promise<z.ZodMiniType<Output>>)
  /** Returns what is wrong, by field or as `root`. A thrown `ApiError` is shown at its field, or for the whole form. */
  onSubmit: (values: Output) => Promise<NoInfer<FormErrors<Name>> | undefined>
  onInvalid?: (errors: NoInfer<FormErrors<Name>>) => void
  /** By default a field is validated when it loses the focus; with `submit`, all are on the first submit. Afterwards on every change. */
  validateOn?: 'blur' | 'submit'
}

export function useForm<Name extends string, Output>({
  initialValues,
  schema,
  onSubmit,
  onInvalid,
  validateOn = 'blur',
}: FormOptions<Name, Output>) {
  const names = Object.keys(initialValues) as Name[]
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FormErrors<Name>>({})
  const [validated, setValidated] = useState<Name[]>([])
  const [isSubmitting, setSubmitting] = useState(false)

  async function validate(input: Record<Name, string>) {
    const loaded = typeof schema === 'function' ? await schema() : schema
    return loaded.safeParse(input)
  }

  async function validateFields(input: Record<Name, string>, fields: Name[]) {
    // Without the schema, submitting says what is wrong.
    const found = await validate(input).then(errorsOf<Name>, unlessDownloadFailed)
    if (!found) return
    setErrors(Object.fromEntries(fields.map(name => [name, found[name]])) as FormErrors<Name>)
  }

  async function submitValues(input: Record<Name, string>) {
    try {
      const result = await validate(input)
      if (result.success) return await onSubmit(result.data)
      const invalid = errorsOf<Name>(result)
      onInvalid?.(invalid)
      return invalid
    } catch (error) {
      return errorsOfFailure(error, names)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSubmitting) return
    const form = event.currentTarget
    // A password manager may have filled fields without a change event.
    const filled = Object.fromEntries(new FormData(form)) as Record<Name, string>
    setValues(filled)
    setValidated(names)
    setSubmitting(true)
    const found: FormErrors<Name> =
      (await submitValues(filled).finally(() => setSubmitting(false))) ?? {}
    setErrors(found)
    const first = names.find(name => found[name])
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  return {
    values,
    errors,
    isSubmitting,
    reset(next: Record<Name, string>) {
      setValues(next)
      setErrors({})
      setValidated([])
    },
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const changed = { ...values, [name]: event.target.value }
        setValues(changed)
        if (validated.includes(name)) void validateFields(changed, validated)
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        const isUnchanged = event.target.value === initialValues[name]
        if (validateOn === 'submit' || isUnchanged || validated.includes(name)) return
        setValidated([...validated, name])
        void validateFields(values, [...validated, name])
      },
    }),
    submit,
    dialog: { isSubmitting, onSubmit: submit, error: errors.root },
  }
}

function errorsOf<Name extends string>({ error }: { error?: z.core.$ZodError }): FormErrors<Name> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) {
    const [name = 'root'] = path
    errors[String(name)] ??= message
  }
  return errors as FormErrors<Name>
}

function unlessDownloadFailed(error: unknown) {
  if (!(error instanceof DownloadError)) throw error
}

function errorsOfFailure<Name extends string>(error: unknown, names: Name[]): FormErrors<Name> {
  if (error instanceof DownloadError) return { root: error.message } as FormErrors<Name>
  if (!(error instanceof ApiError)) throw error
  const name: Name | 'root' = names.find(each => each === error.field) ?? 'root'
  return { [name]: error.message } as FormErrors<Name>
}

import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../data/api.ts'
import { DownloadError } from '../routing/lazy.ts'

export type FormErrors<Name extends string> = Partial<Record<Name | 'root', string>>

type FormOptions<Name extends string, Output> = {
  initialValues: Record<Name, string>
  /** A public page downloads it on first use. If it cannot be had, the server validates what is submitted. */
  schema: z.ZodMiniType<Output> | (() => Promise<z.ZodMiniType<Output>>)
  /** Returns what is wrong, by field or as `root`. A thrown `ApiError` is shown at its field, or for the whole form. */
  onSubmit: (values: Output) => Promise<NoInfer<FormErrors<Name>> | undefined>
  onInvalid?: (errors: NoInfer<FormErrors<Name>>) => void
  /** When a field is validated first: by default when it loses the focus, with `submit` on the first submit. Afterwards on every change. */
  validateOn?: 'blur' | 'submit'
}

/** The fields are uncontrolled: what is typed before hydration, or filled in by a password manager, stays and is submitted. */
export function useForm<Name extends string, Output extends Partial<Record<Name, string>>>({
  initialValues,
  schema,
  onSubmit,
  onInvalid,
  validateOn = 'blur',
}: FormOptions<Name, Output>) {
  const names = Object.keys(initialValues) as Name[]
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Record<Name, string> | null>(null)
  const [errors, setErrors] = useState<FormErrors<Name>>({})
  const [validated, setValidated] = useState<Name[]>([])
  const [isSubmitting, setSubmitting] = useState(false)

  const read = () => valuesOf<Name>(form.current)
  const readTyped = () => {
    const input = read()
    if (names.some(name => input[name] !== initialValues[name])) setTyped(input)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before hydration is read once
  useLayoutEffect(readTyped, [])

  async function validate(input: Record<Name, string>) {
    const loaded = await (typeof schema === 'function' ? schema() : schema)
    return loaded.safeParse(input)
  }

  async function validateFields(input: Record<Name, string>, fields: Name[]) {
    // Without the schema, the server validates.
    const found = await validate(input).then(errorsOf<Name>, unlessDownloadFailed)
    if (!found) return
    setErrors(Object.fromEntries(fields.map(name => [name, found[name]])) as FormErrors<Name>)
  }

  async function submitValues(input: Record<Name, string>) {
    try {
      const result = await validate(input).catch(unlessDownloadFailed)
      if (!result) return await onSubmit(input as Output)
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
    const { elements } = event.currentTarget
    setValidated(names)
    setSubmitting(true)
    const found: FormErrors<Name> =
      (await submitValues(read()).finally(() => setSubmitting(false))) ?? {}
    setErrors(found)
    const first = names.find(name => found[name])
    if (first) (elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  return {
    /** What the fields contain at present. */
    read,
    /** The values as of the last change, for what is shown beside the fields. */
    values: typed ?? initialValues,
    errors,
    isSubmitting,
    /** Shows the initial values again, which may have changed meanwhile. */
    reset() {
      form.current?.reset()
      setTyped(null)
      setErrors({})
      setValidated([])
    },
    field: (name: Name) => ({
      name,
      defaultValue: initialValues[name],
      error: errors[name],
      onChange(_: ChangeEvent<HTMLInputElement>) {
        const input = read()
        setTyped(input)
        if (validated.includes(name)) void validateFields(input, validated)
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        const isUnchanged = event.target.value === initialValues[name]
        if (validateOn === 'submit' || isUnchanged || validated.includes(name)) return
        setValidated([...validated, name])
        void validateFields(read(), [...validated, name])
      },
    }),
    /** Props of the `form` element. Without JavaScript the server responds that it is needed. */
    form: { ref: form, method: 'post', noValidate: true, onSubmit: submit },
    dialog: { formRef: form, isSubmitting, onSubmit: submit, error: errors.root },
  }
}

const valuesOf = <Name extends string>(form: HTMLFormElement | null) =>
  Object.fromEntries(new FormData(form ?? undefined)) as Record<Name, string>

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
  if (!(error instanceof ApiError)) throw error
  const name: Name | 'root' = names.find(each => each === error.field) ?? 'root'
  return { [name]: error.message } as FormErrors<Name>
}

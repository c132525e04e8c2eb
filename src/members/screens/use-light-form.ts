import { type ChangeEvent, type FocusEvent, type FormEvent, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name | 'root', string>>
type Schema = {
  '~standard': {
    validate(values: unknown): Outcome | Promise<Outcome>
  }
}
type Outcome = {
  issues?:
    | readonly {
        message: string
        path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
      }[]
    | undefined
}

/**
 * A form of texts on a page that is nothing but its form: what a first load cannot carry of react-hook-form.
 * The schema is loaded with the first field that is left or the first submit.
 */
export function useLightForm<Name extends string>(
  empty: Values<Name>,
  loadSchema: () => Promise<Schema>,
  send: (values: Values<Name>) => Promise<Errors<Name> | undefined>,
) {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [touched, setTouched] = useState<Name[]>([])
  const [isSending, setSending] = useState(false)

  async function check(given: Values<Name>): Promise<Errors<Name>> {
    const { issues = [] } = await (await loadSchema())['~standard'].validate(given)
    const found: Errors<Name> = {}
    for (const { path, message } of issues) {
      const [step] = path ?? []
      const name = (typeof step === 'object' ? step.key : (step ?? 'root')) as Name
      found[name] ??= message
    }
    return found
  }

  async function recheck(given: Values<Name>, names: Name[]) {
    const found = await check(given)
    setErrors(Object.fromEntries(names.map(name => [name, found[name]])) as Errors<Name>)
  }

  return {
    values,
    errors,
    isSending,
    /** Spread into a field. Wrong is said once the field was left, right at once. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const changed = { ...values, [name]: event.target.value }
        setValues(changed)
        if (touched.includes(name)) void recheck(changed, touched)
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        if (event.target.value === '' || touched.includes(name)) return
        setTouched([...touched, name])
        void recheck(values, [...touched, name])
      },
    }),
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (isSending) return
      const form = event.currentTarget
      // Password managers may have filled fields without React hearing of it.
      const filled = Object.fromEntries(new FormData(form)) as Values<Name>
      setValues(filled)
      setTouched(Object.keys(empty) as Name[])
      setSending(true)
      const wrong = await check(filled)
      const refused = isEmpty(wrong) ? await send(filled) : wrong
      setSending(false)
      setErrors(refused ?? {})
      const first = Object.keys(empty).find(name => refused?.[name as Name])
      if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    },
  }
}

const isEmpty = (object: object) => Object.keys(object).length === 0

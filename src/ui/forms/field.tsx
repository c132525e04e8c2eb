import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

type FieldProps = {
  label: string
  hideLabel?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  status?: ReactNode
  aside?: ReactNode
}
export type TextFieldProps = FieldProps & ComponentProps<'input'> & { icon?: ReactNode }
type TextAreaProps = FieldProps & ComponentProps<'textarea'>

export function TextField({ icon, ...field }: TextFieldProps) {
  const { frame, input } = useField(field)
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
            {icon}
          </span>
        )}
        <input
          {...input}
          className={classes(
            box,
            'min-h-11',
            icon ? 'pr-3 pl-10' : 'px-3',
            field.error ? invalidBorder : validBorder,
          )}
        />
      </div>
    </FieldFrame>
  )
}

export const EmailField = (field: Partial<TextFieldProps>) => (
  <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...field} />
)

export function TextArea({ rows = 4, ...field }: TextAreaProps) {
  const { frame, input } = useField(field)
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={rows}
        {...input}
        className={classes(
          box,
          'block resize-y px-3 py-2.5',
          field.error ? invalidBorder : validBorder,
        )}
      />
    </FieldFrame>
  )
}

type OfFrame = FieldProps & { id?: string | undefined; className?: string | undefined }

/** The properties of the frame, and those of the control in it. */
function useField<Props extends OfFrame>(props: Props) {
  const { label, hideLabel, hint, error, status, aside, className, ...input } = props
  const generated = useId()
  const id = input.id ?? generated
  const descriptions = [error ? `${id}-error` : hint && `${id}-hint`, status && `${id}-status`]
  return {
    frame: { id, label, hideLabel, hint, error, status, aside, className },
    input: {
      ...input,
      id,
      'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? true : undefined,
    },
  }
}

function FieldFrame({
  id,
  label,
  hideLabel,
  hint,
  error,
  status,
  aside,
  className,
  children,
}: OfFrame & { children: ReactNode }) {
  return (
    <div className={className}>
      <div
        className={classes(
          'mb-1.5 flex items-baseline justify-between gap-3',
          hideLabel && !aside && 'sr-only',
        )}
      >
        <label htmlFor={id} className={classes('text-sm font-semibold', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside && <span className="text-sm text-muted">{aside}</span>}
      </div>
      {children}
      {/* Rendered while empty: a live region that is added together with its text is often not read. */}
      <p
        id={`${id}-error`}
        role="alert"
        className="mt-1.5 text-sm font-medium text-danger empty:mt-0"
      >
        {error}
      </p>
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-status`} aria-live="polite" className="mt-1.5 text-sm text-muted empty:mt-0">
        {status}
      </p>
    </div>
  )
}

const box =
  'w-full rounded-control border bg-surface text-base text-ink transition-colors disabled:opacity-60 read-only:border-line read-only:bg-transparent'
const validBorder = 'border-line-strong hover:border-ink'
const invalidBorder = 'border-danger shadow-[inset_0_0_0_1px_var(--danger)]'

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from './classes.ts'

type FieldProps = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  /** Replaces the hint; announced. */
  error?: string | undefined
  /** Feedback on the value, such as the availability of a username; announced politely. */
  status?: ReactNode
  /** At the end of the label's line, such as a counter. */
  aside?: ReactNode
}
export type TextFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; icon?: ReactNode }
type TextAreaProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A labeled input. Spread `useForm().field(…)` into it. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  status,
  aside,
  icon,
  className,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds(input.id, { hint, error, status })
  return (
    <FieldFrame ids={ids} {...{ label, hideLabel, hint, error, status, aside, className }}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
            {icon}
          </span>
        )}
        <input
          {...input}
          {...ids.control}
          className={classes(
            box,
            'h-11',
            icon ? 'pr-3 pl-10' : 'px-3',
            error ? invalidBorder : validBorder,
          )}
        />
      </div>
    </FieldFrame>
  )
}

export const EmailField = (field: Partial<TextFieldProps>) => (
  <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...field} />
)

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  status,
  aside,
  className,
  rows = 4,
  ...input
}: TextAreaProps) {
  const ids = useFieldIds(input.id, { hint, error, status })
  return (
    <FieldFrame ids={ids} {...{ label, hideLabel, hint, error, status, aside, className }}>
      <textarea
        rows={rows}
        {...input}
        {...ids.control}
        className={classes(box, 'block resize-y px-3 py-2.5', error ? invalidBorder : validBorder)}
      />
    </FieldFrame>
  )
}

type FieldIds = ReturnType<typeof useFieldIds>

function useFieldIds(
  given: string | undefined,
  { hint, error, status }: Pick<FieldProps, 'hint' | 'error' | 'status'>,
) {
  const generated = useId()
  const id = given ?? generated
  const descriptions = [error ? `${id}-error` : hint && `${id}-hint`, status && `${id}-status`]
    .filter(Boolean)
    .join(' ')
  return {
    id,
    control: {
      id,
      'aria-describedby': descriptions || undefined,
      'aria-invalid': error ? true : undefined,
    },
  }
}

function FieldFrame({
  ids,
  label,
  hideLabel,
  hint,
  error,
  status,
  aside,
  className,
  children,
}: FieldProps & { ids: FieldIds; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <div
        className={classes(
          'mb-1.5 flex items-baseline justify-between gap-3',
          hideLabel && !aside && 'sr-only',
        )}
      >
        <label
          htmlFor={ids.id}
          className={classes('text-sm font-semibold', hideLabel && 'sr-only')}
        >
          {label}
        </label>
        {aside && <span className="text-sm text-muted">{aside}</span>}
      </div>
      {children}
      {/* Rendered while empty: a live region that is added together with its text is often not read. */}
      <p
        id={`${ids.id}-error`}
        role="alert"
        className="mt-1.5 text-sm font-medium text-danger empty:mt-0"
      >
        {error}
      </p>
      {hint && !error && (
        <p id={`${ids.id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <p
        id={`${ids.id}-status`}
        aria-live="polite"
        className="mt-1.5 text-sm text-muted empty:mt-0"
      >
        {status}
      </p>
    </div>
  )
}

const box =
  'w-full rounded-control border bg-surface text-base text-ink transition-colors disabled:opacity-60 read-only:bg-sunken'
const validBorder = 'border-line-strong hover:border-ink'
const invalidBorder = 'border-danger shadow-[inset_0_0_0_1px_var(--danger)]'

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from './classes.ts'

type Around = {
  label: string
  /** Keeps the label for screen readers only, as for a search box. */
  hideLabel?: boolean | undefined
  /** What to type, said before anything went wrong. */
  hint?: ReactNode
  /** What is wrong; replaces the hint and is announced. */
  error?: string | undefined
  /** News about what was typed, such as a name being free; announced politely. */
  status?: ReactNode
  /** Beside the label, at the far end: a counter, a "Forgot password?" link. */
  aside?: ReactNode
}
export type TextFieldProps = Around &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; icon?: ReactNode }
type TextAreaProps = Around &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A labelled input. Spread `useForm().field(…)` into it. */
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
    <Frame ids={ids} {...{ label, hideLabel, hint, error, status, aside, className }}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
            {icon}
          </span>
        )}
        <input
          {...input}
          {...ids.control}
          className={classes(box, 'h-11', icon ? 'pr-3 pl-10' : 'px-3', error ? wrong : right)}
        />
      </div>
    </Frame>
  )
}

/** A labelled text area. */
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
    <Frame ids={ids} {...{ label, hideLabel, hint, error, status, aside, className }}>
      <textarea
        rows={rows}
        {...input}
        {...ids.control}
        className={classes(box, 'block resize-y px-3 py-2.5', error ? wrong : right)}
      />
    </Frame>
  )
}

type Ids = ReturnType<typeof useFieldIds>

function useFieldIds(
  given: string | undefined,
  { hint, error, status }: Pick<Around, 'hint' | 'error' | 'status'>,
) {
  const own = useId()
  const id = given ?? own
  const described = [error ? `${id}-error` : hint && `${id}-hint`, status && `${id}-status`]
    .filter(Boolean)
    .join(' ')
  return {
    id,
    control: {
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? true : undefined,
    },
  }
}

function Frame({
  ids,
  label,
  hideLabel,
  hint,
  error,
  status,
  aside,
  className,
  children,
}: Around & { ids: Ids; className?: string | undefined; children: ReactNode }) {
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
      {/* The regions stand empty from the start: a live region made together with its words is often not read. */}
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
const right = 'border-line-strong hover:border-ink'
const wrong = 'border-danger shadow-[inset_0_0_0_1px_var(--danger)]'

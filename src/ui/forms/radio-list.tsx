type RadioListProps<Value extends string> = {
  legend: string
  name: string
  options: { value: Value; label: string; hint?: string }[]
} & (
  | { defaultValue: Value }
  /** Applies at once, and is null while it is unknown; a form without JavaScript has a `defaultValue`. */
  | { value: Value | null; onChange: (value: Value) => void }
)

export function RadioList<Value extends string>({
  legend,
  name,
  options,
  ...choice
}: RadioListProps<Value>) {
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label
          key={value}
          className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-control border border-line-strong bg-surface px-4 py-3 transition-colors hover:bg-sunken has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={value}
            {...('value' in choice
              ? { checked: value === choice.value, onChange: () => choice.onChange(value) }
              : { defaultChecked: value === choice.defaultValue })}
            className="mt-0.5 size-5 appearance-none rounded-full border-2 border-line-strong outline-none checked:border-6 checked:border-ink forced-colors:appearance-auto"
          />
          <span>
            <span className="font-medium">{label}</span>
            {hint && <span className="block text-sm text-muted">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

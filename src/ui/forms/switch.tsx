import type { InputHTMLAttributes, ReactNode } from 'react'

/** An on/off setting that applies at once. A checkbox, so that it works before hydration. */
export function Switch({
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { children: ReactNode }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-default has-disabled:opacity-60">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox's own state is the switch's */}
      <input type="checkbox" role="switch" {...input} className="peer sr-only" />
      <span
        aria-hidden="true"
        className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-4.5 after:rounded-full after:bg-line-strong after:transition-transform peer-checked:border-ink peer-checked:bg-ink peer-checked:after:translate-x-4 peer-checked:after:bg-canvas forced-colors:after:bg-[CanvasText] forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:after:bg-[HighlightText] peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      />
      <span className="text-sm font-medium">{children}</span>
    </label>
  )
}

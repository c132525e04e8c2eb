/** The sweep alone, turning. Takes the colour and size (1em) of the text around it. */
export function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-[1.15em] animate-spin"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" strokeWidth="3" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

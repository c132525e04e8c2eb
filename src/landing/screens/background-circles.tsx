export function BackgroundCircles() {
  return (
    <svg
      viewBox="0 0 1200 800"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-line opacity-60"
    >
      {[110, 220, 330, 440, 550, 660, 770].map(radius => (
        <circle
          key={radius}
          cx="900"
          cy="400"
          r={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      ))}
    </svg>
  )
}

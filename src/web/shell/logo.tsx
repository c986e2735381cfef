/** The mark: a speech bubble on the accent colour. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden>
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        d="M9 10.5A2.5 2.5 0 0 1 11.5 8h9a2.500 2.500 0 0 1 2.500 2.500v6a2.500 2.500 0 0 1-2.500 2.500H16l-4.500 4.500V19A2.500 2.500 0 0 1 9 16.500z"
        className="fill-on-accent"
      />
    </svg>
  )
}

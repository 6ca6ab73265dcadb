/** A gate with a signal passing through. */
export function Logo() {
  return (
    <svg className="gh-logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d="M4 20V9.5L12 4l8 5.5V20" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
      <path
        d="M7.5 14h2.2l1.4-3 1.9 6 1.3-3h2.2"
        fill="none"
        stroke="var(--gh-theme-accent)"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

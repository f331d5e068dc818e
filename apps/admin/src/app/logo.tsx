/** The mark of the product. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#2f5fc0" />
      <path
        d="M8 11h6a4 4 0 0 1 4 4v2a4 4 0 0 0 4 4h2"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="8" cy="11" r="3" fill="#fff" />
      <circle cx="24" cy="21" r="3" fill="#fff" />
    </svg>
  );
}

/** A QR code, drawn as one path; dark on white in both schemes, since cameras read it so. */
import { encode } from 'uqr';

export default function QrCode({ text, label, size = 168 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { border: 2, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} rx={1} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
